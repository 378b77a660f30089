/**
 * The network part of one node's Linux kernel: what programs configure and packets pass.
 *
 * In: calls of kube-proxy, CNI plugins and processes, through the interfaces in this folder. Out:
 * namespaces, rules and connections; facts of `NODE/kernel` when rules change or packets pass.
 */
import { ipToNumber, numberToIp, rangeHolds } from '#base/ipv4';
import type { Prng } from '#base/prng';
import type { NodeConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import type { PodLink, PodLinks, SubnetRoute } from '#cluster/node/os/rtnetlink';
import type { NodeNetwork } from '#cluster/node/os/sockets';
import { Conntrack } from './conntrack.ts';
import { bridgeDevice, overlayDevice, uplinkDevice } from './devices.ts';
import { IpvsTable } from './ipvs.ts';
import { Namespace } from './namespace.ts';
import { nftChange } from './netfilter/nft-change.ts';
import { NftTables } from './netfilter/nft-tables.ts';
import { TracedNetfilter } from './netfilter/traced-netfilter.ts';
import { RecentLists, type TraversalContext } from './netfilter/traverse.ts';
import type { NetworkHost, Route } from './network-host.ts';
import type { Wire } from './wire.ts';

export interface KernelOptions {
  readonly node: NodeConfig;
  readonly wire: Wire;
  /** Whether the machine's network cable is plugged in. */
  readonly isUp?: () => boolean;
}

export class Kernel implements NetworkHost, NodeNetwork, PodLinks {
  readonly component: string;
  readonly node: string;
  readonly address: string;
  readonly podCIDR: string;
  /** The first address of the pod range, on the bridge; its network address is flannel.1's. */
  readonly gateway: string;
  readonly vtepAddress: string;
  readonly vtepMac: string;
  readonly mac: string;
  /** Of cni0: the first pod's plugin run sets it. */
  bridgeMac = '';
  readonly wire: Wire;
  readonly env: Environment;
  readonly prng: Prng;
  readonly tables: TracedNetfilter;
  readonly nftables: NftTables;
  readonly ipvs = new IpvsTable();
  readonly conntrack = new Conntrack();
  readonly host: Namespace;
  readonly #isUp: () => boolean;
  readonly #recent = new RecentLists();
  readonly #namespaces = new Map<string, Namespace>();
  readonly #podsByIp = new Map<string, Namespace>();

  constructor(env: Environment, { node, wire, isUp }: KernelOptions) {
    this.env = env;
    this.component = `${node.name}/kernel`;
    this.node = node.name;
    this.address = node.address;
    this.podCIDR = node.podCIDR;
    this.vtepAddress = node.podCIDR.slice(0, node.podCIDR.indexOf('/'));
    this.gateway = numberToIp(ipToNumber(this.vtepAddress) + 1);
    this.prng = env.prng.fork(this.component);
    this.mac = randomMac(this.prng);
    this.vtepMac = randomMac(this.prng);
    this.wire = wire;
    this.#isUp = isUp ?? (() => true);
    this.tables = new TracedNetfilter(env.tracer, this.component);
    const { component } = this;
    this.nftables = new NftTables((table, transaction) => {
      env.tracer.emit({ ...nftChange(table, transaction), component });
    });
    this.host = new Namespace(this, '', 'host', undefined);
    wire.plug(this);
  }

  get up(): boolean {
    return this.#isUp();
  }

  /** The packet filter of the host's own network namespace. */
  get netfilter(): TracedNetfilter {
    return this.tables;
  }

  get pods(): readonly Namespace[] {
    return [...this.#namespaces.values()];
  }

  /** The other nodes of the overlay. */
  get subnetRoutes(): readonly SubnetRoute[] {
    return this.wire.kernels
      .filter((other) => other !== this)
      .map(({ node, podCIDR, address, vtepMac }) => ({
        node,
        subnet: podCIDR,
        nodeAddress: address,
        vtepMac,
      }));
  }

  namespace(path: string): Namespace | undefined {
    return path === '' ? this.host : this.#namespaces.get(path);
  }

  podAt(ip: string): Namespace | undefined {
    return this.#podsByIp.get(ip);
  }

  joinOverlay(): void {
    this.env.tracer.emit({
      type: 'OverlayJoined',
      component: this.component,
      backend: this.wire.backend,
      subnet: this.podCIDR,
      nodeAddress: this.address,
      vtepMac: this.vtepMac,
    });
  }

  connectPod(link: PodLink): void {
    const namespace = new Namespace(this, link.netns, link.pod, link);
    if (link.routed === undefined) this.bridgeMac = link.bridgeMac;
    this.#namespaces.set(link.netns, namespace);
    this.#podsByIp.set(link.ip, namespace);
  }

  disconnectPod(netns: string): void {
    const namespace = this.#namespaces.get(netns);
    if (namespace === undefined) return;
    this.#namespaces.delete(netns);
    if (this.#podsByIp.get(namespace.address) === namespace) {
      this.#podsByIp.delete(namespace.address);
    }
    namespace.remove();
  }

  /** The machine lost power: rules, connections and namespaces were in memory. */
  powerLost(): void {
    for (const { path } of this.pods) this.disconnectPod(path);
    this.conntrack.clear();
    this.nftables.clear();
    this.ipvs.clear();
    this.tables.powerLost();
  }

  readonly isLocal = (ip: string): boolean =>
    ip === this.address ||
    ip === this.gateway ||
    ip === this.vtepAddress ||
    ip.startsWith('127.') ||
    this.ipvs.hasAddress(ip);

  /** The host's routing decision. */
  route(ip: string): Route {
    if (this.isLocal(ip)) return { to: 'local', device: 'lo' };
    const link = this.podAt(ip)?.link;
    if (link?.routed === true) return { to: 'pod', device: link.hostInterface };
    if (rangeHolds(this.podCIDR, ip)) return { to: 'pod', device: bridgeDevice };
    const node = this.wire.nodeOfPod(ip);
    if (node !== undefined) {
      const device = this.wire.backend === 'vxlan' ? overlayDevice : uplinkDevice;
      return { to: 'node-of-pod', device, node };
    }
    const isNear = this.wire.node(ip) !== undefined || this.wire.outsider(ip) !== undefined;
    return { to: isNear ? 'neighbour' : 'outside', device: uplinkDevice };
  }

  /** The address that a device of the host has. */
  addressOf(device: string): string {
    if (device === bridgeDevice) return this.gateway;
    if (device === overlayDevice) return this.vtepAddress;
    return device === 'lo' ? '127.0.0.1' : this.address;
  }

  /** The source address that the host's own processes get for a destination. */
  sourceFor(ip: string): string {
    return this.isLocal(ip) ? ip : this.addressOf(this.route(ip).device);
  }

  get traversal(): TraversalContext {
    const { tables: netfilter, nftables, prng, isLocal } = this;
    return { netfilter, nftables, prng, isLocal, recent: this.#recent, now: this.env.sim.now };
  }
}

/** Locally administered and not multicast. */
function randomMac(prng: Prng): string {
  const bytes = Array.from({ length: 6 }, () => prng.nextInt(256));
  bytes[0] = ((bytes[0] ?? 0) & 0xfe) | 0x02;
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}
