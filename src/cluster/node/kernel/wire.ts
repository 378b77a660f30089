/**
 * The wire between the machines: which machine has an address, and which node has the pod range of
 * an address.
 *
 * Models one Ethernet segment with all nodes on it, and flannel's map of pod ranges to nodes (as
 * kube-subnet-mgr gathers it). There is one wire for the cluster.
 */
import { ipToNumber } from '#base/ipv4';
import type { Balancer, NetworkHost, OverlayBackend, Segment } from './network-host.ts';

export class Wire implements Segment {
  readonly backend: OverlayBackend;
  readonly clusterCIDR: string;
  readonly #byAddress = new Map<string, NetworkHost>();
  /** Nodes by prefix length, then by network number. */
  readonly #bySubnet = new Map<number, Map<number, NetworkHost>>();
  readonly #outside = new Map<string, ReadonlySet<number>>();
  readonly #machines = new Map<string, NetworkHost>();
  readonly #balancers = new Map<string, Balancer>();
  /** Pairs of machines between which no packet passes. */
  readonly #parted = new Set<string>();

  constructor(clusterCIDR: string, backend: OverlayBackend = 'vxlan') {
    this.clusterCIDR = clusterCIDR;
    this.backend = backend;
  }

  get kernels(): readonly NetworkHost[] {
    return [...this.#byAddress.values()];
  }

  plug(kernel: NetworkHost): void {
    this.#byAddress.set(kernel.address, kernel);
    const { length, network } = split(kernel.podCIDR);
    const subnets = this.#bySubnet.get(length) ?? new Map<number, NetworkHost>();
    subnets.set(network, kernel);
    this.#bySubnet.set(length, subnets);
  }

  /** A machine that is no node, with the TCP ports that it answers on. */
  addOutsider(address: string, ports: readonly number[]): void {
    this.#outside.set(address, new Set(ports));
  }

  /** The network of a machine that is no node, once a program uses it. */
  addMachine(machine: NetworkHost): void {
    this.#machines.set(machine.address, machine);
  }

  /** No packet passes between two machines any more, named by their addresses. */
  part(one: string, other: string): void {
    this.#parted.add(pairOf(one, other));
  }

  /** Packets pass between them again. */
  join(one: string, other: string): void {
    this.#parted.delete(pairOf(one, other));
  }

  carries(one: string, other: string): boolean {
    return this.#parted.size === 0 || !this.#parted.has(pairOf(one, other));
  }

  /** What a load balancer's address does; `undefined`: nobody has the address any more. */
  setBalancer(address: string, balancer: Balancer | undefined): void {
    if (balancer === undefined) this.#balancers.delete(address);
    else this.#balancers.set(address, balancer);
  }

  machine(address: string): NetworkHost | undefined {
    return this.#machines.get(address);
  }

  balancer(address: string): Balancer | undefined {
    return this.#balancers.get(address);
  }

  node(address: string): NetworkHost | undefined {
    return this.#byAddress.get(address);
  }

  outsider(address: string): ReadonlySet<number> | undefined {
    return this.#outside.get(address);
  }

  /** The node whose pod range holds an address. */
  nodeOfPod(ip: string): NetworkHost | undefined {
    const number = ipToNumber(ip);
    for (const [length, subnets] of this.#bySubnet) {
      const found = subnets.get(Math.floor(number / 2 ** (32 - length)));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

const pairOf = (one: string, other: string): string => [one, other].sort().join(' ');

function split(cidr: string): { readonly length: number; readonly network: number } {
  const [ip = '', length = '24'] = cidr.split('/');
  return {
    length: Number(length),
    network: Math.floor(ipToNumber(ip) / 2 ** (32 - Number(length))),
  };
}
