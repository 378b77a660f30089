/**
 * Only who may attest for a signer may say which certificates it is trusted by.
 *
 * Source: kubernetes plugin/pkg/admission/certificates/ctbattest/admission.go. Without the feature
 * gate ClusterTrustBundle it does nothing.
 */
import type { ClusterTrustBundle } from '#k8s.io/api/certificates/v1beta1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import {
  type AdmissionEnvironment,
  type AdmissionPlugin,
  admitted,
  deny,
  handlesResource,
  inertPlugin,
} from '../admission.ts';
import { mayActForSigner } from '../certificate-signers.ts';

const name = 'ClusterTrustBundleAttest';

export const clusterTrustBundleAttest = (environment: AdmissionEnvironment): AdmissionPlugin =>
  environment.config.clusterTrustBundles === true
    ? attesting(environment)
    : inertPlugin(name, 'cluster trust bundles are not served');

const attesting = (environment: AdmissionEnvironment): AdmissionPlugin => ({
  name,
  enabled: true,
  handles: handlesResource(['CREATE', 'UPDATE'], 'clustertrustbundles', 'certificates.k8s.io'),
  *validate(attributes) {
    const { spec } = attributes.object as ClusterTrustBundle;
    const { signerName = '' } = spec;
    if (signerName === '') return admitted;
    const { object, old } = attributes;
    if (old !== undefined && deepEqual(withoutGcFields(object), withoutGcFields(old))) {
      return admitted;
    }
    if (mayActForSigner(environment, attributes, 'attest', signerName)) return admitted;
    return deny(attributes, `user not permitted to attest for signerName "${signerName}"`);
  },
});

/** Source: pkg/registry/rbac helpers.go IsOnlyMutatingGCFields. */
function withoutGcFields({ metadata, ...rest }: KubeObject): object {
  const { ownerReferences: _, finalizers: __, managedFields: ___, ...kept } = metadata;
  return { ...rest, metadata: kept };
}
