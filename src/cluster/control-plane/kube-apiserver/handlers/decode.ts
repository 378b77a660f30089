/**
 * Decodes the body of a write as the kind of its URL.
 *
 * Models k8s.io/apiserver pkg/endpoints/handlers create.go, update.go and rest.go: content type,
 * kind and version, field validation (Strict: 400, Warn: warnings, Ignore: nothing), and that name
 * and namespace match the URL.
 */
import { err, ok, type Result } from '#base/result';
import { decodeObject } from '#k8s.io/apimachinery/decode';
import {
  badRequest,
  decodeError,
  strictDecodingError,
  unsupportedMediaType,
} from '#k8s.io/apimachinery/errors';
import { asJson, asObject, isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { splitApiVersion } from '#k8s.io/apimachinery/resource-names';
import { resourceForKind, subresourceOf } from '#k8s.io/apimachinery/resources';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import { unknownCustomFields } from '../apiextensions/custom-resource-strategy.ts';
import { component } from '../filters/filter.ts';
import { tooLarge, unrecognized } from './body-limits.ts';
import type { HandlerContext, ResourceRequest } from './handler.ts';
import { mediaTypes } from './negotiation.ts';
import { fieldValidationOf } from './options.ts';

const protobuf = 'application/vnd.kubernetes.protobuf';

interface Expected {
  readonly apiVersion: string;
  readonly version: string;
  readonly kind: string;
}

/** The kind of bodies at this URL: a subresource may have its own. */
export function expectedKind({ resource, attrs }: ResourceRequest): Expected {
  const { apiVersion, version, kind, group } = resource;
  const sub = attrs.subresource === '' ? undefined : subresourceOf(resource, attrs.subresource);
  if (sub === undefined || (sub.kind === kind && sub.group === group)) {
    return { apiVersion, version, kind };
  }
  const subVersion = sub.group === '' ? 'v1' : `${sub.group}/v1`;
  return { apiVersion: subVersion, version: 'v1', kind: sub.kind };
}

/** The object in the body of a create or update. Emits the fact `Decoded`. */
export function decodeBody(
  context: HandlerContext,
  request: ResourceRequest,
): Result<KubeObject, Status> {
  const { http } = request.exchange;
  const mediaType = mediaTypeOf(http.headers['content-type'] ?? 'application/json');
  if (!mediaTypes.includes(mediaType)) return err(unsupportedMediaType(mediaTypes));
  if (!isJsonObject(http.body)) return err(unrecognized(http.body, expectedKind(request).kind));
  const large = mediaType === protobuf ? undefined : tooLarge(http.body);
  if (large !== undefined) return err(large);
  const decoded = decodeKind(request, http.body, mediaType === protobuf);
  emitDecoded(context, request, mediaType, decoded);
  if (!decoded.ok) return err(decoded.error);
  const object = decoded.value.object;
  request.exchange.requestObject = object;
  return checkPlace(request, object);
}

/** A content type without its parameters. */
export function mediaTypeOf(contentType: string): string {
  const semicolon = contentType.indexOf(';');
  return semicolon < 0 ? contentType : contentType.slice(0, semicolon);
}

interface DecodedBody {
  readonly object: KubeObject;
  readonly problems: readonly string[];
}

function decodeKind(
  request: ResourceRequest,
  body: JsonObject,
  isProtobuf: boolean,
): Result<DecodedBody, Status> {
  const expected = expectedKind(request);
  const { apiVersion = expected.apiVersion, kind = expected.kind } = body;
  if (kind !== expected.kind) return err(otherKind(expected, String(apiVersion), String(kind)));
  if (apiVersion !== expected.apiVersion) {
    const versions = `(${String(apiVersion)}) does not match the expected API version`;
    return err(badRequest(`the API version in the data ${versions} (${expected.apiVersion})`));
  }
  // A typed client encodes a Go value: an update of an object that it read is well-formed, and the
  // parts that it did not change stay identical values.
  if (isProtobuf && request.attrs.verb === 'update') {
    return ok({ object: asObject<KubeObject>(body), problems: [] });
  }
  const isNamed = body['apiVersion'] !== undefined && body['kind'] !== undefined;
  const decoded = decodeObject(isNamed ? body : { ...body, apiVersion, kind });
  if (!decoded.ok) return err(decodeError(expected.kind, expected.version, decoded.error));
  const object = asObject<KubeObject>(decoded.value.object);
  if (isProtobuf) return ok({ object, problems: [] });
  const unknown = unknownCustomFields(request, object);
  const { duplicates = [] } = request.exchange.http;
  const problems = [...decoded.value.strictErrors, ...unknown, ...duplicates];
  return validateFields(request, object, problems);
}

/**
 * The error for an object whose kind is not served here, or nowhere. Source: transformDecodeError.
 */
function otherKind(
  { apiVersion: url, kind: wanted }: Expected,
  sent: string,
  kind: string,
): Status {
  const { version } = splitApiVersion(sent);
  const known =
    resourceForKind(sent, kind) !== undefined || schemaForKind(sent, kind) !== undefined;
  const [internal = ''] = (splitApiVersion(url).group || 'core').split('.');
  const problem = known
    ? `converting (${version}.${kind}) to (${internal}.${wanted}): unknown conversion`
    : `no kind "${kind}" is registered for version "${sent}" in scheme ` +
      '"pkg/api/legacyscheme/scheme.go:30"';
  const subject = `${kind} in version "${version}"`;
  return badRequest(`${subject} cannot be handled as a ${wanted}: ${problem}`);
}

/** Unknown fields fail the request, cause warnings, or are ignored, by `?fieldValidation=`. */
export function validateFields(
  { exchange, resource }: ResourceRequest,
  object: KubeObject,
  problems: readonly string[],
): Result<DecodedBody, Status> {
  if (problems.length === 0) return ok({ object, problems });
  switch (fieldValidationOf(exchange.info.query)) {
    case 'Strict':
      return err(strictDecodingError(object.kind, resource.version, problems));
    case 'Warn':
      for (const problem of problems) exchange.warn(problem);
      return ok({ object, problems });
    case 'Ignore':
      return ok({ object, problems: [] });
  }
}

function emitDecoded(
  { tracer }: HandlerContext,
  { exchange }: ResourceRequest,
  contentType: string,
  decoded: Result<DecodedBody, Status>,
): void {
  tracer.emit({
    type: 'Decoded',
    component,
    request: exchange.http.id,
    contentType,
    fieldValidation: fieldValidationOf(exchange.info.query),
    problems: decoded.ok ? decoded.value.problems : [decoded.error.message ?? ''],
  });
}

/** Checks the object's namespace and name against the URL; fills in absent ones. */
function checkPlace(request: ResourceRequest, object: KubeObject): Result<KubeObject, Status> {
  const { attrs, resource, exchange } = request;
  // Reviews and similar kinds may have no metadata.
  const metadata: Partial<KubeObject['metadata']> = asJson(object)['metadata']
    ? object.metadata
    : {};
  if (attrs.name === '') exchange.objectName = metadata.name ?? '';
  const { namespace = '', name = '' } = metadata;
  if (resource.namespaced && namespace !== '' && namespace !== attrs.namespace) {
    return err(badRequest(namespaceMismatch));
  }
  if (!resource.namespaced && namespace !== '') return err(badRequest(namespaceMismatch));
  if (attrs.verb === 'update' && name !== attrs.name) {
    if (name === '') return err(badRequest('name must be provided'));
    const names = `the name of the object (${name}) does not match the name on the URL`;
    return err(badRequest(`${names} (${attrs.name})`));
  }
  if (!resource.namespaced || namespace !== '') return ok(object);
  const filled = { ...metadata, namespace: attrs.namespace } as KubeObject['metadata'];
  return ok({ ...object, metadata: filled });
}

/** Source: EnsureObjectNamespaceMatchesRequestNamespace. */
export const namespaceMismatch =
  'the namespace of the provided object does not match the namespace sent on the request';
