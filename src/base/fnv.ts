/**
 * The 32-bit FNV-1a hash over bytes, which pod-template-hash and the trace hash share, and the
 * older FNV-1, which names the revisions of a StatefulSet.
 *
 * In: text (hashed as UTF-8) or bytes, and the state to continue from. Out: an unsigned integer.
 * Source: the Fowler/Noll/Vo parameters for 32 bits; Go's hash/fnv New32a.
 */

/** The state before anything was hashed. */
const fnv1aOffset32 = 0x811c9dc5;

const prime32 = 0x01000193;

type Step = (state: number, byte: number) => number;

const fnv1aStep: Step = (state, byte) => Math.imul(state ^ byte, prime32);
const fnv1Step: Step = (state, byte) => Math.imul(state, prime32) ^ byte;

/** Continues FNV-1a over the UTF-8 bytes of a text. */
export const fnv1a32 = (text: string, state: number = fnv1aOffset32): number =>
  overUtf8(text, state, fnv1aStep);

/** Continues FNV-1 over the UTF-8 bytes of a text. It starts from the same state. */
export const fnv1_32 = (text: string, state: number = fnv1aOffset32): number =>
  overUtf8(text, state, fnv1Step);

/** Continues FNV-1a over bytes. */
export function fnv1a32Bytes(bytes: Iterable<number>, state: number = fnv1aOffset32): number {
  let hash = state;
  for (const byte of bytes) hash = fnv1aStep(hash, byte & 0xff);
  return hash >>> 0;
}

function overUtf8(text: string, state: number, step: Step): number {
  let hash = state;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      hash = step(hash, unit);
      continue;
    }
    // A surrogate pair is one code point of four bytes; charCodeAt saw its first half.
    const point = text.codePointAt(i) ?? unit;
    if (point > 0xffff) i++;
    for (const byte of utf8Bytes(point)) hash = step(hash, byte);
  }
  return hash >>> 0;
}

function utf8Bytes(point: number): readonly number[] {
  const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  if (point < 0x800) return [0xc0 | (point >> 6), tail(0)];
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)];
  return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)];
}
