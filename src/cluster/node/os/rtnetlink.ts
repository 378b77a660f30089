/**
 * How CNI plugins put a pod's network together: the calls of rtnetlink, as values.
 * Interfaces only; the kernel of the node implements them.
 */

/** A pod's cable: one end in its namespace, the other on the host. */
export interface PodLink {
  /** Path of the network namespace. */
  readonly netns: string;
  /** `namespace/name` of the pod. */
  readonly pod: string;
  readonly ip: string;
  /** The pod range of the node: `10.244.1.0/24`. */
  readonly subnet: string;
  readonly gateway: string;
  readonly mac: string;
  /** The end on the host. */
  readonly hostInterface: string;
  readonly hostMac: string;
  readonly bridgeMac: string;
  /**
   * The host's end is on no bridge: the host has a route to the pod's address, and every packet of
   * the pod passes the host's packet filter. Absent: it is on the bridge.
   */
  readonly routed?: true;
}

/** A route to another node's pods. */
export interface SubnetRoute {
  readonly node: string;
  readonly subnet: string;
  readonly nodeAddress: string;
  /** Of its flannel.1. */
  readonly vtepMac: string;
}

export interface PodLinks {
  /** flannel brings its device up and announces this node to the others. */
  joinOverlay(): void;
  /** Creates the namespace's eth0, its address and its default route. */
  connectPod(link: PodLink): void;
  /** Removes all of it, with the namespace. */
  disconnectPod(netns: string): void;
}
