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
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
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
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

/** The digest of a message. */
export function sha256(message: Uint8Array): Uint8Array {
  const { length } = message;
  const padded = new Uint8Array((((message.length + 8) >> 6) + 1) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
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

/** Bytes as lower-case hexadecimal. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
