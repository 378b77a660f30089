/**
 * Blocks of PEM, the text form of certificates and keys (RFC 7468).
 *
 * Models Go's encoding/pem Decode and EncodeToMemory: text between blocks counts for nothing, and
 * neither does a block whose end, or whose base64, is not as it should be. In: a text. Out: its
 * blocks in order; and a block as a text, in lines of 64 characters.
 */
import { decodeBase64, encodeBase64 } from './base64.ts';

export interface PemBlock {
  /** `CERTIFICATE`, as the BEGIN line has it. */
  readonly type: string;
  /** Whether lines `Key: value` stand before the base64. */
  readonly hasHeaders: boolean;
  readonly bytes: Uint8Array;
}

const dashes = '-----';
const start = /(?:^|\n)-----BEGIN /g;

/** All blocks of a text. Source: encoding/pem Decode, called until it finds no more. */
export function pemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = [];
  start.lastIndex = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const read = blockAt(text, start.lastIndex);
    if (read === undefined) continue;
    blocks.push(read.block);
    // The line break of an END line may be the one before the next BEGIN.
    start.lastIndex = read.end;
  }
  return blocks;
}

/** The block whose type begins here, and where its END line ends. */
function blockAt(text: string, at: number): { block: PemBlock; end: number } | undefined {
  const [typeLine, body] = lineAt(text, at);
  if (!typeLine.endsWith(dashes)) return undefined;
  const type = typeLine.slice(0, -dashes.length);
  let from = body;
  for (;;) {
    if (from >= text.length) return undefined;
    const [line, next] = lineAt(text, from);
    if (!line.includes(':')) break;
    from = next;
  }
  const hasHeaders = from > body;
  const mark = '\n-----END ';
  const isEmpty = !hasHeaders && text.startsWith(mark.slice(1), from);
  const last = isEmpty ? from - 1 : text.indexOf(mark, from);
  if (last < 0) return undefined;
  const [endLine] = lineAt(text, last + mark.length);
  if (endLine !== `${type}${dashes}`) return undefined;
  const bytes = decodeBase64(text.slice(from, Math.max(from, last)).replace(/[ \t\r\n]/g, ''));
  if (bytes === undefined) return undefined;
  const end = text.indexOf('\n', last + 1);
  return { block: { type, hasHeaders, bytes }, end: end < 0 ? text.length : end };
}

/** The line from here without what ends it, and where the next one begins. Source: getLine. */
function lineAt(text: string, at: number): readonly [string, number] {
  const end = text.indexOf('\n', at);
  const line = text.slice(at, end < 0 ? text.length : end).replace(/[ \t\r]+$/, '');
  return [line, end < 0 ? text.length : end + 1];
}

/** Source: encoding/pem EncodeToMemory, without headers. */
export function encodePem(type: string, bytes: Uint8Array): string {
  const lines = encodeBase64(bytes).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n');
}
