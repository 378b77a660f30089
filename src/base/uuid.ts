/** Random (version 4) UUIDs from an injected source of chance. Source: RFC 9562, section 5.4. */
import type { Prng } from './prng.ts';

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

const byteAt = (word: number, shift: number): string => hex[(word >>> shift) & 0xff] as string;

/** `979215b3-122e-4450-915f-a5a1816b0430` */
export function uuidV4(prng: Prng): string {
  const a = prng.nextInt(0x1_0000_0000);
  const b = (prng.nextInt(0x1_0000_0000) & 0xffff0fff) | 0x4000;
  const c = (prng.nextInt(0x1_0000_0000) & 0x3fffffff) | 0x80000000;
  const d = prng.nextInt(0x1_0000_0000);
  const first = byteAt(a, 24) + byteAt(a, 16) + byteAt(a, 8) + byteAt(a, 0);
  const middle = `${byteAt(b, 24)}${byteAt(b, 16)}-${byteAt(b, 8)}${byteAt(b, 0)}`;
  const variant = byteAt(c, 24) + byteAt(c, 16);
  const last = byteAt(c, 8) + byteAt(c, 0) + byteAt(d, 24) + byteAt(d, 16) + byteAt(d, 8);
  return `${first}-${middle}-${variant}-${last}${byteAt(d, 0)}`;
}
