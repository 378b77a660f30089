/**
 * Text, packed for a link and unpacked from one. The size of the result has a bound, whatever the
 * input.
 */
import { base64url, fromBase64url } from '#base/base64';

/** The text as letters for an address; `undefined` where the browser cannot pack. */
export async function packText(text: string): Promise<string | undefined> {
  if (!('CompressionStream' in globalThis)) return undefined;
  const bytes = new TextEncoder().encode(text);
  return base64url(await piped(bytes, new CompressionStream('deflate-raw')));
}

/** Throws if the letters are no packed text, or unfold to more than `largest` bytes. */
export async function unpackText(letters: string, largest: number): Promise<string> {
  const packed = fromBase64url(letters);
  if (packed === undefined) throw new Error('not base64');
  const bytes = await piped(packed, new DecompressionStream('deflate-raw'), largest);
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

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
