/**
 * What a person did, as the part of an address behind `#`: `s=v1.` and the deflated inputs in the
 * base64 of URLs. Nothing of it reaches a server.
 *
 * A link is written by anybody: its text, what it unfolds to, the number of its inputs and their
 * times have bounds, and whatever is beyond them makes it a link that cannot be read.
 */
import { base64url, fromBase64url } from '#base/base64';
import type { TimedInput } from '#worker/protocol';

const prefix = 's=v1.';
/** Enough for a long session; a longer text is not a link that this page wrote. */
const longest = 64_000;

/** Bytes that a link may unfold to; deflate makes a thousandth of a text that repeats itself. */
const largest = 512_000;
/** Inputs of one run, and the virtual time in which they lie: each costs the simulator work. */
const mostInputs = 500;
const latest = 24 * 3600 * 1_000_000;
const longestText = { line: 10_000, user: 200, stdin: 256_000 } as const;

/** An input without its `kind`: a command, or what was done to a machine. */
type SharedInput =
  | readonly [at: number, line: string, user: string, stdin?: string]
  | readonly [at: number, action: string];

/** The inputs as text for the address; empty when there are none or too many. */
export async function writeInputs(inputs: readonly TimedInput[]): Promise<string> {
  const shared = inputs.map((input): SharedInput => {
    if (input.kind === 'host') return [input.at, input.action];
    const { at, line, user, stdin } = input;
    return stdin === undefined ? [at, line, user] : [at, line, user, stdin];
  });
  if (shared.length === 0 || !('CompressionStream' in globalThis)) return '';
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const hash = prefix + base64url(await piped(bytes, new CompressionStream('deflate-raw')));
  // What could not be read again is not written.
  return hash.length > longest || bytes.length > largest ? '' : hash;
}

/** The version of an address that another one of this page wrote: `v2`. */
export function otherVersion(hash: string): string | undefined {
  const version = /^#?s=(v\d+)\./.exec(hash)?.[1];
  return version === undefined || prefix === `s=${version}.` ? undefined : version;
}

/** The inputs of an address; `undefined` when what stands there is none of ours. */
export async function readInputs(hash: string): Promise<readonly TimedInput[] | undefined> {
  const text = hash.replace(/^#/, '');
  if (text === '') return [];
  if (!text.startsWith(prefix) || text.length > longest) return undefined;
  try {
    const packed = fromBase64url(text.slice(prefix.length));
    if (packed === undefined) return undefined;
    const bytes = await piped(packed, new DecompressionStream('deflate-raw'), largest);
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return inputsOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function inputsOf(value: unknown): readonly TimedInput[] | undefined {
  if (!Array.isArray(value) || value.length > mostInputs || !value.every(isShared)) {
    return undefined;
  }
  return value.map(([at, line, user, stdin]) => {
    if (user === undefined) return { at, kind: 'host', action: line };
    const command = { at, kind: 'command', line, user } as const;
    return stdin === undefined ? command : { ...command, stdin };
  });
}

function isShared(value: unknown): value is SharedInput {
  if (!Array.isArray(value) || value.length < 2 || value.length > 4) return false;
  const [at, line, user, stdin] = value as readonly unknown[];
  return (
    Number.isSafeInteger(at) &&
    (at as number) >= 0 &&
    (at as number) <= latest &&
    isText(line, longestText.line) &&
    (value.length === 2 || isText(user, longestText.user)) &&
    (value.length < 4 || isText(stdin, longestText.stdin))
  );
}

const isText = (value: unknown, longestAllowed: number): boolean =>
  typeof value === 'string' && value.length <= longestAllowed;

/** Throws as soon as more than `most` bytes have come out, whatever is still to come. */
async function piped(
  bytes: Uint8Array,
  through: CompressionStream | DecompressionStream,
  most = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const reader = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('too large');
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}
