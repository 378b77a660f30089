/**
 * From HTTPRoutes to routers: which requests a rule means, how it ranks, and whom it asks.
 *
 * Models traefik pkg/provider/kubernetes/gateway httproute.go: buildMatchRule with its priorities,
 * loadService, loadHTTPServers. In: a route at a listener, and how to find Services and endpoints.
 * Out: routers, and whether all that the route refers to is there.
 */
import { sha256, toHex } from '#base/sha256';
import { encodeUtf8 } from '#base/utf8';
import type { SocketAddress } from '#cluster/node/os/sockets';
import type {
  HTTPBackendRef,
  HTTPRoute,
  HTTPRouteFilter,
  HTTPRouteMatch,
  HTTPRouteRule,
  NamedMatch,
} from '#k8s.io/api/gateway/v1';
import type { Finding } from './finding.ts';

/** A Service's share of a rule's requests. */
export interface Share {
  /** `default-web-80` */
  readonly name: string;
  /** `namespace/name` of the Service. */
  readonly service: string;
  readonly weight: number;
  /** Its ready endpoints; `undefined`: it cannot be asked, and the answer is 500. */
  readonly servers: readonly SocketAddress[] | undefined;
  readonly filters: readonly HTTPRouteFilter[];
}

export interface Router {
  /** As the access log names it, without `@kubernetesgateway`. */
  readonly name: string;
  /** `namespace/name` of the HTTPRoute. */
  readonly route: string;
  readonly entryPoint: string;
  /** Whether it means requests over TLS, or those without. */
  readonly tls: boolean;
  /** None: every host. */
  readonly hosts: readonly string[];
  readonly match: HTTPRouteMatch;
  readonly priority: number;
  readonly filters: readonly HTTPRouteFilter[];
  /** The rule's own key: its routers take turns together. */
  readonly rule: string;
  readonly shares: readonly Share[];
}

/** Finds what a backend refers to, or says why it cannot. */
export interface Backends {
  /** Whether an HTTPRoute of a namespace may refer to a Service of another one. */
  readonly isGranted: (from: string, ref: HTTPBackendRef, namespace: string) => boolean;
  readonly servers: (
    namespace: string,
    ref: HTTPBackendRef,
  ) => { readonly servers: readonly SocketAddress[] } | { readonly error: string };
}

/** Where a route is attached. */
export interface Attachment {
  readonly gateway: { readonly namespace: string; readonly name: string };
  readonly entryPoint: string;
  readonly tls: boolean;
  readonly hosts: readonly string[];
}

export const resolved: Finding = {
  type: 'ResolvedRefs',
  status: 'True',
  reason: 'ResolvedRefs',
  message: '',
};

/** The routers of a route at one listener. Source: loadHTTPRoute. */
export function routersOf(
  route: HTTPRoute,
  attachment: Attachment,
  backends: Backends,
): { readonly routers: readonly Router[]; readonly resolved: Finding } {
  const { namespace, name } = route.metadata;
  const { gateway, entryPoint, tls, hosts } = attachment;
  const { rules = [] } = route.spec;
  let finding = resolved;
  const routers = rules.flatMap((rule, index) => {
    const { shares, problem } = sharesOf(route, rule, backends);
    if (problem !== undefined) finding = problem;
    const where = [namespace, name, gateway.namespace, gateway.name, entryPoint, String(index)];
    const label = `httproute-${namespace}-${name}-gw-${gateway.namespace}-${gateway.name}-ep-`;
    const key = `${label}${entryPoint}-${index}`.replace(/[^A-Za-z0-9]+/g, '-');
    return (rule.matches ?? [{}]).map((match): Router => {
      const { text, priority } = ruleOf(hosts, match);
      return {
        name: `${key}-${digest(where, text)}`,
        route: `${namespace}/${name}`,
        ...{ entryPoint, tls, hosts, match, shares, rule: key },
        priority: priority + rules.length - index,
        filters: rule.filters ?? [],
      };
    });
  });
  return { routers, resolved: finding };
}

/** Source: makeRouterName. */
function digest(where: readonly string[], rule: string): string {
  const text = where.map((part) => `${part.length}:${part}`).join('') + rule;
  return toHex(sha256(encodeUtf8(text))).slice(0, 20);
}

/** A match that this program does not understand, in words; `undefined`: all are understood. */
export function unsupportedMatch({ spec }: HTTPRoute): string | undefined {
  const isPattern = ({ type = 'Exact' }: { readonly type?: string }): boolean =>
    type === 'RegularExpression';
  const found = (spec.rules ?? []).some(({ matches = [] }) =>
    matches.some(({ path = {}, headers = [], queryParams = [] }) =>
      [path, ...headers, ...queryParams].some(isPattern),
    ),
  );
  return found ? 'podyssey: matches of type RegularExpression are not simulated' : undefined;
}

interface Shares {
  readonly shares: readonly Share[];
  readonly problem: Finding | undefined;
}

/** Source: loadService, loadHTTPService. */
function sharesOf(route: HTTPRoute, rule: HTTPRouteRule, backends: Backends): Shares {
  let problem: Finding | undefined;
  const from = route.metadata.namespace;
  const shares = (rule.backendRefs ?? []).map((ref): Share => {
    const { name, port, weight = 1, filters = [] } = ref;
    const namespace = ref.namespace ?? from;
    const found = foundBehind(from, namespace, ref, backends);
    if ('reason' in found) {
      const { group = '', kind = 'Service' } = ref;
      const what = `${group === '' ? 'core' : group}/${kind}/${namespace}/${name}`;
      const { reason, error } = found;
      const message = `Cannot load HTTPBackendRef ${what}${error}`;
      problem = { type: 'ResolvedRefs', status: 'False', reason, message };
    }
    return {
      name: [namespace, name, ...(port === undefined ? [] : [port])].join('-'),
      service: `${namespace}/${name}`,
      servers: 'servers' in found ? found.servers : undefined,
      ...{ weight, filters },
    };
  });
  return { shares, problem };
}

type Found =
  | { readonly servers: readonly SocketAddress[] }
  | { readonly reason: string; readonly error: string };

function foundBehind(
  from: string,
  namespace: string,
  ref: HTTPBackendRef,
  backends: Backends,
): Found {
  const { group = '', kind = 'Service', name, port } = ref;
  if (namespace !== from && !backends.isGranted(from, ref, namespace)) {
    return { reason: 'RefNotPermitted', error: ': missing ReferenceGrant' };
  }
  if (group !== '' || kind !== 'Service') {
    const error = `: unsupported HTTPBackendRef ${group}/${kind}/${name}`;
    return { reason: 'InvalidKind', error };
  }
  if (port === undefined) return { reason: 'UnsupportedProtocol', error: ' port is required' };
  const found = backends.servers(namespace, ref);
  if ('servers' in found) return found;
  return { reason: 'BackendNotFound', error: `: ${found.error}` };
}

/** A match as Traefik writes it, and how it ranks. Source: buildMatchRule. */
function ruleOf(
  hosts: readonly string[],
  { path, method, headers = [], queryParams = [] }: HTTPRouteMatch,
): { readonly text: string; readonly priority: number } {
  const ofHosts = hosts.map(hostRule);
  const hostText = ofHosts.length > 1 ? `(${ofHosts.join(' || ')})` : (ofHosts[0] ?? '');
  const { text: ofPath, priority } = pathRule(path);
  const parts = [
    ...(hostText === '' ? [] : [hostText]),
    ofPath,
    ...(method === undefined ? [] : [`Method(\`${method}\`)`]),
    ...headers.map(({ name, value }) => `Header(\`${name}\`,\`${value}\`)`),
    ...queryParams.map(({ name, value }) => `Query(\`${name}\`,\`${value}\`)`),
  ];
  return {
    text: parts.join(' && '),
    priority:
      priority +
      (method === undefined ? 0 : 1000) +
      headers.length * 100 +
      queryParams.length * 10 +
      Math.max(0, ...hosts.map(({ length }) => length)),
  };
}

function hostRule(host: string): string {
  if (!host.includes('*')) return `Host(\`${host}\`)`;
  const rest = host.slice(2).replace(/[.+*?()|[\]{}^$\\]/g, '\\$&');
  return `HostRegexp(\`^[a-z0-9-\\.]+\\.${rest}$\`)`;
}

function pathRule({ type = 'PathPrefix', value = '/' }: NonNullable<HTTPRouteMatch['path']> = {}): {
  readonly text: string;
  readonly priority: number;
} {
  if (type === 'Exact') return { text: `Path(\`${value}\`)`, priority: 100_000 };
  if (value === '/') return { text: 'PathPrefix(`/`)', priority: 1 };
  const folder = value.replace(/\/$/, '');
  return {
    text: `(Path(\`${folder}\`) || PathPrefix(\`${folder}/\`))`,
    priority: 10_000 + value.length * 100,
  };
}

/** What a router looks at in a request. */
export interface AskedFor {
  readonly method: string;
  /** In lower case, without a port. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Higher priorities first; of two that are equal, the one that was made first. */
export const byPriority = (routers: readonly Router[]): readonly Router[] =>
  [...routers].sort((a, b) => b.priority - a.priority);

/** Whether a router means a request. */
export function isFor({ hosts, match }: Router, request: AskedFor): boolean {
  const { path, method, headers = [], queryParams = [] } = match;
  if (hosts.length > 0 && !hosts.some((host) => isHost(host, request.host))) return false;
  if (method !== undefined && method !== request.method) return false;
  if (!isPath(path, request.path)) return false;
  if (!headers.every(({ name, value }) => request.headers.get(name.toLowerCase()) === value)) {
    return false;
  }
  return queryParams.every((wanted) => hasParameter(request.query, wanted));
}

/** A wildcard stands for one label or more. */
const isHost = (wanted: string, host: string): boolean =>
  wanted.startsWith('*.')
    ? host.length > wanted.length - 1 && host.endsWith(wanted.slice(1))
    : wanted === host;

/** Element by element: `/shop` has `/shop` and `/shop/cart` below it, and not `/shopping`. */
function isPath(
  { type = 'PathPrefix', value = '/' }: NonNullable<HTTPRouteMatch['path']> = {},
  path: string,
): boolean {
  if (type === 'Exact') return path === value;
  const folder = value.replace(/\/$/, '');
  return path === folder || path.startsWith(`${folder}/`);
}

const hasParameter = (query: string, { name, value }: NamedMatch): boolean =>
  query.split('&').some((pair) => pair === `${name}=${value}`);
