/**
 * ClusterTrustBundle, which only clusters with the feature gate of that name serve.
 *
 * Models k8s.io/api/certificates/v1beta1 types.go as JSON. It is in no recorded document, so the
 * generator of the other types does not write it.
 */
import type { ObjectMeta } from '#k8s.io/apimachinery/meta/v1';

export interface ClusterTrustBundle {
  readonly apiVersion: 'certificates.k8s.io/v1beta1';
  readonly kind: 'ClusterTrustBundle';
  readonly metadata: ObjectMeta;
  readonly spec: ClusterTrustBundleSpec;
}

export interface ClusterTrustBundleSpec {
  /** Absent or empty: the bundle belongs to no signer. */
  readonly signerName?: string;
  /** Certificates in PEM. */
  readonly trustBundle: string;
}
