/**
 * RSA signatures as tokens carry them: RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017), 2048 bits.
 *
 * The public half and the signatures are those of any RSA key, so that every client can verify
 * them. The private half is a product of many small primes: a signature takes a tenth of a
 * millisecond instead of four. Such a key hides nothing, and needs to hide nothing here: whoever
 * knows the seed of a run knows its key.
 */
import { must } from './assert.ts';
import { numberOf, powerModulo } from './big-number.ts';
import type { Prng } from './prng.ts';
import { sha256, toHex } from './sha256.ts';

/** The bytes of a modulus and of a signature. */
const size = 256;
const bits = 2048n;
const exponent = 65_537;
/** Products of two numbers below this are exact as a double. */
const primeBits = 26;

/** The padding and the name of the hash, before the hash itself: RFC 8017, 9.2. */
const digestInfo = '3031300d060960864801650304020105000420';
const padding = `01${'ff'.repeat(size - 3 - digestInfo.length / 2 - 32)}00`;
const encodedStart = BigInt(`0x${padding}${digestInfo}${'00'.repeat(32)}`);

/** What signing needs of one prime. */
interface Prime {
  readonly prime: number;
  readonly inverse: number;
  /** The private exponent for this prime. */
  readonly exponent: number;
  /** The start of every encoded message, modulo this prime. */
  readonly start: number;
  /** What a remainder of this prime stands for in the whole: the Chinese remainder theorem. */
  readonly part: bigint;
}

export class RsaKey {
  readonly #modulus: bigint;
  readonly #primes: readonly Prime[];

  /** A key made of the next numbers of the generator. */
  constructor(prng: Prng) {
    const primes = choosePrimes(prng);
    this.#modulus = primes.reduce((product, prime) => product * BigInt(prime), 1n);
    this.#primes = primes.map((prime) => {
      const others = this.#modulus / BigInt(prime);
      const back = inverseOf(Number(others % BigInt(prime)), prime);
      return {
        prime,
        inverse: 1 / prime,
        exponent: inverseOf(exponent, prime - 1),
        start: Number(encodedStart % BigInt(prime)),
        part: others * BigInt(back),
      };
    });
  }

  /** The modulus as 256 bytes, the highest first; the public exponent is always 65537. */
  get modulus(): Uint8Array {
    return toBytes(this.#modulus);
  }

  /** The signature of a message: 256 bytes, always the same for the same message. */
  sign(message: Uint8Array): Uint8Array {
    const hash = sha256(message);
    let sum = 0n;
    for (const { prime, inverse, exponent: power, start, part } of this.#primes) {
      const remainder = (remainderOf(hash, prime, inverse) + start) % prime;
      sum += part * BigInt(powerOf(remainder, power, prime, inverse));
    }
    return toBytes(sum % this.#modulus);
  }

  /** Whether a signature is one of this key for the message; it asks only the public half. */
  verify(message: Uint8Array, signature: Uint8Array): boolean {
    if (signature.length !== size) return false;
    const root = BigInt(`0x${toHex(signature)}`);
    if (root >= this.#modulus) return false;
    let power = root;
    for (let i = 0; i < 16; i++) power = (power * power) % this.#modulus;
    const found = (power * root) % this.#modulus;
    return found === encodedStart + BigInt(`0x${toHex(sha256(message))}`);
  }
}

/**
 * Whether a signature is one of a key that is known by its public half alone: modulus and exponent,
 * the highest byte first. A key of more than 8192 bits signs nothing.
 */
export function verifyRsa(
  modulus: Uint8Array,
  publicExponent: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const length = signature.length;
  const filled = length - 3 - digestInfo.length / 2 - 32;
  if (filled < 8 || length > mostBytes || publicExponent.length > 4) return false;
  const [whole, power, root] = [modulus, publicExponent, signature].map(numberOf);
  if (whole === undefined || power === undefined || root === undefined || root >= whole)
    return false;
  if (whole.toString(16).length > 2 * length) return false;
  const expected = `0x01${'ff'.repeat(filled)}00${digestInfo}${toHex(sha256(message))}`;
  return powerModulo(root, power, whole) === BigInt(expected);
}

const mostBytes = 1024;

/** Primes whose product has exactly 2048 bits, each once. */
function choosePrimes(prng: Prng): readonly number[] {
  const chosen: number[] = [];
  let product = 1n;
  const add = (from: number): void => {
    let prime = from | 1;
    while (chosen.includes(prime) || !isPrime(prime) || (prime - 1) % exponent === 0) prime += 2;
    chosen.push(prime);
    product *= BigInt(prime);
  };
  const lowest = 2 ** (primeBits - 1);
  // A little below the limit, so that the next prime is below it too.
  const range = lowest - 2 ** 12;
  while (remainingBits(product) > 2 * primeBits) add(lowest + prng.nextInt(range));
  // Two more, of about the same size: together they must reach the middle of the last bit.
  const left = Number((3n << (bits - 2n)) / product);
  add(Math.floor(Math.sqrt(left)));
  add(Math.floor(left / must(chosen.at(-1), 'a prime')));
  return chosen;
}

const remainingBits = (product: bigint): number => Number(bits) - product.toString(2).length;

function isPrime(odd: number): boolean {
  for (let divisor = 3; divisor * divisor <= odd; divisor += 2) {
    if (odd % divisor === 0) return false;
  }
  return true;
}

/** The inverse of a number modulo another, to which it is prime. */
function inverseOf(value: number, modulus: number): number {
  let [a, b, x, y] = [value % modulus, modulus, 1, 0];
  while (b !== 0) {
    const quotient = Math.floor(a / b);
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  return ((x % modulus) + modulus) % modulus;
}

/** The remainder of `value`, below 2^52; `inverse` saves a division. */
function reduce(value: number, prime: number, inverse: number): number {
  const rest = value - Math.floor(value * inverse) * prime;
  if (rest < 0) return rest + prime;
  return rest < prime ? rest : rest - prime;
}

function remainderOf(bytes: Uint8Array, prime: number, inverse: number): number {
  let rest = 0;
  for (let i = 0; i < bytes.length; i += 2) {
    const word = (bytes[i] as number) * 256 + (bytes[i + 1] as number);
    rest = reduce(rest * 65_536 + word, prime, inverse);
  }
  return rest;
}

function powerOf(base: number, power: number, prime: number, inverse: number): number {
  let result = 1;
  let square = base;
  for (let rest = power; rest > 0; rest >>>= 1) {
    if ((rest & 1) === 1) result = reduce(result * square, prime, inverse);
    square = reduce(square * square, prime, inverse);
  }
  return result;
}

function toBytes(value: bigint): Uint8Array {
  const digits = value.toString(16).padStart(2 * size, '0');
  return Uint8Array.from({ length: size }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
}
