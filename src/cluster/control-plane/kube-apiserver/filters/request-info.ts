/**
 * The verb and resource of a request, parsed once from its method and URL.
 *
 * Models k8s.io/apiserver pkg/endpoints/request requestinfo.go RequestInfoFactory.NewRequestInfo.
 * In: method and URL. Out: one `RequestInfo`; for a path that is no resource the verb is the method
 * in lower case.
 */
import { parseFieldSelector, requiredValue } from '#k8s.io/apimachinery/fields';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';

/** First value of each query parameter, percent-decoded. */
export type QueryParameters = Readonly<Record<string, string>>;

export interface RequestInfo {
  readonly isResourceRequest: boolean;
  /** As received, without the query. */
  readonly path: string;
  readonly query: QueryParameters;
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  /** For a list or watch of one object by field selector: that object's name. */
  readonly name: string;
  /** Segments after the subresource, such as the path after `proxy`. */
  readonly rest: string;
  /** The served resource of this name, if there is one. */
  readonly served: ResourceInfo | undefined;
}

const noQuery: QueryParameters = Object.freeze({});

const methodVerbs: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Clients use the same few URLs again and again, and a RequestInfo depends on nothing else. */
const known = new Map<string, Map<string, RequestInfo>>();
const knownLimit = 2_000;

export function parseRequestInfo(method: string, url: string): RequestInfo {
  let ofMethod = known.get(method);
  if (ofMethod === undefined || ofMethod.size >= knownLimit) {
    ofMethod = new Map();
    known.set(method, ofMethod);
  }
  let info = ofMethod.get(url);
  if (info === undefined) {
    info = readRequestInfo(method, url);
    ofMethod.set(url, info);
  }
  return info;
}

function readRequestInfo(method: string, url: string): RequestInfo {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = mark < 0 ? noQuery : parseQuery(url.slice(mark + 1));
  const parts = split(path);
  const prefix = parts[0];
  const start = prefix === 'api' ? 1 : 2;
  const isApi = prefix === 'api' || prefix === 'apis';
  if (!isApi || parts.length < start + 2) return nonResource(method, path, query);
  const group = start === 1 ? '' : (parts[1] as string);
  return resourceRequest(method, path, query, group, parts.slice(start));
}

function split(path: string): string[] {
  const from = path.startsWith('/') ? 1 : 0;
  const to = path.endsWith('/') ? path.length - 1 : path.length;
  if (to <= from) return [];
  const parts = path.slice(from, to).split('/');
  return path.includes('%') ? parts.map(percentDecode) : parts;
}

const nonResource = (method: string, path: string, query: QueryParameters): RequestInfo => ({
  isResourceRequest: false,
  path,
  query,
  verb: method.toLowerCase(),
  group: '',
  version: '',
  namespace: '',
  resource: '',
  subresource: '',
  name: '',
  rest: '',
  served: undefined,
});

/** `parts` begins with the API version. */
function resourceRequest(
  method: string,
  path: string,
  query: QueryParameters,
  group: string,
  parts: readonly string[],
): RequestInfo {
  const version = parts[0] as string;
  const { namespace, from } = namespaceOf(parts);
  const resource = parts[from] as string;
  const name = parts[from + 1] ?? '';
  const verb = methodVerbs[method] ?? '';
  const isCollection = name === '';
  return {
    isResourceRequest: true,
    path,
    query,
    verb: isCollection ? collectionVerb(verb, query) : verb,
    group,
    version,
    namespace,
    resource,
    subresource: parts[from + 2] ?? '',
    name: isCollection ? nameByFieldSelector(verb, query) : name,
    rest: parts.slice(from + 3).join('/'),
    served: resourceFor(group, version, resource),
  };
}

/** A leading namespace, unless the request is about the Namespace object itself. */
function namespaceOf(parts: readonly string[]): { namespace: string; from: number } {
  if (parts[1] !== 'namespaces' || parts[2] === undefined) return { namespace: '', from: 1 };
  const next = parts[3];
  const ofNamespace = next === undefined || next === 'status' || next === 'finalize';
  return { namespace: parts[2], from: ofNamespace ? 1 : 3 };
}

function collectionVerb(verb: string, query: QueryParameters): string {
  if (verb === 'delete') return 'deletecollection';
  if (verb !== 'get') return verb;
  return isTrue(query['watch']) ? 'watch' : 'list';
}

function nameByFieldSelector(verb: string, query: QueryParameters): string {
  const text = query['fieldSelector'];
  if (text === undefined || (verb !== 'get' && verb !== 'delete')) return '';
  const selector = parseFieldSelector(text);
  return selector.ok ? (requiredValue(selector.value, 'metadata.name') ?? '') : '';
}

export const isTrue = (text: string | undefined): boolean =>
  text !== undefined && text !== '0' && text !== 'false';

/** `a=1&b=x%20y`; of a repeated parameter the first value counts, as in Go's Values.Get. */
function parseQuery(text: string): QueryParameters {
  const query: Record<string, string> = {};
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const value = equals < 0 ? '' : pair.slice(equals + 1);
    query[name] ??= decode(value);
  }
  return query;
}

/** In a query a plus means a space; in a path it does not. */
const decode = (text: string): string =>
  percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text);

/** A malformed text stays unchanged. */
function percentDecode(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
