/**
 * Checks of the certificates in a bundle of trust anchors.
 * Source: kubernetes pkg/apis/certificates/validation validateTrustBundle.
 */
import { pemBlocks } from '#base/pem';
import { encodeUtf8 } from '#base/utf8';
import { type FieldError, invalidValue, tooLong } from '#k8s.io/apimachinery/field-error';
import { parseCertificate } from '#k8s.io/component-helpers/certificate';

/** Source: MaxTrustBundleSize. */
const maxBytes = 2 ** 20;
const path = 'spec.trustBundle';
const wrong = (detail: string): FieldError => invalidValue(path, '<value omitted>', detail);

/** What is wrong with the PEM of a bundle. */
export function anchorErrors(text: string): readonly FieldError[] {
  if (encodeUtf8(text).length > maxBytes) return [tooLong(path, maxBytes)];
  const blocks = pemBlocks(text);
  const faults = blocks.flatMap(({ type, hasHeaders, bytes }, index): readonly FieldError[] => {
    if (type !== 'CERTIFICATE') return [wrong(`entry ${index} has bad block type: ${type}`)];
    if (hasHeaders) return [wrong(`entry ${index} has PEM block headers`)];
    const certificate = parseCertificate(bytes);
    if (certificate === undefined) return [wrong(`entry ${index} does not parse as X.509`)];
    return certificate.isAuthority ? [] : [wrong(`entry ${index} does not have the CA bit set`)];
  });
  if (faults.length > 0) return faults;
  if (blocks.length === 0) return [wrong('at least one trust anchor must be provided')];
  const places = new Map<string, number[]>();
  for (const [index, { bytes }] of blocks.entries()) {
    const known = places.get(bytes.join());
    if (known === undefined) places.set(bytes.join(), [index]);
    else known.push(index);
  }
  return [...places.values()]
    .filter(({ length }) => length > 1)
    .map((indices) => wrong(`duplicate trust anchor (indices [${indices.join(' ')}])`));
}
