/**
 * Hands out the addresses of the node's pod range and remembers which container has which.
 *
 * Models containernetworking/plugins ipam/host-local: one lease file for each address under
 * /var/lib/cni/networks/NETWORK, round robin after the last address handed out.
 */
import { err, ok, type Result } from '#base/result';

/** A lease file: which container holds an address. */
export interface Lease {
  readonly containerId: string;
  readonly ifName: string;
}

const toNumber = (address: string): number =>
  address.split('.').reduce((value, part) => value * 256 + Number(part), 0);

const toAddress = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

export class HostLocal {
  readonly gateway: string;
  readonly prefixLength: number;
  readonly subnet: string;
  readonly #first: number;
  readonly #last: number;
  readonly #leases = new Map<string, Lease>();
  #lastReserved: number;

  /** `cidr`: the pod range of the node, e.g. `10.244.0.0/24`; its first address is the gateway. */
  constructor(cidr: string) {
    const [network = '', prefix = '24'] = cidr.split('/');
    this.subnet = cidr;
    this.prefixLength = Number(prefix);
    const base = toNumber(network);
    this.gateway = toAddress(base + 1);
    this.#first = base + 1;
    this.#last = base + 2 ** (32 - this.prefixLength) - 2;
    this.#lastReserved = this.#first;
  }

  /** The lease files by address. */
  get leases(): ReadonlyMap<string, Lease> {
    return this.#leases;
  }

  /** The next free address after the last one handed out; never the gateway. */
  allocate(lease: Lease): Result<string, string> {
    const size = this.#last - this.#first + 1;
    for (let step = 1; step <= size; step++) {
      const value = this.#first + ((this.#lastReserved - this.#first + step) % size);
      const address = toAddress(value);
      if (address === this.gateway || this.#leases.has(address)) continue;
      this.#leases.set(address, lease);
      this.#lastReserved = value;
      return ok(address);
    }
    const range = `${toAddress(this.#first)}-${toAddress(this.#last)}`;
    return err(`failed to allocate for range 0: no IP addresses available in range set: ${range}`);
  }

  /** Releases every address that a container holds on an interface. */
  release({ containerId, ifName }: Lease): readonly string[] {
    const released: string[] = [];
    for (const [address, lease] of this.#leases) {
      if (lease.containerId === containerId && lease.ifName === ifName) released.push(address);
    }
    for (const address of released) this.#leases.delete(address);
    return released;
  }
}
