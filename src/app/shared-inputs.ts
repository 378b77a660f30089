/**
 * What a person typed, as the part of an address behind `#`: `s=v1.` and the deflated inputs in
 * the base64 of URLs. Nothing of it reaches a server.
 */
import { base64url, fromBase64url } from '#base/base64';
import type { TimedInput } from '#worker/protocol';

const prefix = 's=v1.';
/** Enough for a long session; a longer text is not a link that this page wrote. */
const longest = 64_000;

/** An input without its `kind`: only commands can be shared. */
type SharedInput = readonly [at: number, line: string, user: string, stdin?: string];

/** The inputs as text for the address; empty when there are none, or in a browser too old. */
export async function writeInputs(inputs: readonly TimedInput[]): Promise<string> {
  const shared = inputs.flatMap((input): SharedInput[] => {
    if (input.kind !== 'command') return [];
    const { at, line, user, stdin } = input;
    return [stdin === undefined ? [at, line, user] : [at, line, user, stdin]];
  });
  if (shared.length === 0 || !('CompressionStream' in globalThis)) return '';
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  return prefix + base64url(await piped(bytes, new CompressionStream('deflate-raw')));
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
    const bytes = await piped(packed, new DecompressionStream('deflate-raw'));
    return inputsOf(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

function inputsOf(value: unknown): readonly TimedInput[] | undefined {
  if (!Array.isArray(value) || !value.every(isShared)) return undefined;
  return value.map(([at, line, user, stdin]) => ({
    at,
    kind: 'command',
    line,
    user,
    ...(stdin === undefined ? {} : { stdin }),
  }));
}

function isShared(value: unknown): value is SharedInput {
  if (!Array.isArray(value)) return false;
  const [at, line, user, stdin] = value as readonly unknown[];
  return (
    Number.isSafeInteger(at) &&
    (at as number) >= 0 &&
    typeof line === 'string' &&
    typeof user === 'string' &&
    (stdin === undefined || typeof stdin === 'string')
  );
}

async function piped(
  bytes: Uint8Array,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(through);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
