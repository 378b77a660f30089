/** The network of the nodes: packet filter rules, connections and their way, DNS. */
import type { FactBase } from '../fact.ts';

/** kube-proxy brought the node's rules in step. Component: `NODE/kube-proxy`. */
export interface ProxyRulesSynced extends FactBase {
  readonly type: 'ProxyRulesSynced';
  /** The first sync of a process writes everything. */
  readonly full: boolean;
  /** Services and endpoints that have rules now. */
  readonly services: number;
  readonly endpoints: number;
  /** `namespace/name` of the services that this sync looked at. */
  readonly changed: readonly string[];
}

/** Felix brought the node's rules in step with NetworkPolicies. Component: `NODE/calico-node`. */
export interface PolicyRulesSynced extends FactBase {
  readonly type: 'PolicyRulesSynced';
  /** `networkpolicies/default/deny-all`, `pods/default/web`, …: what this sync is for. */
  readonly changed: readonly string[];
  /** The policies that select a pod of this node: `default/knp.default.deny-all`. */
  readonly policies: readonly string[];
  /** Pods of this node with chains of their own. */
  readonly workloads: number;
  /** The members of each IP set that changed. */
  readonly sets: Readonly<Record<string, readonly string[]>>;
}

/** Chains of the kernel's packet filter changed. Component: `NODE/kernel`. */
export interface NetfilterChanged extends FactBase {
  readonly type: 'NetfilterChanged';
  /** `mangle`, `filter` or `nat` of iptables, or a table of nftables: `ip kube-proxy`. */
  readonly table: string;
  /**
   * The rules of each chain that changed, as iptables-save or nft prints them; of nftables also the
   * new elements of sets and maps, as `@service-ips`.
   */
  readonly chains: Readonly<Record<string, readonly string[]>>;
  readonly deleted: readonly string[];
}

interface Address {
  readonly ip: string;
  readonly port: number;
}

/**
 * One step of a packet's way. Component: `NODE/kernel` of the node that it happened on;
 * `person/kernel`: of the machine that the person types on.
 */
export interface PacketHop extends FactBase {
  readonly type: 'PacketHop';
  /** The fact of the first hop of the same packet; 0 in the first itself. */
  readonly packet: number;
  readonly hop:
    | 'routed'
    | 'bridged'
    | 'translated'
    | 'filtered'
    | 'encapsulated'
    | 'decapsulated'
    /** A load balancer passed it on to a node, as it is. Component: the sender's kernel. */
    | 'balanced'
    | 'received'
    | 'rejected'
    | 'dropped'
    | 'unanswered';
  /** `host`, or `namespace/name` of the pod whose network namespace it is. */
  readonly namespace: string;
  /** `tcp 10.244.0.5:40112 > 10.96.0.50:80`, after this hop. */
  readonly addresses: string;
  /** The packet filter rules that matched, as iptables-save or `nft monitor trace` prints them. */
  readonly rules: readonly string[];
  /**
   * Route, device, table, chain, MAC address, outer packet, …; in the last hop `examined`: how many
   * rules all nodes on the way looked at for this packet.
   */
  readonly params: Readonly<Record<string, string>>;
}

/** The other end accepted a connection or refused it. Component: the client's kernel. */
export interface ConnectionAnswered extends FactBase {
  readonly type: 'ConnectionAnswered';
  /** The fact of the first hop of the connection's first packet. */
  readonly connection: number;
  /** The client's namespace, as in `PacketHop`. */
  readonly namespace: string;
  /** Where the client meant to go, and the server that it got. */
  readonly to: Address;
  readonly server: Address;
  /** Who the server believes the client is. */
  readonly client: Address;
  readonly error?: string;
}

/**
 * A node joined the overlay: every other node gets a route to its subnet, an ARP entry for the
 * subnet's address and, with vxlan, a forwarding entry of the MAC address to the node.
 * Component: `NODE/kernel`.
 */
export interface OverlayJoined extends FactBase {
  readonly type: 'OverlayJoined';
  readonly backend: 'vxlan' | 'host-gw';
  readonly subnet: string;
  readonly nodeAddress: string;
  /** Of flannel.1. */
  readonly vtepMac: string;
}

/**
 * The cloud made, changed or took away a load balancer, or other nodes than before have answered
 * its questions. Component: `cloud`.
 */
export interface LoadBalancerSet extends FactBase {
  readonly type: 'LoadBalancerSet';
  readonly what: 'created' | 'updated' | 'deleted' | 'checked';
  /** `namespace/name` */
  readonly service: string;
  readonly address: string;
  /** `tcp/80` */
  readonly ports: readonly string[];
  /** The nodes that it passes packets on to, those of them that answer. */
  readonly nodes: readonly string[];
  /** The port at which it asks each node: of kube-proxy, or the `healthCheckNodePort`. */
  readonly checkPort: number;
  /** Whom it asks there; absent: the Service's own port. */
  readonly asks?: 'kube-proxy';
}

/**
 * An ingress controller, or a Gateway's, gave its proxy another configuration.
 * Component: `nginx-ingress-controller` or `traefik`.
 */
export interface ProxyConfigured extends FactBase {
  readonly type: 'ProxyConfigured';
  /** The kind of its rules; absent: Ingress. */
  readonly rule?: 'HTTPRoute';
  /** Whether the proxy had to read its configuration file again. */
  readonly reloads: boolean;
  /** The hosts that it knows; `_` stands for all of them. */
  readonly hosts: readonly string[];
  /** `default-web-80: 10.244.0.5:80 10.244.1.4:80` */
  readonly backends: readonly string[];
}

/**
 * A proxy answered a request, mostly with what a pod behind it said.
 * Component: `nginx-ingress-controller` or `traefik`.
 */
export interface RequestProxied extends FactBase {
  readonly type: 'RequestProxied';
  /** The address that the connection came from. */
  readonly client: string;
  readonly host: string;
  /** `GET /cart HTTP/1.1` */
  readonly request: string;
  /** The kind of the rule; absent: Ingress. */
  readonly rule?: 'HTTPRoute';
  /** `namespace/name` of the object whose rule matched, and of its Service; empty: none. */
  readonly ingress: string;
  readonly service: string;
  /** The pod that was asked last: `10.244.0.5:80`; empty: nobody was asked. */
  readonly endpoint: string;
  readonly status: number;
}

/** CoreDNS answered a question. Component: `coredns`. */
export interface DnsAnswered extends FactBase {
  readonly type: 'DnsAnswered';
  /** The address of the pod that it runs in. */
  readonly server: string;
  readonly client: string;
  readonly name: string;
  readonly recordType: string;
  readonly rcode: 'NOERROR' | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED';
  /** `A 10.96.0.50`, … */
  readonly records: readonly string[];
}

export type NetworkFact =
  | ProxyRulesSynced
  | PolicyRulesSynced
  | NetfilterChanged
  | PacketHop
  | ConnectionAnswered
  | OverlayJoined
  | LoadBalancerSet
  | ProxyConfigured
  | RequestProxied
  | DnsAnswered;
