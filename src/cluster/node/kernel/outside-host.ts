/**
 * The network of a machine that is no node: one address on the wire, sockets, connection tracking.
 * No pods, no overlay, and nobody writes packet filter rules there.
 *
 * In: its name, its address and the wire. Out: a namespace that programs dial from; facts of
 * `NAME/kernel` when their packets leave and answers arrive.
 */
import type { Prng } from '#base/prng';
import type { Environment } from '#cluster/environment';
import { Conntrack } from './conntrack.ts';
import { uplinkDevice } from './devices.ts';
import { IpvsTable } from './ipvs.ts';
import { Namespace } from './namespace.ts';
import { NftTables } from './netfilter/nft-tables.ts';
import { NetfilterTables } from './netfilter/tables.ts';
import { RecentLists, type TraversalContext } from './netfilter/traverse.ts';
import type { NetworkHost, Route } from './network-host.ts';
import type { Wire } from './wire.ts';

export interface OutsideHostOptions {
  readonly name: string;
  readonly address: string;
  readonly wire: Wire;
}

export class OutsideHost implements NetworkHost {
  readonly component: string;
  readonly node: string;
  readonly address: string;
  readonly wire: Wire;
  readonly env: Environment;
  readonly prng: Prng;
  readonly conntrack = new Conntrack();
  readonly ipvs = new IpvsTable();
  readonly host: Namespace;
  readonly up = true;
  readonly pods = [];
  readonly subnetRoutes = [];
  /** Only nodes have these. */
  readonly podCIDR = '';
  readonly gateway = '';
  readonly vtepAddress = '';
  readonly vtepMac = '';
  readonly mac = '';
  readonly bridgeMac = '';
  readonly #netfilter = new NetfilterTables();
  readonly #nftables = new NftTables(() => undefined);
  readonly #recent = new RecentLists();

  constructor(env: Environment, { name, address, wire }: OutsideHostOptions) {
    this.env = env;
    this.component = `${name}/kernel`;
    this.node = name;
    this.address = address;
    this.wire = wire;
    this.prng = env.prng.fork(this.component);
    this.host = new Namespace(this, '', 'host', undefined);
    wire.addMachine(this);
  }

  podAt(): undefined {
    return undefined;
  }

  readonly isLocal = (ip: string): boolean => ip === this.address || ip.startsWith('127.');

  /** It knows no way to pods: their addresses have a meaning only between nodes. */
  route(ip: string): Route {
    if (this.isLocal(ip)) return { to: 'local', device: 'lo' };
    const isNear = this.wire.node(ip) !== undefined || this.wire.outsider(ip) !== undefined;
    return { to: isNear ? 'neighbour' : 'outside', device: uplinkDevice };
  }

  addressOf(device: string): string {
    return device === 'lo' ? '127.0.0.1' : this.address;
  }

  sourceFor(ip: string): string {
    return this.isLocal(ip) ? ip : this.address;
  }

  get traversal(): TraversalContext {
    const { prng, isLocal } = this;
    const [netfilter, nftables, recent] = [this.#netfilter, this.#nftables, this.#recent];
    return { netfilter, nftables, prng, isLocal, recent, now: this.env.sim.now };
  }
}
