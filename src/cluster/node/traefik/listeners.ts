/**
 * Which listeners a Gateway offers to routes, and what is wrong with those that it cannot.
 *
 * Models traefik pkg/provider/kubernetes/gateway kubernetes.go loadGatewayListeners, allowRoute and
 * findMatchingHostnames. In: a Gateway and the entry points of this program. Out: its listeners, to
 * which routes are then attached.
 */
import type { Certificate } from '#cluster/node/os/certificate';
import type { Namespace } from '#k8s.io/api/core/v1';
import type { Gateway, Listener, ParentReference, RouteGroupKind } from '#k8s.io/api/gateway/v1';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import { gatewayGroup } from '#k8s.io/client-go/rest/gateway-resources';
import { certificatesOf, type Secrets } from './certificates.ts';
import type { Finding } from './finding.ts';

/** A listener of a Gateway as routes meet it. */
export interface GatewayListener {
  readonly listener: Listener;
  /** The port of this program that serves it, by name; empty: none. */
  readonly entryPoint: string;
  readonly kinds: readonly RouteGroupKind[];
  /** What keeps it from being served; empty: nothing. */
  readonly problems: readonly Finding[];
  /** With which it answers; absent: it does not speak TLS. */
  readonly certificates?: readonly Certificate[];
  attachedRoutes: number;
}

/** The entry points by their ports. */
export type EntryPoints = ReadonlyMap<number, EntryPoint>;

export interface EntryPoint {
  readonly name: string;
  /** `--entryPoints.NAME.http.tls`: it is not for listeners without TLS. */
  readonly tls: boolean;
}

const ofHttp: readonly RouteGroupKind[] = [
  { group: gatewayGroup, kind: 'HTTPRoute' },
  { group: gatewayGroup, kind: 'GRPCRoute' },
];
const kindsOf: Readonly<Record<string, readonly RouteGroupKind[]>> = {
  HTTP: ofHttp,
  HTTPS: ofHttp,
  TLS: [{ group: gatewayGroup, kind: 'TLSRoute' }],
  TCP: [{ group: gatewayGroup, kind: 'TCPRoute' }],
};

export function listenersOf(
  { metadata, spec }: Gateway,
  entryPoints: EntryPoints,
  secrets: Secrets,
): GatewayListener[] {
  const taken = new Set<string>();
  const context = { namespace: metadata.namespace, entryPoints, secrets, taken };
  return spec.listeners.map((listener) => listenerOf(listener, context));
}

interface ListenerContext {
  /** Of the Gateway. */
  readonly namespace: string;
  readonly entryPoints: EntryPoints;
  readonly secrets: Secrets;
  /** Protocol, host and port of those before. */
  readonly taken: Set<string>;
}

function listenerOf(
  listener: Listener,
  { namespace, entryPoints, secrets, taken }: ListenerContext,
): GatewayListener {
  const { protocol, port, hostname = '', tls } = listener;
  const none = { listener, entryPoint: '', kinds: [], attachedRoutes: 0 };
  const supported = kindsOf[protocol];
  if (supported === undefined) {
    const message = `Unsupported listener protocol "${protocol}"`;
    return { ...none, problems: [refused('UnsupportedProtocol', message)] };
  }
  const found = entryPoints.get(port);
  if (found === undefined || (protocol === 'HTTP' && found.tls)) {
    const why = `no matching entryPoint for port ${port} and protocol "${protocol}"`;
    const message = `Cannot find entryPoint for Gateway: ${why}`;
    return { ...none, problems: [refused('PortUnavailable', message)] };
  }
  const { kinds, problems } = allowedKinds(listener, supported);
  const own = { listener, entryPoint: found.name, kinds, attachedRoutes: 0 };
  if (problems.length > 0) return { ...own, problems };
  const key = `${protocol}|${hostname}|${port}`;
  if (taken.has(key)) return { ...own, problems: [conflicted] };
  taken.add(key);
  if (protocol === 'HTTP' && tls === undefined) return { ...own, problems: [] };
  if (protocol === 'HTTPS') return { ...own, ...withTls(listener, namespace, secrets) };
  if (protocol === 'HTTP') {
    const message = 'TLS configuration must no be defined when using HTTP or TCP protocol';
    return { ...own, problems: [refused('InvalidTLSConfiguration', message)] };
  }
  const message = `podyssey: listeners with protocol ${protocol} are not simulated`;
  return { ...own, problems: [refused('UnsupportedProtocol', message)] };
}

/** Source: loadGatewayListeners. */
function withTls(
  { name, port, protocol, tls }: Listener,
  namespace: string,
  secrets: Secrets,
): Pick<GatewayListener, 'problems' | 'certificates'> {
  if (tls === undefined) {
    const where = `Gateway Listener ${name}:${port} and protocol "${protocol}"`;
    const message = `No TLS configuration for ${where}`;
    return { problems: [refused('InvalidTLSConfiguration', message)] };
  }
  const { mode = 'Terminate', certificateRefs = [] } = tls;
  if (mode === 'Passthrough') {
    const message = 'HTTPS protocol is not supported with TLS mode Passthrough';
    return { problems: [refused('UnsupportedProtocol', message)] };
  }
  return certificatesOf(certificateRefs, namespace, secrets);
}

const refused = (reason: string, message: string): Finding => ({
  type: 'Accepted',
  status: 'False',
  ...{ reason, message },
});

const conflicted: Finding = {
  type: 'Conflicted',
  status: 'True',
  reason: 'DuplicateListener',
  message: 'A listener with same protocol, port and hostname already exists',
};

/** Source: allowedRouteKinds. */
function allowedKinds(
  { protocol, allowedRoutes }: Listener,
  supported: readonly RouteGroupKind[],
): { readonly kinds: readonly RouteGroupKind[]; readonly problems: readonly Finding[] } {
  const asked = allowedRoutes?.kinds ?? [];
  if (asked.length === 0) return { kinds: supported, problems: [] };
  const isKnown = ({ group = gatewayGroup, kind }: RouteGroupKind): boolean =>
    supported.some((one) => one.kind === kind && one.group === group);
  const unknown = asked.filter((one) => !isKnown(one));
  return {
    kinds: asked.filter(
      (one, at) => isKnown(one) && asked.findIndex(({ kind }) => kind === one.kind) === at,
    ),
    problems: unknown.map(({ group = gatewayGroup, kind }) => ({
      type: 'ResolvedRefs',
      status: 'False',
      reason: 'InvalidRouteKinds',
      message: `Listener protocol "${protocol}" does not support RouteGroupKind ${group}/${kind}`,
    })),
  };
}

/** Whether a route may attach, by its kind and its namespace. Source: allowRoute. */
export function allowsRoute(
  { listener, kinds }: GatewayListener,
  gatewayNamespace: string,
  namespace: Namespace | undefined,
): boolean {
  if (!kinds.some(({ kind }) => kind === 'HTTPRoute')) return false;
  const { from = 'Same', selector = {} } = listener.allowedRoutes?.namespaces ?? {};
  if (from === 'All') return true;
  if (from === 'Same') return namespace?.metadata.name === gatewayNamespace;
  return matchLabelSelector(selector, namespace?.metadata.labels ?? {});
}

/** Source: matchListener. */
export const isMeant = ({ listener }: GatewayListener, ref: ParentReference): boolean =>
  (ref.sectionName === undefined || ref.sectionName === listener.name) &&
  (ref.port === undefined || ref.port === listener.port);

/**
 * The hosts that a route serves at a listener: those that both name; `undefined`: none. An empty
 * list stands for every host. Source: findMatchingHostnames.
 */
export function commonHosts(
  listenerHost: string | undefined,
  routeHosts: readonly string[],
): readonly string[] | undefined {
  if (listenerHost === undefined) return routeHosts;
  if (routeHosts.length === 0) return [listenerHost];
  const hosts = routeHosts.flatMap(
    (host) => narrower(listenerHost, host) ?? narrower(host, listenerHost) ?? [],
  );
  return hosts.length === 0 ? undefined : hosts;
}

/** The second, if it is the first or among its hosts. */
function narrower(wide: string, host: string): string | undefined {
  if (wide === host) return host;
  return wide.startsWith('*.') && host.endsWith(wide.slice(1)) ? host : undefined;
}
