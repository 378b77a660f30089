/**
 * Text to UTF-8 bytes and back, where no TextEncoder is at hand: the simulation side uses only the
 * language itself.
 *
 * In: text, or bytes. Out: bytes, or text in which what is no UTF-8 reads as U+FFFD, or keeps its
 * bytes as units that no text has.
 */

export function encodeUtf8(text: string): Uint8Array {
  // No unit of text takes more than three bytes.
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const point = text.codePointAt(i) ?? 0;
    if (point >= 0x10000) i++;
    length = encodePoint(point, bytes, length);
  }
  return bytes.slice(0, length);
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
/** The high bits of a first byte, by the number of those that follow. */
const leads = [0, 0xc0, 0xe0, 0xf0] as const;

/** Writes a code point at an index; the index behind it. */
function encodePoint(point: number, bytes: Uint8Array, at: number): number {
  let index = at;
  if (point < 0x80) bytes[index++] = point;
  else if (point > escapedByte + 0x7f && point <= escapedByte + 0xff) {
    bytes[index++] = point - escapedByte;
  } else {
    const tails = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    bytes[index++] = leads[tails] | (point >> (6 * tails));
    for (let shift = 6 * tails - 6; shift >= 0; shift -= 6) {
      bytes[index++] = 0x80 | ((point >> shift) & 0x3f);
    }
  }
  return index;
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
