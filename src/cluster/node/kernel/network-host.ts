/**
 * Interfaces for packets and sockets: a node, its network namespaces and the wire between nodes.
 * The kernel, its namespaces and the wire implement them.
 */
import type { Prng } from '#base/prng';
import type { Environment } from '#cluster/environment';
import type { PodLink, SubnetRoute } from '#cluster/node/os/rtnetlink';
import type { Connection, Datagram } from '#cluster/node/os/sockets';
import type { Conntrack } from './conntrack.ts';
import type { uplinkDevice } from './devices.ts';
import type { IpvsTable } from './ipvs.ts';
import type { TraversalContext } from './netfilter/traverse.ts';

/** Where a packet goes next, by the host's routing table. */
export type Route =
  | { readonly to: 'local'; readonly device: 'lo' }
  | { readonly to: 'pod'; readonly device: string }
  | { readonly to: 'node-of-pod'; readonly device: string; readonly node: NetworkHost }
  | { readonly to: 'neighbour'; readonly device: typeof uplinkDevice }
  | { readonly to: 'outside'; readonly device: typeof uplinkDevice };

/** How pods of different nodes reach each other. */
export type OverlayBackend = 'vxlan' | 'host-gw';

/**
 * A load balancer between the machines, at an address of its own. It passes a packet on to one of
 * its nodes and leaves the addresses in it as they are; the answer goes straight to the client.
 */
export interface Balancer {
  /** `tcp/80` */
  readonly ports: ReadonlySet<string>;
  /** Addresses of nodes. */
  readonly nodes: readonly string[];
}

/** The wire between the machines. */
export interface Segment {
  readonly clusterCIDR: string;
  readonly backend: OverlayBackend;
  node(address: string): NetworkHost | undefined;
  /** The ports of a machine that is no node. */
  outsider(address: string): ReadonlySet<number> | undefined;
  /** The network of such a machine, if a program there uses it. */
  machine(address: string): NetworkHost | undefined;
  balancer(address: string): Balancer | undefined;
  /** Whether packets pass between two machines. */
  carries(one: string, other: string): boolean;
}

/** A network namespace, the host's own or a pod's, with the sockets that packets arrive at. */
export interface SocketNamespace {
  readonly kernel: NetworkHost;
  /** `host`, or `namespace/name` of the pod. */
  readonly name: string;
  readonly link: PodLink | undefined;
  readonly address: string;
  readonly removed: boolean;
  /** The source address of a packet to this destination. */
  sourceFor(ip: string): string;
  /** The socket that accepts connections at a port. */
  listener(
    port: number,
  ): { readonly closed: boolean; offer(connection: Connection): void } | undefined;
  /** The socket that receives datagrams at a port. */
  udpSocket(port: number): { deliver(datagram: Datagram): void } | undefined;
}

/** One node. */
export interface NetworkHost {
  /** `node-1/kernel` */
  readonly component: string;
  readonly node: string;
  readonly address: string;
  readonly podCIDR: string;
  readonly gateway: string;
  readonly vtepAddress: string;
  readonly vtepMac: string;
  readonly mac: string;
  readonly bridgeMac: string;
  readonly wire: Segment;
  readonly env: Environment;
  readonly prng: Prng;
  readonly conntrack: Conntrack;
  readonly ipvs: IpvsTable;
  /** Its own namespace. */
  readonly host: SocketNamespace;
  readonly pods: readonly SocketNamespace[];
  readonly subnetRoutes: readonly SubnetRoute[];
  /** Whether its network cable is plugged in. */
  readonly up: boolean;
  readonly traversal: TraversalContext;
  podAt(ip: string): SocketNamespace | undefined;
  route(ip: string): Route;
  addressOf(device: string): string;
  sourceFor(ip: string): string;
}
