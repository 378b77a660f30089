/**
 * The /24 ranges within an IPv4 range; the lowest free one is allocated first. Models
 * kubernetes/pkg/controller/nodeipam/ipam/cidrset/cidr_set.go.
 */
import { must } from '#base/assert';

const partBits = 24;

export class CidrSet {
  readonly #base: number;
  readonly #count: number;
  readonly #used = new Set<number>();

  /** `range`: `10.244.0.0/16`, not smaller than a /24. */
  constructor(range: string) {
    const [address = '', bits = ''] = range.split('/');
    this.#base = toNumber(address);
    this.#count = 2 ** (partBits - Number(bits));
  }

  /** `undefined` when all are allocated. */
  allocate(): string | undefined {
    for (let index = 0; index < this.#count; index++) {
      if (this.#used.has(index)) continue;
      this.#used.add(index);
      return `${toAddress(this.#base + index * 256)}/${partBits}`;
    }
    return undefined;
  }

  occupy(cidr: string): void {
    this.#used.add(this.#indexOf(cidr));
  }

  release(cidr: string): void {
    this.#used.delete(this.#indexOf(cidr));
  }

  #indexOf(cidr: string): number {
    const address = must(cidr.split('/')[0], 'a CIDR has an address');
    return (toNumber(address) - this.#base) / 256;
  }
}

const toNumber = (address: string): number =>
  address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

const toAddress = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
