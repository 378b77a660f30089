/** Source: kubernetes plugin/pkg/admission/certificates/ctbattest/admission.go. */
import { inertPlugin } from '../admission.ts';

export const clusterTrustBundleAttest = inertPlugin(
  'ClusterTrustBundleAttest',
  'cluster trust bundles are not served',
);
