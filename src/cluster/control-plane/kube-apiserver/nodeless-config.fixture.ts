import type { ClusterConfig } from '#cluster/config/cluster-config';

/** A cluster without machines, for tests of the control plane alone. */
export const nodelessConfig: ClusterConfig = {
  nodes: [],
  users: [],
  images: [],
  podCIDR: '10.244.0.0/16',
  serviceCIDR: '10.96.0.0/16',
  authorizationModes: ['Node', 'RBAC'],
  enableAdmissionPlugins: ['NodeRestriction'],
};
