/**
 * What a rule changes in requests and answers on their way, or answers itself.
 *
 * Models traefik pkg/middlewares/gatewayapi: headermodifier, redirect, urlrewrite.
 */
import { headersEnd, splitMessage } from '#cluster/node/os/http-message';
import type {
  HTTPHeaderFilter,
  HTTPPathModifier,
  HTTPRequestRedirect,
  HTTPRouteFilter,
} from '#k8s.io/api/gateway/v1';

const known: ReadonlySet<string> = new Set([
  'RequestHeaderModifier',
  'ResponseHeaderModifier',
  'RequestRedirect',
  'URLRewrite',
]);

/** The first filter that this program does not have: its requests are answered with 500. */
export const unknownFilter = (filters: readonly HTTPRouteFilter[]): string | undefined =>
  filters.find(({ type }) => !known.has(type))?.type;

/** A request while it is changed; names of headers keep their case. */
export interface Headed {
  readonly host: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The request as filters leave it. `prefix`: the path that the rule matched. */
export function filteredRequest(
  request: Headed,
  filters: readonly HTTPRouteFilter[],
  prefix: string,
): Headed {
  let now = request;
  for (const { requestHeaderModifier, urlRewrite } of filters) {
    if (requestHeaderModifier !== undefined) {
      now = { ...now, headers: modified(now.headers, requestHeaderModifier) };
    }
    if (urlRewrite !== undefined) {
      const { hostname = now.host, path } = urlRewrite;
      now = { ...now, host: hostname, path: modifiedPath(now.path, path, prefix) };
    }
  }
  return now;
}

/** Names and values of header lines. */
export const headersOf = (lines: readonly string[]): Headed['headers'] =>
  lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });

/** The answer as filters leave it. */
export function filteredAnswer(answer: string, filters: readonly HTTPRouteFilter[]): string {
  const modifiers = filters.flatMap(({ responseHeaderModifier: one }) => one ?? []);
  if (modifiers.length === 0) return answer;
  const { head, body } = splitMessage(answer);
  const [start = '', ...lines] = head.split('\r\n');
  let headers = headersOf(lines);
  for (const modifier of modifiers) headers = modified(headers, modifier);
  const all = headers.map(([name, value]) => `${name}: ${value}`);
  return [start, ...all].join('\r\n') + headersEnd + body;
}

/** Source: headermodifier, in this order: set, add, remove. */
function modified(
  headers: Headed['headers'],
  { set = [], add = [], remove = [] }: HTTPHeaderFilter,
): (readonly [string, string])[] {
  const named =
    (wanted: string) =>
    ([name]: readonly [string, string]) =>
      name.toLowerCase() === wanted.toLowerCase();
  let all = [...headers];
  for (const { name, value } of set) {
    all = [...all.filter((one) => !named(name)(one)), [name, value]];
  }
  for (const { name, value } of add) all.push([name, value]);
  for (const name of remove) all = all.filter((one) => !named(name)(one));
  return all;
}

function modifiedPath(path: string, by: HTTPPathModifier | undefined, prefix: string): string {
  if (by?.type === 'ReplaceFullPath') return by.replaceFullPath ?? path;
  if (by?.type !== 'ReplacePrefixMatch') return path;
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  const joined = `${by.replacePrefixMatch ?? ''}/${rest}`.replace(/\/+/g, '/');
  return joined.length > 1 && !path.endsWith('/') ? joined.replace(/\/$/, '') : joined;
}

/** Where a redirect sends a request to, and with which status. Source: redirect. */
export function redirectOf(
  { scheme, hostname, port, path, statusCode = 302 }: HTTPRequestRedirect,
  request: {
    readonly scheme: string;
    readonly host: string;
    readonly path: string;
    readonly query: string;
  },
  prefix: string,
): { readonly status: number; readonly location: string } {
  const [ownHost = '', ownPort = ''] = request.host.split(':');
  const kept = scheme === undefined ? ownPort : '';
  const to = port === undefined ? kept : String(port);
  const authority = `${hostname ?? ownHost}${to === '' ? '' : `:${to}`}`;
  const query = request.query === '' ? '' : `?${request.query}`;
  const location = `${scheme ?? request.scheme}://${authority}${modifiedPath(request.path, path, prefix)}`;
  return { status: statusCode, location: location + query };
}
