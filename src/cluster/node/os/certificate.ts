/**
 * Certificates in PEM, as far as programs here look into them: for which names they are good, and
 * whether they have signed themselves.
 *
 * Models crypto/tls X509KeyPair of Go with its errors. In: the texts of `tls.crt` and `tls.key`.
 * Out: what the first certificate says. Signatures, dates, and whether the key belongs to the
 * certificate are not looked at.
 */
import { asciiText, decodeBase64 } from '#base/base64';
import { type DerElement, derElements, derTags } from '#base/der';
import { err, ok, type Result } from '#base/result';

export interface Certificate {
  readonly selfSigned: boolean;
  /** DNS names that it is good for. */
  readonly names: readonly string[];
  /** Addresses that it is good for. */
  readonly addresses: readonly string[];
}

interface Pem {
  readonly type: string;
  readonly base64: string;
}

const blocksOf = (text: string): readonly Pem[] =>
  [...text.matchAll(/^-----BEGIN ([^\n-]+)-----\n([^-]*)-----END \1-----/gm)].map(
    ([, type = '', base64 = '']) => ({ type, base64: base64.replace(/\s/g, '') }),
  );

const listed = (blocks: readonly Pem[]): string => `[${blocks.map(({ type }) => type).join(' ')}]`;

/** Source: crypto/tls X509KeyPair. */
export function readKeyPair(certificate: string, key: string): Result<Certificate, string> {
  const blocks = blocksOf(certificate);
  const first = blocks.find(({ type }) => type === 'CERTIFICATE');
  if (first === undefined) return err(`tls: ${withoutCertificate(blocks)}`);
  const keys = blocksOf(key);
  if (!keys.some(({ type }) => isKey(type))) return err(`tls: ${withoutKey(keys)}`);
  const bytes = decodeBase64(first.base64);
  const read = bytes && readCertificate(bytes);
  return read === undefined ? err('x509: malformed certificate') : ok(read);
}

const isKey = (type: string): boolean => type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY');

function withoutCertificate(skipped: readonly Pem[]): string {
  const [first, second] = skipped;
  if (first === undefined) return 'failed to find any PEM data in certificate input';
  if (second === undefined && first.type.endsWith('PRIVATE KEY')) {
    return (
      'failed to find certificate PEM data in certificate input, but did find a private key; ' +
      'PEM inputs may have been switched'
    );
  }
  return (
    'failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of ' +
    `the following types: ${listed(skipped)}`
  );
}

function withoutKey(skipped: readonly Pem[]): string {
  const [first, second] = skipped;
  if (first === undefined) return 'failed to find any PEM data in key input';
  if (second === undefined && first.type === 'CERTIFICATE') {
    return 'found a certificate rather than a key in the PEM for the private key';
  }
  return (
    'failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM ' +
    `blocks of the following types: ${listed(skipped)}`
  );
}

const tags = { extensions: 0xa3, version: 0xa0, dnsName: 0x82, ipAddress: 0x87 };
/** 2.5.29.17 */
const subjectAltName = '85,29,17';
/** 2.5.4.3 */
const commonName = '85,4,3';

const insideOf = (element: DerElement | undefined): readonly DerElement[] =>
  (element && derElements(element.content)) ?? [];

/** Source: RFC 5280, 4.1. */
function readCertificate(bytes: Uint8Array): Certificate | undefined {
  const [whole] = derElements(bytes) ?? [];
  const [signed] = insideOf(whole);
  const fields = insideOf(signed).filter(({ tag }) => tag !== tags.version);
  const [, , issuer, , subject, key] = fields;
  if (issuer?.tag !== derTags.sequence || subject?.tag !== derTags.sequence || key === undefined) {
    return undefined;
  }
  const extensions = insideOf(insideOf(fields.find(({ tag }) => tag === tags.extensions))[0]);
  const alternatives = extensions.flatMap((extension) => {
    const [id, ...rest] = insideOf(extension);
    return id?.content.join() === subjectAltName ? insideOf(insideOf(rest.at(-1))[0]) : [];
  });
  const common = insideOf(subject).flatMap((part) => {
    const [id, value] = insideOf(insideOf(part)[0]);
    return id?.content.join() === commonName && value ? [textOf(value)] : [];
  });
  const names = alternatives.filter(({ tag }) => tag === tags.dnsName).map(textOf);
  return {
    selfSigned: issuer.content.join() === subject.content.join(),
    names: [...new Set([...common, ...names])],
    addresses: alternatives
      .filter(({ tag, content }) => tag === tags.ipAddress && content.length === 4)
      .map(({ content }) => content.join('.')),
  };
}

const textOf = ({ content }: DerElement): string => asciiText(content);

/** Whether a certificate is good for a name. */
export const isGoodFor = ({ names }: Certificate, name: string): boolean =>
  names.some((one) => (one.startsWith('*.') ? name.replace(/^[^.]+/, '*') === one : one === name));
