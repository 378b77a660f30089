/**
 * Elements of DER, the encoding of certificates and requests (ITU-T X.690): a tag, a length, and
 * what is inside.
 *
 * In: bytes. Out: the elements that stand one after the other; and the bytes of an element. Tags
 * of one byte only, as certificates have them.
 */

export interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
}

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const;

/** `undefined` where the lengths do not fit: it is no DER. */
export function derElements(bytes: Uint8Array): readonly DerElement[] | undefined {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at++] ?? 0;
    let length = bytes[at++] ?? 0;
    if (length > 0x80) {
      let more = length - 0x80;
      length = 0;
      for (; more > 0; more--) length = length * 256 + (bytes[at++] ?? 0);
    }
    if (at + length > bytes.length) return undefined;
    elements.push({ tag, content: bytes.subarray(at, at + length) });
    at += length;
  }
  return elements;
}

/** What is inside an element of this tag; `undefined` for another one. */
export const derInside = (
  element: DerElement | undefined,
  tag: number = derTags.sequence,
): readonly DerElement[] | undefined =>
  element?.tag === tag ? derElements(element.content) : undefined;

/** The bytes of an element with these parts inside, one after the other. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const length: number[] = [];
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) length.unshift(rest % 256);
  const head = size < 0x80 ? [tag, size] : [tag, 0x80 + length.length, ...length];
  const bytes = new Uint8Array(head.length + size);
  bytes.set(head);
  let at = head.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
