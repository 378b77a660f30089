/**
 * The form of the response that a client requests, and the form of its body.
 *
 * Models k8s.io/apiserver pkg/endpoints/handlers/negotiation and responsewriters. Objects are JSON
 * values here whatever the media type; only the headers show the encoding.
 */
import { notAcceptable } from '#k8s.io/apimachinery/errors';
import { withManagedFields } from '#k8s.io/apimachinery/managedfields/ledger';
import type {
  KubeList,
  KubeObject,
  PartialObjectMetadata,
  Status,
} from '#k8s.io/apimachinery/meta/v1';
import type { Reply } from '../exchange.ts';
import type { RestStorage } from '../registry/rest-storage.ts';
import type { RequestAttributes } from '../request-attributes.ts';

const protobuf = 'application/vnd.kubernetes.protobuf';

export const mediaTypes = ['application/json', 'application/yaml', protobuf];

export interface Negotiated {
  readonly contentType: string;
  readonly as: 'object' | 'table' | 'partial';
}

interface Clause {
  readonly contentType: string;
  readonly as: string;
}

/** Clients send the same few Accept headers again and again. */
const parsed = new Map<string, readonly Clause[]>();

function clausesOf(accept: string): readonly Clause[] {
  let clauses = parsed.get(accept);
  if (clauses === undefined) {
    clauses = accept.split(',').map(parseClause);
    parsed.set(accept, clauses);
  }
  return clauses;
}

function parseClause(text: string): Clause {
  const [type = '', ...parameters] = text.trim().split(';');
  const as = parameters.find((parameter) => parameter.startsWith('as='))?.slice(3) ?? '';
  const version = parameters.find((parameter) => parameter.startsWith('v='))?.slice(2) ?? 'v1';
  const wildcard = type === '*/*' || type === 'application/*' || type === '';
  return {
    contentType: wildcard ? 'application/json' : type,
    as: as === '' || version === 'v1' ? as : 'unsupported',
  };
}

const plain: Negotiated = { contentType: 'application/json', as: 'object' };

/** The first clause that the server can satisfy; 406 if there is none. */
export function negotiate(
  accept: string | undefined,
  storage: Pick<RestStorage, 'convertToTable'>,
): Negotiated | Status {
  if (accept === undefined || accept === '') return plain;
  for (const { contentType, as } of clausesOf(accept)) {
    if (!mediaTypes.includes(contentType)) continue;
    if (as === '') return contentType === plain.contentType ? plain : { contentType, as: 'object' };
    if (as === 'Table' && storage.convertToTable !== undefined) return { contentType, as: 'table' };
    if (as.startsWith('PartialObjectMetadata')) return { contentType, as: 'partial' };
  }
  return notAcceptable(mediaTypes);
}

/**
 * The media type of an answer: the client's choice for objects and failures, with the parameter of
 * a watch where it is not JSON. Source: responsewriters WriteObjectNegotiated, watch.go ServeHTTP.
 */
export function answerType({ contentType }: Negotiated, reply: Reply, isCustom: boolean): string {
  const own = reply.contentType;
  // Custom resources have no protobuf form.
  const hasForm = !(isCustom && contentType === protobuf);
  if (own !== plain.contentType || contentType === own || !hasForm) return own;
  return reply.stream === undefined ? contentType : `${contentType};stream=watch`;
}

/** The object or list in the requested form. */
export function transform(
  { as, contentType }: Negotiated,
  storage: RestStorage,
  body: KubeObject | KubeList | Status,
  attrs: RequestAttributes,
): unknown {
  if (body.kind === 'Status') return body;
  if (as === 'object') return contentType === plain.contentType ? writtenOut(body) : body;
  const object = body as KubeObject | KubeList;
  if (as === 'table') return storage.convertToTable?.(object, attrs) ?? object;
  if (!('items' in object)) return partial(object);
  const { metadata, items } = object;
  const kind = 'PartialObjectMetadataList';
  return { apiVersion: 'meta.k8s.io/v1', kind, metadata, items: items.map(partial) };
}

/** JSON contains managedFields; for protobuf they are written only when a client reads them. */
function writtenOut(body: KubeObject | KubeList | Status): unknown {
  if (!('items' in body)) return withManagedFields(body as KubeObject);
  return { ...body, items: body.items.map(withManagedFields) };
}

const partial = ({ metadata }: KubeObject): PartialObjectMetadata => ({
  apiVersion: 'meta.k8s.io/v1',
  kind: 'PartialObjectMetadata',
  metadata,
});
