/**
 * Bundles of trust anchors. Source: kubernetes pkg/registry/certificates/clustertrustbundle
 * strategy.go, pkg/apis/certificates/validation ValidateClusterTrustBundle.
 *
 * In: a bundle, and the one before it. Out: what is wrong with its name, its signer and its PEM.
 */
import { pemBlocks } from '#base/pem';
import { encodeUtf8 } from '#base/utf8';
import type { ClusterTrustBundle } from '#k8s.io/api/certificates/v1beta1';
import { type FieldError, invalidValue, tooLong } from '#k8s.io/apimachinery/field-error';
import { parseCertificate } from '#k8s.io/component-helpers/certificate';
import { type Errors, formed, none, same } from '../generic/checks.ts';
import { signerNameErrors, trustBundleNameErrors } from '../generic/signer-name.ts';
import { type AnyStrategy, defineStrategy } from '../strategy.ts';

/** Source: MaxTrustBundleSize. */
const maxBytes = 2 ** 20;
const path = 'spec.trustBundle';
const wrong = (detail: string): FieldError => invalidValue(path, '<value omitted>', detail);

const strategy = defineStrategy<ClusterTrustBundle>({
  // The rule for the name asks for the signer, so `validate` knows it.
  nameErrors: () => [],
  unconditionalUpdate: false,
  validate: (bundle) => [...namingErrors(bundle), ...anchorErrors(bundle.spec.trustBundle)],
  validateUpdate: (bundle, old) => [
    ...namingErrors(bundle),
    // What was accepted once is not read again.
    ...(bundle.spec.trustBundle === old.spec.trustBundle
      ? none
      : anchorErrors(bundle.spec.trustBundle)),
    ...same('spec.signerName', bundle.spec.signerName ?? '', old.spec.signerName ?? ''),
  ],
  fields: {
    'spec.signerName': (bundle) => (bundle as ClusterTrustBundle).spec.signerName ?? '',
  },
});

/** Of the kind that the feature gate ClusterTrustBundle adds, by resource. */
export const trustBundleStrategies: Readonly<Record<string, AnyStrategy>> = {
  'clustertrustbundles.certificates.k8s.io': strategy,
};

function namingErrors({ metadata, spec: { signerName = '' } }: ClusterTrustBundle): Errors {
  const { name, generateName = '' } = metadata;
  const of = (text: string): readonly string[] => trustBundleNameErrors(signerName, text);
  const base = generateName.replace(/-$/, 'a');
  return [
    ...(base === '' ? none : formed('metadata.generateName', generateName, of(base))),
    ...(name === '' ? none : formed('metadata.name', name, of(name))),
    ...(signerName === '' ? none : signerNameErrors('spec.signerName', signerName)),
  ];
}

/** Source: validateTrustBundle. */
function anchorErrors(text = ''): Errors {
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
