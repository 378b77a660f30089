/**
 * SHA-256 and HMAC-SHA-256 over bytes, for token signatures and certificate fingerprints.
 *
 * In: bytes. Out: 32 bytes. Source: FIPS 180-4 and RFC 2104.
 */

// Signed words: engines keep these as plain integers, unsigned ones may become boxed doubles.
const roundConstants = new Int32Array(64);
const initialState = new Int32Array(8);
fillConstants();

/** Both tables are the fractions of roots of the first primes, so they are computed. */
function fillConstants(): void {
  let found = 0;
  for (let n = 2; found < 64; n++) {
    if (!isPrime(n)) continue;
    if (found < 8) initialState[found] = fraction(Math.sqrt(n));
    roundConstants[found++] = fraction(Math.cbrt(n));
  }
}

function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false;
  return true;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 0x1_0000_0000);
}

const schedule = new Int32Array(64);

/** Fills the message schedule from one block. Rotations, the whole cost, are written out. */
function expand(w: Int32Array, bytes: DataView, offset: number): void {
  for (let i = 0; i < 16; i++) w[i] = bytes.getInt32(offset + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    const sum = ((w[i - 16] as number) + s0) | 0;
    w[i] = (sum + (((w[i - 7] as number) + s1) | 0)) | 0;
  }
}

function compress(state: Int32Array, bytes: DataView, offset: number): void {
  const w = schedule;
  expand(w, bytes, offset);
  let [a, b, c, d, e, f, g, h] = state as unknown as Octet;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const input = ((roundConstants[i] as number) + (w[i] as number)) | 0;
    const t1 = (((h + s1) | 0) + ((choice + input) | 0)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const words: Octet = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] = (state[i] as number) + (words[i] as number);
}

type Octet = [number, number, number, number, number, number, number, number];

/** The digest of a message. */
export function sha256(message: Uint8Array): Uint8Array {
  const length = message.length;
  const padded = new Uint8Array((((length + 8) >> 6) + 1) << 6);
  padded.set(message);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x2000_0000));
  view.setUint32(padded.length - 4, length << 3);
  const state = initialState.slice();
  for (let offset = 0; offset < padded.length; offset += 64) compress(state, view, offset);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (let i = 0; i < 8; i++) out.setInt32(4 * i, state[i] as number);
  return digest;
}

const block = 64;

/** The authentication code of a message under a key of at most 64 bytes. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const inner = new Uint8Array(block + message.length).fill(0x36, 0, block);
  const outer = new Uint8Array(block + 32).fill(0x5c, 0, block);
  for (let i = 0; i < key.length; i++) {
    inner[i] = 0x36 ^ (key[i] as number);
    outer[i] = 0x5c ^ (key[i] as number);
  }
  inner.set(message, block);
  outer.set(sha256(inner), block);
  return sha256(outer);
}

/** Bytes as lower-case hexadecimal. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
