/** Source: kubernetes pkg/apis/core/helper standardQuotaResources, standardResources. */

/** The resources that quotas count under a bare name. */
export const countedResources: readonly string[] = [
  'pods',
  'services',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
