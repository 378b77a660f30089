/** The resources that the server's own code names. */
import { must } from '#base/assert';
import { type ResourceInfo, resourceFor } from '#k8s.io/apimachinery/resources';

const find = (group: string, plural: string): ResourceInfo =>
  must(resourceFor(group, 'v1', plural), `${plural} are served`);

export const wellKnown = {
  pods: find('', 'pods'),
  bindings: find('', 'bindings'),
  nodes: find('', 'nodes'),
  services: find('', 'services'),
  endpoints: find('', 'endpoints'),
  namespaces: find('', 'namespaces'),
  componentStatuses: find('', 'componentstatuses'),
  limitRanges: find('', 'limitranges'),
  resourceQuotas: find('', 'resourcequotas'),
  serviceAccounts: find('', 'serviceaccounts'),
  roles: find('rbac.authorization.k8s.io', 'roles'),
  clusterRoles: find('rbac.authorization.k8s.io', 'clusterroles'),
  ipAddresses: find('networking.k8s.io', 'ipaddresses'),
  ingressClasses: find('networking.k8s.io', 'ingressclasses'),
  priorityClasses: find('scheduling.k8s.io', 'priorityclasses'),
  storageClasses: find('storage.k8s.io', 'storageclasses'),
  runtimeClasses: find('node.k8s.io', 'runtimeclasses'),
  podDisruptionBudgets: find('policy', 'poddisruptionbudgets'),
} as const;
