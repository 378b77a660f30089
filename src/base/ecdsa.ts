/**
 * ES256 as tokens carry it: ECDSA with the curve P-256 and SHA-256 (FIPS 186-5, RFC 7518). Verifies
 * only.
 *
 * Nothing here is secret, so the time that it takes may depend on the numbers.
 */
import { numberOf, powerModulo } from './big-number.ts';
import { sha256 } from './sha256.ts';

const prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;
/** The bytes of a coordinate, and of each half of a signature. */
const size = 32;

/** In Jacobian coordinates, which need no division; the third is 0 for the point at infinity. */
type Point = readonly [x: bigint, y: bigint, z: bigint];

const generator: Point = [
  0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
  1n,
];
const infinity: Point = [1n, 1n, 0n];

const modulo = (value: bigint): bigint => {
  const rest = value % prime;
  return rest < 0n ? rest + prime : rest;
};

/** The formulas of EFD for curves whose `a` is −3 (dbl-2001-b). */
function double([x, y, z]: Point): Point {
  const delta = modulo(z * z);
  const gamma = modulo(y * y);
  const beta = modulo(x * gamma);
  const alpha = modulo(3n * (x - delta) * (x + delta));
  const doubled = modulo(alpha * alpha - 8n * beta);
  return [
    doubled,
    modulo(alpha * (4n * beta - doubled) - 8n * gamma * gamma),
    modulo((y + z) * (y + z) - gamma - delta),
  ];
}

function add(one: Point, other: Point): Point {
  const [[x1, y1, z1], [x2, y2, z2]] = [one, other];
  if (z1 === 0n) return other;
  if (z2 === 0n) return one;
  const [square1, square2] = [modulo(z1 * z1), modulo(z2 * z2)];
  const [u, s] = [modulo(x1 * square2), modulo(y1 * z2 * square2)];
  const h = modulo(x2 * square1 - u);
  const r = modulo(y2 * z1 * square1 - s);
  if (h === 0n) return r === 0n ? double(one) : infinity;
  const square = modulo(h * h);
  const [cube, v] = [modulo(h * square), modulo(u * square)];
  const x = modulo(r * r - cube - 2n * v);
  return [x, modulo(r * (v - x) - s * cube), modulo(h * z1 * z2)];
}

/** `i` times the generator and `j` times the point, in one walk over their bits. */
function combine(i: bigint, j: bigint, point: Point): Point {
  const both = add(generator, point);
  let sum = infinity;
  for (let bit = 255n; bit >= 0n; bit--) {
    sum = double(sum);
    const [first, second] = [(i >> bit) & 1n, (j >> bit) & 1n];
    if (first === 1n) sum = add(sum, second === 1n ? both : generator);
    else if (second === 1n) sum = add(sum, point);
  }
  return sum;
}

/** The point of a public key; `undefined`: the curve has none there. */
function pointOf(x: Uint8Array, y: Uint8Array): Point | undefined {
  if (x.length !== size || y.length !== size) return undefined;
  const point: Point = [numberOf(x), numberOf(y), 1n];
  const [left, right] = point;
  if (left >= prime || right >= prime) return undefined;
  const isOnCurve = modulo(right * right - left * left * left + 3n * left - b) === 0n;
  return isOnCurve ? point : undefined;
}

/**
 * Whether a signature of 64 bytes is one of a key for the message. The key is known by its point:
 * two coordinates of 32 bytes, the highest byte first.
 */
export function verifyEcdsa(
  key: { readonly x: Uint8Array; readonly y: Uint8Array },
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const point = pointOf(key.x, key.y);
  if (point === undefined || signature.length !== 2 * size) return false;
  const [r, s] = [numberOf(signature.slice(0, size)), numberOf(signature.slice(size))];
  if (r === 0n || s === 0n || r >= order || s >= order) return false;
  const inverse = powerModulo(s, order - 2n, order);
  const hash = numberOf(sha256(message));
  const [x, , z] = combine((hash * inverse) % order, (r * inverse) % order, point);
  if (z === 0n) return false;
  const square = modulo(z * z);
  return [r, r + order].some((each) => each < prime && modulo(each * square) === x);
}
