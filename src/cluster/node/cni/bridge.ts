/**
 * The bridge of the node and the cables into its pods.
 * Models containernetworking/plugins main/bridge: cni0, a veth pair for each pod, routes.
 */
import type { Prng } from '#base/prng';

export interface VethPair {
  /** The end on the host: `veth` and eight hexadecimal digits. */
  readonly host: string;
  readonly hostMac: string;
  readonly containerMac: string;
}

export const bridgeName = 'cni0';

export class Bridge {
  readonly mac: string;
  readonly #prng: Prng;
  readonly #ports = new Map<string, VethPair>();
  #exists = false;
  #address = '';

  constructor(prng: Prng) {
    this.#prng = prng;
    this.mac = this.#randomMac();
  }

  /** Creates the bridge if it does not exist; true when it is new. */
  ensure(): boolean {
    const created = !this.#exists;
    this.#exists = true;
    return created;
  }

  /** Devices live in memory. */
  powerLost(): void {
    this.#exists = false;
    this.#address = '';
    this.#ports.clear();
  }

  /** The gateway address, set with the first pod. */
  get address(): string {
    return this.#address;
  }

  setAddress(address: string): boolean {
    const isNew = this.#address !== address;
    this.#address = address;
    return isNew;
  }

  /** A new cable between the bridge and a container's namespace. */
  connect(containerId: string): VethPair {
    const pair: VethPair = {
      host: `veth${this.#hex(8)}`,
      hostMac: this.#randomMac(),
      containerMac: this.#randomMac(),
    };
    this.#ports.set(containerId, pair);
    return pair;
  }

  disconnect(containerId: string): VethPair | undefined {
    const pair = this.#ports.get(containerId);
    this.#ports.delete(containerId);
    return pair;
  }

  #hex(digits: number): string {
    let text = '';
    for (let i = 0; i < digits; i++) text += this.#prng.nextInt(16).toString(16);
    return text;
  }

  /** Locally administered and not multicast, as the kernel draws them. */
  #randomMac(): string {
    const first = ((this.#prng.nextInt(256) & 0xfe) | 0x02).toString(16).padStart(2, '0');
    return [first, ...Array.from({ length: 5 }, () => this.#hex(2))].join(':');
  }
}
