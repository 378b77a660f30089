/**
 * X.509 certificates, as far as a bundle of trust anchors is checked.
 *
 * Models what crypto/x509 ParseCertificate asks of the form (RFC 5280, 4.1), and the basic
 * constraints. In: DER. Out: whether it is the certificate of an authority; `undefined` for what is
 * no certificate. What is inside names, keys and most extensions is not looked at, nor is the
 * signature.
 */
import { type DerElement, derElements, derInside, derTags } from '#base/der';

export interface ParsedCertificate {
  /** The basic constraints say so. */
  readonly isAuthority: boolean;
}

/** `[0]` and `[3]` of a TBSCertificate. */
const version = 0xa0;
const extensions = 0xa3;
/** `[1]` and `[2]`: identifiers of issuer and subject. */
const uniqueIds = [0x81, 0x82];
const utcTime = 0x17;
const generalizedTime = 0x18;
/** 2.5.29.19 */
const basicConstraints = '85,29,19';

const { boolean, integer, bitString, octetString, objectIdentifier, sequence } = derTags;

const hasTags = (elements: readonly DerElement[] | undefined, tags: readonly number[]): boolean =>
  elements !== undefined &&
  elements.length === tags.length &&
  tags.every((tag, index) => elements[index]?.tag === tag);

/** Whether an AlgorithmIdentifier: an identifier, and perhaps parameters. */
function isAlgorithm(element: DerElement | undefined): boolean {
  const parts = derInside(element);
  return parts?.[0]?.tag === objectIdentifier && parts.length <= 2;
}

const isTime = ({ tag }: DerElement): boolean => tag === utcTime || tag === generalizedTime;

/** Source: crypto/x509 parseCertificate. */
export function parseCertificate(bytes: Uint8Array): ParsedCertificate | undefined {
  const whole = derElements(bytes);
  const parts = whole?.length === 1 ? derInside(whole[0]) : undefined;
  if (!hasTags(parts, [sequence, sequence, bitString]) || !isAlgorithm(parts?.[1])) {
    return undefined;
  }
  const fields = [...(derInside(parts?.[0]) ?? [])];
  if (fields[0]?.tag === version) fields.shift();
  const [, algorithm, , validity, , key, ...more] = fields;
  const isFormed = hasTags(fields.slice(0, 6), [
    ...[integer, sequence, sequence],
    ...[sequence, sequence, sequence],
  ]);
  const times = derInside(validity) ?? [];
  if (!isFormed || !isAlgorithm(algorithm) || times.length !== 2 || !times.every(isTime)) {
    return undefined;
  }
  if (!hasTags(derInside(key), [sequence, bitString])) return undefined;
  if (!more.every(({ tag }) => tag === extensions || uniqueIds.includes(tag))) return undefined;
  return constraintsIn(more.find(({ tag }) => tag === extensions));
}

function constraintsIn(element: DerElement | undefined): ParsedCertificate | undefined {
  if (element === undefined) return { isAuthority: false };
  const list = derInside(derInside(element, extensions)?.[0]);
  if (list === undefined) return undefined;
  let isAuthority = false;
  for (const extension of list) {
    const parts = derInside(extension) ?? [];
    const value = parts.at(-1);
    if (parts[0]?.tag !== objectIdentifier || value?.tag !== octetString) return undefined;
    if (parts[0].content.join() !== basicConstraints) continue;
    const constraints = derInside(derElements(value.content)?.[0]);
    if (constraints === undefined) return undefined;
    const [first] = constraints;
    isAuthority = first?.tag === boolean && first.content[0] === 0xff;
  }
  return { isAuthority };
}
