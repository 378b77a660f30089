/**
 * Archives of tar, as text in which every byte has its unit (`base/utf8.ts`).
 *
 * Models the ustar format: headers of 512 bytes, contents padded to 512, two empty blocks at the
 * end. In: entries, or an archive. Out: the archive, or its entries. Only files, folders and
 * symbolic links occur: nothing here has owners or devices.
 */
import { err, ok, type Result } from './result.ts';
import { decodeBytes, encodeUtf8 } from './utf8.ts';

export interface TarEntry {
  /** Without a slash at the end, also of a folder. */
  readonly name: string;
  readonly folder: boolean;
  /** Permission bits. */
  readonly mode: number;
  /** Seconds since 1970. */
  readonly modified: number;
  /** Where a symbolic link leads; absent: it is none. */
  readonly link?: string;
  /** Empty for a folder and a link. */
  readonly text: string;
}

const block = 512;
const longestName = 100;
const longestPrefix = 155;

/** The archive; the error is the first name that is too long for it. */
export function packTar(entries: readonly TarEntry[]): Result<string, string> {
  const parts: Uint8Array[] = [];
  for (const entry of entries) {
    const content = encodeUtf8(entry.text);
    const header = headerOf(entry, content.length);
    if (header === undefined) return err(entry.name);
    parts.push(header, content, new Uint8Array(padding(content.length)));
  }
  parts.push(new Uint8Array(2 * block));
  return ok(parts.map(decodeBytes).join(''));
}

/** The entries of an archive; undefined when it is none, or is cut off. */
export function unpackTar(archive: string): readonly TarEntry[] | undefined {
  const bytes = encodeUtf8(archive);
  const entries: TarEntry[] = [];
  for (let at = 0; at + block <= bytes.length; ) {
    const header = bytes.subarray(at, at + block);
    if (header.every((byte) => byte === 0)) return entries;
    const size = numberIn(header, 124, 12);
    const end = at + block + size;
    if (Number.isNaN(size) || end > bytes.length || numberIn(header, 148, 8) !== sumOf(header)) {
      return undefined;
    }
    entries.push(entryOf(header, bytes.subarray(at + block, end)));
    at = end + padding(size);
  }
  return undefined;
}

const padding = (size: number): number => (block - (size % block)) % block;

function headerOf(entry: TarEntry, size: number): Uint8Array | undefined {
  const { mode, modified, folder, link } = entry;
  const target = encodeUtf8(link ?? '');
  if (target.length > longestName) return undefined;
  const parts = splitName(folder ? `${entry.name}/` : entry.name);
  if (parts === undefined) return undefined;
  const header = new Uint8Array(block);
  header.set(parts.name, 0);
  header.set(parts.prefix, 345);
  const write = (text: string, at: number): void => header.set(encodeUtf8(text), at);
  write(octal(mode, 7), 100);
  write(octal(0, 7), 108);
  write(octal(0, 7), 116);
  write(octal(size, 11), 124);
  write(octal(modified, 11), 136);
  write(link !== undefined ? '2' : folder ? '5' : '0', 156);
  header.set(target, 157);
  write('ustar\u000000', 257);
  write('root', 265);
  write('root', 297);
  write(`${octal(sumOf(header), 6)}\u0000 `, 148);
  return header;
}

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

/** A long name is split at a slash. */
function splitName(
  name: string,
): { readonly name: Uint8Array; readonly prefix: Uint8Array } | undefined {
  const whole = encodeUtf8(name);
  if (whole.length <= longestName) return { name: whole, prefix: new Uint8Array(0) };
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [encodeUtf8(name.slice(0, at)), encodeUtf8(name.slice(at + 1))];
    if (rest.length > 0 && rest.length <= longestName && prefix.length <= longestPrefix) {
      return { name: rest, prefix };
    }
  }
  return undefined;
}

/** The sum of a header's bytes, with spaces in place of the sum itself. */
const sumOf = (header: Uint8Array): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

function entryOf(header: Uint8Array, content: Uint8Array): TarEntry {
  const prefix = textIn(header, 345, longestPrefix);
  const name = textIn(header, 0, longestName);
  return {
    name: (prefix === '' ? name : `${prefix}/${name}`).replace(/(?<=.)\/$/, ''),
    folder: header[156] === 0x35,
    ...(header[156] === 0x32 && { link: textIn(header, 157, longestName) }),
    mode: numberIn(header, 100, 8),
    modified: numberIn(header, 136, 12),
    text: decodeBytes(content),
  };
}

const numberIn = (header: Uint8Array, at: number, length: number): number =>
  Number.parseInt(textIn(header, at, length).trim(), 8);

function textIn(header: Uint8Array, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return decodeBytes(end < 0 ? field : field.subarray(0, end));
}
