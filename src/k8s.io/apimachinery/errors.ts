/**
 * Every error the API answers with, as a `Status` value.
 *
 * Models k8s.io/apimachinery/pkg/api/errors errors.go. Texts are upstream's, to the letter.
 * In: what the request was about. Out: a Status; nothing here throws.
 */
import type { FieldError } from './field-error.ts';
import { aggregateMessage, fieldErrorBody } from './field-error.ts';
import type { Status, StatusCause, StatusDetails, StatusReason } from './meta/v1.ts';

/** A resource or kind without its version, as messages name it. */
export interface GroupResource {
  readonly group: string;
  /** Plural resource, possibly with `/subresource`. */
  readonly resource: string;
}

export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** `deployments.apps`, or `pods` for the core group. Source: schema GroupResource.String. */
export const qualifiedResource = ({ group, resource }: GroupResource): string =>
  group === '' ? resource : `${resource}.${group}`;

const qualifiedKind = ({ group, kind }: GroupKind): string =>
  group === '' ? kind : `${kind}.${group}`;

interface FailureParts {
  readonly reason?: StatusReason;
  readonly message: string;
  readonly details?: StatusDetails;
}

const failure = (code: number, parts: FailureParts): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  ...parts,
  code,
});

/** Empty members are left out, as Go's omitempty does. */
const detailsOf = (
  name: string,
  group: string,
  kind: string,
  more: Omit<StatusDetails, 'name' | 'group' | 'kind'> = {},
): StatusDetails => ({
  ...(name !== '' && { name }),
  ...(group !== '' && { group }),
  ...(kind !== '' && { kind }),
  ...more,
});

const ofResource = (resource: GroupResource, name: string): StatusDetails =>
  detailsOf(name, resource.group, resource.resource);

/** 404: no object of that name. Source: NewNotFound. */
export const notFound = (resource: GroupResource, name: string): Status =>
  failure(404, {
    reason: 'NotFound',
    message: `${qualifiedResource(resource)} "${name}" not found`,
    details: ofResource(resource, name),
  });

/** 409: the name is taken. Source: NewAlreadyExists. */
export const alreadyExists = (resource: GroupResource, name: string): Status =>
  failure(409, {
    reason: 'AlreadyExists',
    message: `${qualifiedResource(resource)} "${name}" already exists`,
    details: ofResource(resource, name),
  });

/** 409: the name is taken by an object that is on its way out. Source: registry Store.create. */
export const alreadyExistsTerminating = (resource: GroupResource, name: string): Status => {
  const status = alreadyExists(resource, name);
  return { ...status, message: `object is being deleted: ${status.message}` };
};

/** 409: every generated name was taken. Source: NewGenerateNameConflict. */
export const generateNameConflict = (resource: GroupResource, name: string): Status => ({
  ...alreadyExists(resource, name),
  message:
    `${qualifiedResource(resource)} "${name}" already exists,` +
    ' the server was not able to generate a unique name for the object',
});

/** The message for a stale resourceVersion. Source: registry OptimisticLockErrorMsg. */
const optimisticLockMessage =
  'the object has been modified; please apply your changes to the latest version and try again';

/** 409: the object is not what the writer thinks. Source: NewConflict. */
export const conflict = (
  resource: GroupResource,
  name: string,
  detail: string = optimisticLockMessage,
): Status =>
  failure(409, {
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${qualifiedResource(resource)} "${name}": ${detail}`,
    details: ofResource(resource, name),
  });

/** 409 of server-side apply: other managers own the fields. Source: NewApplyConflict. */
export const applyConflict = (causes: readonly StatusCause[], message: string): Status =>
  failure(409, { reason: 'Conflict', message, details: { causes } });

/** 403 by admission or by name. Source: NewForbidden. */
export const forbidden = (resource: GroupResource, name: string, detail: string): Status => {
  const subject = qualifiedResource(resource);
  const message =
    resource.resource === ''
      ? `forbidden: ${detail}`
      : name === ''
        ? `${subject} is forbidden: ${detail}`
        : `${subject} "${name}" is forbidden: ${detail}`;
  return failure(403, { reason: 'Forbidden', message, details: ofResource(resource, name) });
};

/** 401. The server says no more than this. Source: filters Unauthorized. */
export const unauthorized = (): Status =>
  failure(401, { reason: 'Unauthorized', message: 'Unauthorized' });

/** 400 with a free text. Source: NewBadRequest. */
export const badRequest = (message: string): Status =>
  failure(400, { reason: 'BadRequest', message });

/** 400: the body does not decode into its kind. Source: handlers transformDecodeError. */
export const decodeError = (kind: string, version: string, detail: string): Status =>
  badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${detail}`);

/** 400: fields that are unknown or given twice, under fieldValidation=Strict. */
export const strictDecodingError = (
  kind: string,
  version: string,
  errors: readonly string[],
): Status => decodeError(kind, version, `strict decoding error: ${errors.join(', ')}`);

/** 405. Source: NewMethodNotSupported. */
export const methodNotSupported = (resource: GroupResource, action: string): Status =>
  failure(405, {
    reason: 'MethodNotAllowed',
    message: `${action} is not supported on resources of kind "${qualifiedResource(resource)}"`,
    details: detailsOf('', resource.group, resource.resource),
  });

/** 422: the object is well-formed but not valid. Source: NewInvalid. */
export function invalid(kind: GroupKind, name: string, errors: readonly FieldError[]): Status {
  const causes = errors.map((error) => ({
    reason: error.type,
    message: fieldErrorBody(error),
    field: error.field,
  }));
  return failure(422, {
    reason: 'Invalid',
    message: `${qualifiedKind(kind)} "${name}" is invalid: ${aggregateMessage(errors)}`,
    details: detailsOf(name, kind.group, kind.kind, { causes }),
  });
}

/** 410: the history asked for is gone. Source: NewResourceExpired. */
export const expired = (message: string): Status => failure(410, { reason: 'Expired', message });

/** 429 with a time to wait. Source: NewTooManyRequests. */
export const tooManyRequests = (message: string, retryAfterSeconds: number): Status =>
  failure(429, { reason: 'TooManyRequests', message, details: { retryAfterSeconds } });

/** 504: a cache that has not seen this revision yet. Source: NewTooLargeResourceVersionError. */
export const tooLargeResourceVersion = (asked: string | number, current: string | number): Status =>
  failure(504, {
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${asked}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });

/** 500. Source: NewInternalError. */
export const internalError = (detail: string): Status =>
  failure(500, {
    reason: 'InternalError',
    message: `Internal error occurred: ${detail}`,
    details: { causes: [{ message: detail }] },
  });

/** 500 without a reason: a plain error that no Status was made of. Source: ErrorToAPIStatus. */
export const unknownError = (message: string): Status => failure(500, { message });

/** 503. Source: NewServiceUnavailable. */
export const serviceUnavailable = (message: string): Status =>
  failure(503, { reason: 'ServiceUnavailable', message });

/** 413: the body is larger than the server reads. Source: NewRequestEntityTooLargeError. */
export const requestEntityTooLarge = (limitBytes: number): Status =>
  failure(413, {
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: limit is ${limitBytes}`,
  });

/** 406. Source: negotiation NewNotAcceptableError. */
export const notAcceptable = (accepted: readonly string[]): Status =>
  failure(406, {
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${accepted.join(', ')}`,
  });

/** 415. Source: negotiation NewUnsupportedMediaTypeError. */
export const unsupportedMediaType = (accepted: readonly string[]): Status =>
  failure(415, {
    reason: 'UnsupportedMediaType',
    message:
      'the body of the request was in an unknown format -' +
      ` accepted media types include: ${accepted.join(', ')}`,
  });

/** Adds causes to an error, e.g. NamespaceTerminating to a forbidden create. */
export const withCauses = (status: Status, causes: readonly StatusCause[]): Status => ({
  ...status,
  details: { ...status.details, causes: [...(status.details?.causes ?? []), ...causes] },
});

/** Whether a response body is a Status, and no object. */
export const isStatus = (body: { readonly kind?: unknown }): body is Status =>
  body.kind === 'Status';

const hasReason =
  (reason: StatusReason) =>
  (status: Status): boolean =>
    status.reason === reason;

export const isNotFound = hasReason('NotFound');
export const isAlreadyExists = hasReason('AlreadyExists');
export const isConflict = hasReason('Conflict');
export const isForbidden = hasReason('Forbidden');
export const isInvalid = hasReason('Invalid');

/** Whether an error carries a cause of this reason. Source: HasStatusCause. */
export const hasStatusCause = (status: Status, reason: string): boolean =>
  status.details?.causes?.some((cause) => cause.reason === reason) ?? false;
