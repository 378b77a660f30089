/** Source: kubernetes pkg/apis/core/helper standardQuotaResources, standardResources. */

/** What a quota counts by a bare name. */
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
