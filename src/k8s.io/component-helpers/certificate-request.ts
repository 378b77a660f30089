/**
 * The subject of a PKCS #10 certificate request.
 *
 * Models what crypto/x509 ParseCertificateRequest reads of the name. In: the PEM block in base64,
 * as `spec.request` has it. Out: the values of O and CN; `undefined` for what is no such request.
 */
import { asciiText, decodeBase64 } from '#base/base64';

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
}

const sequence = 0x30;
const set = 0x31;
const integer = 0x02;
const objectIdentifier = 0x06;
/** 2.5.4.10 organizationName. */
const organizationName = '85,4,10';
/** 2.5.4.3 commonName. */
const commonName = '85,4,3';

export interface CertificateSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

/** The elements that stand one after the other; `undefined` where the lengths do not fit. */
function elementsOf(bytes: Uint8Array): readonly Element[] | undefined {
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
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

const inside = (element: Element | undefined, tag: number): readonly Element[] | undefined =>
  element?.tag === tag ? elementsOf(element.content) : undefined;

export function subjectOf(request: string): CertificateSubject | undefined {
  const pem = decodeBase64(request);
  const block = /-----BEGIN CERTIFICATE REQUEST-----([\s\S]*?)-----END CERTIFICATE REQUEST-----/;
  const [, body = ''] = block.exec(pem === undefined ? '' : asciiText(pem)) ?? [];
  const der = decodeBase64(body.replace(/\s/g, ''));
  const [whole] = (der && elementsOf(der)) ?? [];
  const [info] = inside(whole, sequence) ?? [];
  const [version, subject] = inside(info, sequence) ?? [];
  const names = version?.tag === integer ? inside(subject, sequence) : undefined;
  if (names === undefined) return undefined;
  const valuesOf = (identifier: string): readonly string[] =>
    names.flatMap((name) =>
      (inside(name, set) ?? []).flatMap((pair) => {
        const [type, value] = inside(pair, sequence) ?? [];
        const matches = type?.tag === objectIdentifier && type.content.join(',') === identifier;
        return matches && value !== undefined ? [asciiText(value.content)] : [];
      }),
    );
  return {
    commonName: valuesOf(commonName).at(-1) ?? '',
    organizations: valuesOf(organizationName),
  };
}
