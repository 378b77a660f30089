/** Random (version 4) UUIDs from an injected source of chance. Source: RFC 9562, section 5.4. */
import { asciiBytes } from './base64.ts';
import type { Prng } from './prng.ts';

const digits = asciiBytes('0123456789abcdef');
/** Where an id is put together; it is text before the next one begins. */
const codes = [...asciiBytes('00000000-0000-0000-0000-000000000000')];

/** Writes the low sixteen bits as four digits. */
function write(at: number, bits: number): void {
  codes[at] = digits[(bits >>> 12) & 15] as number;
  codes[at + 1] = digits[(bits >>> 8) & 15] as number;
  codes[at + 2] = digits[(bits >>> 4) & 15] as number;
  codes[at + 3] = digits[bits & 15] as number;
}

/** `979215b3-122e-4450-915f-a5a1816b0430` */
export function uuidV4(prng: Prng): string {
  const a = prng.nextBits();
  const b = (prng.nextBits() & 0xffff0fff) | 0x4000;
  const c = (prng.nextBits() & 0x3fffffff) | 0x80000000;
  const d = prng.nextBits();
  write(0, a >>> 16);
  write(4, a);
  write(9, b >>> 16);
  write(14, b);
  write(19, c >>> 16);
  write(24, c);
  write(28, d >>> 16);
  write(32, d);
  return String.fromCharCode.apply(undefined, codes);
}
