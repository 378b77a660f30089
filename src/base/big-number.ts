/** Whole numbers of any size, as signatures need them. */
import { toHex } from './sha256.ts';

/** The number that the bytes are, the highest first. */
export const numberOf = (bytes: Uint8Array): bigint =>
  bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);

export function powerModulo(base: bigint, power: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = power; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
