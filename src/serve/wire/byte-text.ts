/**
 * Bytes of a connection as the text that simulated programs read and write, and back.
 *
 * UTF-8 becomes its characters. A byte that is none becomes a lone surrogate, U+DC00 and its value
 * (as Python's `surrogateescape`), so that any bytes come back as they were.
 */

const firstEscape = 0xdc00;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function textOfBytes(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return escapedText(bytes);
  }
}

export function bytesOfText(text: string): Buffer {
  if (!/\p{Surrogate}/u.test(text)) return Buffer.from(text, 'utf8');
  const pieces: Buffer[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isByte = code >= firstEscape + 0x80 && code <= firstEscape + 0xff;
    pieces.push(isByte ? Buffer.of(code - firstEscape) : Buffer.from(character, 'utf8'));
  }
  return Buffer.concat(pieces);
}

/** Takes the longest characters that are whole, and escapes the bytes between them. */
function escapedText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0);
    const character = length === 0 ? undefined : decoded(bytes.subarray(at, at + length), length);
    text += character ?? String.fromCharCode(firstEscape + (bytes[at] ?? 0));
    at += character === undefined ? 1 : length;
  }
  return text;
}

/** How long the character is that begins with this byte; 0: none does. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

function decoded(bytes: Uint8Array, length: number): string | undefined {
  if (bytes.length < length) return undefined;
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
