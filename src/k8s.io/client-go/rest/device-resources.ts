/** The resources of resource.k8s.io, which a cluster with drivers for devices works with. */
import { type Resource, resourceSlices } from './resource.ts';

const define = (resource: string, kind: string, namespaced = true): Resource => ({
  group: 'resource.k8s.io',
  version: 'v1',
  ...{ resource, kind, namespaced },
});

export { resourceSlices };
export const resourceClaims = define('resourceclaims', 'ResourceClaim');
export const resourceClaimTemplates = define('resourceclaimtemplates', 'ResourceClaimTemplate');
export const deviceClasses = define('deviceclasses', 'DeviceClass', false);
