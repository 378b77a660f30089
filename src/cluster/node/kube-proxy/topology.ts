/**
 * Which endpoints of a service a node uses: for traffic that may leave the node, for traffic that
 * must stay on it, and whether there are any at all.
 * Models kubernetes/pkg/proxy/topology.go CategorizeEndpoints.
 */
import type { EndpointInfo } from './endpoint-slices.ts';
import { type ServicePortInfo, usesClusterEndpoints, usesLocalEndpoints } from './service-port.ts';

export interface EndpointCategories {
  readonly cluster: readonly EndpointInfo[];
  readonly local: readonly EndpointInfo[];
  /** The endpoints that get a chain on this node. */
  readonly reachable: readonly EndpointInfo[];
  /** Somewhere in the cluster, whether or not this node may use them. */
  readonly hasAny: boolean;
}

/** The node's name and zone. */
export interface NodeTopology {
  readonly node: string;
  readonly zone: string | undefined;
}

const servesWhileTerminating = ({ isServing, isTerminating }: EndpointInfo): boolean =>
  isServing && isTerminating;

export function categorizeEndpoints(
  endpoints: readonly EndpointInfo[],
  service: ServicePortInfo,
  topology: NodeTopology,
): EndpointCategories {
  const usesCluster = usesClusterEndpoints(service);
  const cluster = usesCluster ? clusterEndpoints(endpoints, topology) : [];
  if (!usesLocalEndpoints(service)) {
    return { cluster, local: [], reachable: cluster, hasAny: cluster.length > 0 };
  }
  const hasAny = endpoints.some((one) => one.isReady || servesWhileTerminating(one));
  const here = endpoints.filter(({ isLocal }) => isLocal);
  const local = readyOrServing(here);
  if (!usesCluster) return { cluster: [], local, reachable: local, hasAny };
  const known = new Set(cluster);
  const others = local.filter((one) => !known.has(one));
  const reachable = [...cluster, ...others].sort((a, b) => (a.address < b.address ? -1 : 1));
  return { cluster, local, reachable, hasAny };
}

function clusterEndpoints(
  endpoints: readonly EndpointInfo[],
  topology: NodeTopology,
): readonly EndpointInfo[] {
  const ready = endpoints.filter(({ isReady }) => isReady);
  if (ready.length === 0) return endpoints.filter(servesWhileTerminating);
  return nearest(ready, topology);
}

/** Traffic goes to terminating endpoints that still serve only when no endpoint is ready. */
function readyOrServing(endpoints: readonly EndpointInfo[]): readonly EndpointInfo[] {
  const ready = endpoints.filter(({ isReady }) => isReady);
  return ready.length > 0 ? ready : endpoints.filter(servesWhileTerminating);
}

/**
 * Hints count only when every endpoint has them and one names this node or, failing that, this
 * zone.
 */
function nearest(
  ready: readonly EndpointInfo[],
  { node, zone }: NodeTopology,
): readonly EndpointInfo[] {
  if (ready.every(({ nodeHints }) => nodeHints.length > 0)) {
    const here = ready.filter(({ nodeHints }) => nodeHints.includes(node));
    if (here.length > 0) return here;
  }
  if (zone === undefined || !ready.every(({ zoneHints }) => zoneHints.length > 0)) return ready;
  const here = ready.filter(({ zoneHints }) => zoneHints.includes(zone));
  return here.length > 0 ? here : ready;
}
