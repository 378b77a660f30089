/** Text, bytes and their base64url form, without padding. Source: RFC 4648, section 5. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map([...alphabet].map((symbol, value) => [symbol, value]));

export function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const word = ((bytes[i] as number) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const symbols = Math.min(bytes.length - i, 3) + 1;
    for (let k = 0; k < symbols; k++) text += alphabet.charAt((word >> (18 - 6 * k)) & 63);
  }
  return text;
}

/** `undefined` when the text has a symbol that does not belong. */
export function fromBase64url(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let word = 0;
  let count = 0;
  for (const symbol of text) {
    const value = values.get(symbol);
    if (value === undefined) return undefined;
    word = ((word << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[count++] = (word >> bits) & 0xff;
  }
  return bytes;
}

/** The bytes of a text of ASCII characters; others are a bug of the caller. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) throw new Error(`not ASCII: ${text}`);
    bytes[i] = unit;
  }
  return bytes;
}

export const asciiText = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
