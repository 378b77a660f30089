/**
 * From Ingresses to servers and locations, and from a request to its location.
 *
 * Models ingress-nginx internal/ingress/controller (getBackendServers, updateServerLocations) and
 * how nginx picks a server by its name and a location by its path. In: Ingresses of the
 * controller's class. Out: servers by host; for a request the location, if any.
 */
import type { HTTPIngressPath, Ingress, IngressBackend } from '#k8s.io/api/networking/v1';

export interface Location {
  readonly path: string;
  /** Only this path; otherwise also whatever is below it. */
  readonly exact: boolean;
  /** `namespace/name` of the Ingress and of the Service. */
  readonly ingress: string;
  readonly service: string;
  /** The port of the Service, by number or name. */
  readonly port: string;
  /** `default-web-80` */
  readonly upstream: string;
}

export interface VirtualServer {
  /** `shop.example`, `*.example`; `_` stands for every host. */
  readonly host: string;
  readonly locations: readonly Location[];
}

const anyHost = '_';

/** The oldest Ingress comes first: of two that want one path it has it. Source: ListIngresses. */
const inOrder = (ingresses: readonly Ingress[]): readonly Ingress[] =>
  [...ingresses].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));

const orderOf = ({ metadata }: Ingress): string =>
  `${metadata.creationTimestamp} ${metadata.namespace}/${metadata.name}`;

export function serversOf(ingresses: readonly Ingress[]): readonly VirtualServer[] {
  const servers = new Map<string, Location[]>([[anyHost, []]]);
  const add = (host: string, location: Location | undefined): void => {
    const known = servers.get(host) ?? [];
    servers.set(host, known);
    const isTaken = known.some(
      ({ path, exact }) => path === location?.path && exact === location.exact,
    );
    if (location !== undefined && !isTaken) known.push(location);
  };
  for (const ingress of inOrder(ingresses)) {
    const { rules = [] } = ingress.spec;
    for (const { host = '', http } of rules) {
      for (const path of http?.paths ?? []) {
        add(host === '' ? anyHost : host, locationOf(ingress, path.backend, path));
      }
    }
  }
  // A default backend takes what no rule of its Ingress names.
  for (const ingress of inOrder(ingresses)) {
    const { defaultBackend, rules = [] } = ingress.spec;
    if (defaultBackend === undefined) continue;
    const hosts = rules.map(({ host = '' }) => (host === '' ? anyHost : host));
    const own = hosts.length === 0 ? [anyHost] : hosts;
    for (const host of own) add(host, locationOf(ingress, defaultBackend));
  }
  return [...servers].map(([host, locations]) => ({ host, locations }));
}

const root = { path: '/', pathType: 'Prefix' } as const;

function locationOf(
  { metadata }: Ingress,
  { service }: IngressBackend,
  { path = '/', pathType }: Pick<HTTPIngressPath, 'path' | 'pathType'> = root,
): Location | undefined {
  if (service === undefined) return undefined;
  const { namespace } = metadata;
  const port = String(service.port?.number ?? service.port?.name ?? '');
  return {
    path: path === '' ? '/' : path,
    exact: pathType === 'Exact',
    ingress: `${namespace}/${metadata.name}`,
    service: `${namespace}/${service.name}`,
    port,
    upstream: `${namespace}-${service.name}-${port}`,
  };
}

/** The location of a request: of the server that its host names, else of the one for any host. */
export function locationFor(
  servers: readonly VirtualServer[],
  host: string,
  path: string,
): Location | undefined {
  const { locations = [] } = serverFor(servers, host.toLowerCase()) ?? {};
  const exact = locations.find((one) => one.exact && one.path === path);
  if (exact !== undefined) return exact;
  return locations
    .filter((one) => !one.exact && isBelow(one.path, path))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** A whole name first, then the longest wildcard. Source: nginx, server_name. */
function serverFor(servers: readonly VirtualServer[], host: string): VirtualServer | undefined {
  const wildcards = servers
    .filter((one) => one.host.startsWith('*.') && host.endsWith(one.host.slice(1)))
    .sort((a, b) => b.host.length - a.host.length);
  return (
    servers.find((one) => one.host === host) ??
    wildcards[0] ??
    servers.find((one) => one.host === anyHost)
  );
}

/** Element by element: `/shop` has `/shop` and `/shop/cart` below it, and not `/shopping`. */
function isBelow(prefix: string, path: string): boolean {
  const folder = prefix.endsWith('/') ? prefix : `${prefix}/`;
  return path === prefix || path.startsWith(folder) || `${path}/` === folder;
}
