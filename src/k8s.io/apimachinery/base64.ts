/**
 * Base64 of bytes and of text, as JSON carries Go's []byte.
 *
 * Models encoding/base64 StdEncoding. Text is UTF-8.
 */

import { decodeUtf8, encodeUtf8 } from './utf8.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = bytes.subarray(i, i + 3);
    const group = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    text += alphabet.charAt(group >> 18) + alphabet.charAt((group >> 12) & 63);
    text += b === undefined ? '=' : alphabet.charAt((group >> 6) & 63);
    text += c === undefined ? '=' : alphabet.charAt(group & 63);
  }
  return text;
}

/** Undefined for a text that is no base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) {
    return undefined;
  }
  const bytes: number[] = [];
  const digits = text.replace(/=+$/, '');
  for (let i = 0; i < digits.length; i += 4) {
    const part = digits.slice(i, i + 4);
    let group = 0;
    for (const char of part) group = (group << 6) | alphabet.indexOf(char);
    group <<= 6 * (4 - part.length);
    bytes.push(...[group >> 16, (group >> 8) & 255, group & 255].slice(0, part.length - 1));
  }
  return Uint8Array.from(bytes);
}

export const base64OfText = (text: string): string => encodeBase64(encodeUtf8(text));

/** Undefined for a text that is no base64; bytes that are no UTF-8 read as U+FFFD. */
export function textOfBase64(text: string): string | undefined {
  const bytes = decodeBase64(text);
  return bytes === undefined ? undefined : decodeUtf8(bytes);
}
