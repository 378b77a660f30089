/**
 * Text to UTF-8 bytes and back, where no TextEncoder is at hand: the simulation side uses only the
 * language itself.
 *
 * In: text, or bytes. Out: bytes, or text in which what is no UTF-8 reads as U+FFFD, or keeps its
 * bytes as units that no text has.
 */

export function encodeUtf8(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const char of text) bytes.push(...encodePoint(char.codePointAt(0) ?? 0));
  return Uint8Array.from(bytes);
}

/** How many bytes a text takes. */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair adds one, so that a pair is four bytes.
    if (unit >= 0x800 && (unit < 0xd800 || unit > 0xdfff)) length += 2;
    else if (unit >= 0x80) length += 1;
  }
  return length;
}

/** U+DC80 to U+DCFF stand for bytes that were no text. */
const escapedByte = 0xdc00;

function encodePoint(point: number): readonly number[] {
  if (point > escapedByte + 0x7f && point <= escapedByte + 0xff) return [point - escapedByte];
  const tail = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), tail(0)];
  if (point < 0x10000) return [0xe0 | (point >> 12), tail(6), tail(0)];
  return [0xf0 | (point >> 18), tail(12), tail(6), tail(0)];
}

export function decodeUtf8(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    const { point, length } = decodePoint(bytes, i);
    text += String.fromCodePoint(point);
    i += length;
  }
  return text;
}

/** Every byte comes back with `encodeUtf8`. */
export function decodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    const read = decodePoint(bytes, i);
    const isText = read !== replacement;
    text += isText
      ? String.fromCodePoint(read.point)
      : String.fromCharCode(escapedByte + (bytes[i] ?? 0));
    i += read.length;
  }
  return text;
}

const replacement = { point: 0xfffd, length: 1 };

function decodePoint(bytes: Uint8Array, at: number): { point: number; length: number } {
  const head = bytes[at] ?? 0;
  if (head < 0x80) return { point: head, length: 1 };
  const length = head >= 0xf0 ? 4 : head >= 0xe0 ? 3 : 2;
  if (head < 0xc2 || head > 0xf4) return replacement;
  let point = head & (0x7f >> length);
  for (const byte of bytes.subarray(at + 1, at + length)) {
    if ((byte & 0xc0) !== 0x80) return replacement;
    point = (point << 6) | (byte & 0x3f);
  }
  const isWhole = at + length <= bytes.length && point <= 0x10ffff;
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return isWhole && !isSurrogate ? { point, length } : replacement;
}
