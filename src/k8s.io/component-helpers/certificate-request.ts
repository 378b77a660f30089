/**
 * The subject of a PKCS #10 certificate request.
 *
 * Models what crypto/x509 ParseCertificateRequest reads of the name. In: the PEM block in base64,
 * as `spec.request` has it. Out: the values of O and CN; `undefined` for what is no such request.
 */
import { asciiText, decodeBase64 } from '#base/base64';
import { derElements, derInside, derTags } from '#base/der';

/** 2.5.4.10 organizationName. */
const organizationName = '85,4,10';
/** 2.5.4.3 commonName. */
const commonName = '85,4,3';

export interface CertificateSubject {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

export function subjectOf(request: string): CertificateSubject | undefined {
  const pem = decodeBase64(request);
  const block = /-----BEGIN CERTIFICATE REQUEST-----([\s\S]*?)-----END CERTIFICATE REQUEST-----/;
  const [, body = ''] = block.exec(pem === undefined ? '' : asciiText(pem)) ?? [];
  const der = decodeBase64(body.replace(/\s/g, ''));
  const [whole] = (der && derElements(der)) ?? [];
  const [info] = derInside(whole) ?? [];
  const [version, subject] = derInside(info) ?? [];
  const names = version?.tag === derTags.integer ? derInside(subject) : undefined;
  if (names === undefined) return undefined;
  const valuesOf = (identifier: string): readonly string[] =>
    names.flatMap((name) =>
      (derInside(name, derTags.set) ?? []).flatMap((pair) => {
        const [type, value] = derInside(pair) ?? [];
        const matches =
          type?.tag === derTags.objectIdentifier && type.content.join(',') === identifier;
        return matches && value !== undefined ? [asciiText(value.content)] : [];
      }),
    );
  return {
    commonName: valuesOf(commonName).at(-1) ?? '',
    organizations: valuesOf(organizationName),
  };
}
