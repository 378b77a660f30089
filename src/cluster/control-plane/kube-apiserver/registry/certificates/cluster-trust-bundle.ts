/**
 * Bundles of trust anchors. Source: kubernetes pkg/registry/certificates/clustertrustbundle
 * strategy.go, pkg/apis/certificates/validation ValidateClusterTrustBundle.
 *
 * In: the check of the PEM, which comes with the part of clusters that have such bundles. Out: a
 * strategy, which checks name and signer too.
 */
import type { ClusterTrustBundle } from '#k8s.io/api/certificates/v1beta1';
import { type Errors, formed, none, same } from '../generic/checks.ts';
import { signerNameErrors, trustBundleNameErrors } from '../generic/signer-name.ts';
import { type AnyStrategy, defineStrategy } from '../strategy.ts';

/** Of the kind that the feature gate ClusterTrustBundle adds, by resource. */
export const trustBundleStrategies = (
  anchorErrors: (text: string) => Errors,
): Readonly<Record<string, AnyStrategy>> => ({
  'clustertrustbundles.certificates.k8s.io': defineStrategy<ClusterTrustBundle>({
    // The rule for the name asks for the signer, so `validate` knows it.
    nameErrors: () => [],
    unconditionalUpdate: false,
    validate: (bundle) => [...namingErrors(bundle), ...anchorErrors(bundle.spec.trustBundle ?? '')],
    validateUpdate: (bundle, old) => [
      ...namingErrors(bundle),
      // What was accepted once is not read again.
      ...(bundle.spec.trustBundle === old.spec.trustBundle
        ? none
        : anchorErrors(bundle.spec.trustBundle ?? '')),
      ...same('spec.signerName', bundle.spec.signerName ?? '', old.spec.signerName ?? ''),
    ],
    fields: {
      'spec.signerName': (bundle) => (bundle as ClusterTrustBundle).spec.signerName ?? '',
    },
  }),
});

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
