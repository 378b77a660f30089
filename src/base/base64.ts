/**
 * Bytes and text in base64 (RFC 4648): the standard form with padding, as JSON carries Go's
 * []byte, and the URL form without, as tokens are written.
 */
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const alphabet = `${letters}+/`;
const urlAlphabet = `${letters}-_`;
const values = new Map([...urlAlphabet].map((symbol, value) => [symbol, value]));

const urlCodes = asciiBytes(urlAlphabet);

export const base64urlLength = (bytes: Uint8Array): number => Math.ceil((bytes.length * 4) / 3);

export function base64url(bytes: Uint8Array): string {
  const codes = new Uint8Array(base64urlLength(bytes));
  writeBase64url(bytes, codes, 0);
  return asciiText(codes);
}

/** Writes the text as character codes, from `at` to the end of `codes`. */
export function writeBase64url(bytes: Uint8Array, codes: Uint8Array, at: number): void {
  let count = at;
  for (let i = 0; i < bytes.length; i += 3) {
    // Bytes beyond the end read as undefined, which the operators take for 0.
    const group =
      ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number);
    codes[count++] = urlCodes[group >> 18] as number;
    codes[count++] = urlCodes[(group >> 12) & 63] as number;
    // What does not fit any more is not part of the text.
    codes[count++] = urlCodes[(group >> 6) & 63] as number;
    codes[count++] = urlCodes[group & 63] as number;
  }
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

/** Each byte as the character of its number: ASCII, or ISO 8859-1. */
export function asciiText(bytes: Uint8Array): string {
  let text = '';
  // An engine takes only so many arguments.
  for (let i = 0; i < bytes.length; i += mostArguments) {
    text += fromCharCode(bytes.subarray(i, i + mostArguments));
  }
  return text;
}

const mostArguments = 8192;
/** `apply` reads the bytes as they lie; a spread asks an iterator for each. */
const fromCharCode = (bytes: Uint8Array): string =>
  Reflect.apply(String.fromCharCode, undefined, bytes);

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
