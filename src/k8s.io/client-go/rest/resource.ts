/** The resources that components of this cluster name in their own code, and their URL paths. */

import { escapedSegment } from '#base/well-formed-text';

/** A resource as a client addresses it. */
export interface Resource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural, lower case. */
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
}

const define = (
  group: string,
  version: string,
  resource: string,
  kind: string,
  namespaced = true,
): Resource => ({ group, version, resource, kind, namespaced });

export const pods = define('', 'v1', 'pods', 'Pod');
export const nodes = define('', 'v1', 'nodes', 'Node', false);
export const namespaces = define('', 'v1', 'namespaces', 'Namespace', false);
export const events = define('', 'v1', 'events', 'Event');
export const services = define('', 'v1', 'services', 'Service');
export const endpoints = define('', 'v1', 'endpoints', 'Endpoints');
export const serviceAccounts = define('', 'v1', 'serviceaccounts', 'ServiceAccount');
export const configMaps = define('', 'v1', 'configmaps', 'ConfigMap');
export const secrets = define('', 'v1', 'secrets', 'Secret');
export const limitRanges = define('', 'v1', 'limitranges', 'LimitRange');
export const resourceQuotas = define('', 'v1', 'resourcequotas', 'ResourceQuota');
export const persistentVolumes = define('', 'v1', 'persistentvolumes', 'PersistentVolume', false);
export const persistentVolumeClaims = define(
  '',
  'v1',
  'persistentvolumeclaims',
  'PersistentVolumeClaim',
);
export const replicationControllers = define(
  '',
  'v1',
  'replicationcontrollers',
  'ReplicationController',
);
export const deployments = define('apps', 'v1', 'deployments', 'Deployment');
export const replicaSets = define('apps', 'v1', 'replicasets', 'ReplicaSet');
export const daemonSets = define('apps', 'v1', 'daemonsets', 'DaemonSet');
export const statefulSets = define('apps', 'v1', 'statefulsets', 'StatefulSet');
export const controllerRevisions = define(
  'apps',
  'v1',
  'controllerrevisions',
  'ControllerRevision',
);
export const jobs = define('batch', 'v1', 'jobs', 'Job');
export const cronJobs = define('batch', 'v1', 'cronjobs', 'CronJob');
export const horizontalPodAutoscalers = define(
  'autoscaling',
  'v2',
  'horizontalpodautoscalers',
  'HorizontalPodAutoscaler',
);
export const clusterRoles = define(
  'rbac.authorization.k8s.io',
  'v1',
  'clusterroles',
  'ClusterRole',
  false,
);
export const clusterRoleBindings = define(
  'rbac.authorization.k8s.io',
  'v1',
  'clusterrolebindings',
  'ClusterRoleBinding',
  false,
);
export const roles = define('rbac.authorization.k8s.io', 'v1', 'roles', 'Role');
export const roleBindings = define(
  'rbac.authorization.k8s.io',
  'v1',
  'rolebindings',
  'RoleBinding',
);
export const certificateSigningRequests = define(
  'certificates.k8s.io',
  'v1',
  'certificatesigningrequests',
  'CertificateSigningRequest',
  false,
);
/** Behind a feature gate. */
export const clusterTrustBundles = define(
  'certificates.k8s.io',
  'v1beta1',
  'clustertrustbundles',
  'ClusterTrustBundle',
  false,
);
export const apiServices = define(
  'apiregistration.k8s.io',
  'v1',
  'apiservices',
  'APIService',
  false,
);
export const customResourceDefinitions = define(
  'apiextensions.k8s.io',
  'v1',
  'customresourcedefinitions',
  'CustomResourceDefinition',
  false,
);
export const leases = define('coordination.k8s.io', 'v1', 'leases', 'Lease');
export const newEvents = define('events.k8s.io', 'v1', 'events', 'Event');
export const endpointSlices = define('discovery.k8s.io', 'v1', 'endpointslices', 'EndpointSlice');
export const networkPolicies = define(
  'networking.k8s.io',
  'v1',
  'networkpolicies',
  'NetworkPolicy',
);
export const serviceCIDRs = define('networking.k8s.io', 'v1', 'servicecidrs', 'ServiceCIDR', false);
export const ingresses = define('networking.k8s.io', 'v1', 'ingresses', 'Ingress');
export const ingressClasses = define(
  'networking.k8s.io',
  'v1',
  'ingressclasses',
  'IngressClass',
  false,
);
export const storageClasses = define(
  'storage.k8s.io',
  'v1',
  'storageclasses',
  'StorageClass',
  false,
);
export const csiNodes = define('storage.k8s.io', 'v1', 'csinodes', 'CSINode', false);
export const podDisruptionBudgets = define(
  'policy',
  'v1',
  'poddisruptionbudgets',
  'PodDisruptionBudget',
);
export const resourceSlices = define(
  'resource.k8s.io',
  'v1',
  'resourceslices',
  'ResourceSlice',
  false,
);
export const runtimeClasses = define('node.k8s.io', 'v1', 'runtimeclasses', 'RuntimeClass', false);

/** `pods` or `deployments.apps`: how errors and references name a resource. */
export const groupResource = (resource: Resource): string =>
  resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;

/**
 * The path of a collection, object or subresource, without query.
 * Source: k8s.io/client-go rest/request.go Request.URL.
 */
export function resourcePath(
  resource: Resource,
  namespace: string,
  name = '',
  subresource = '',
): string {
  const root =
    resource.group === ''
      ? `/api/${resource.version}`
      : `/apis/${resource.group}/${resource.version}`;
  const isScoped = resource.namespaced && namespace !== '';
  const scope = isScoped ? `/namespaces/${escapedSegment(namespace)}` : '';
  const object = name === '' ? '' : `/${escapedSegment(name)}`;
  const sub = subresource === '' ? '' : `/${subresource}`;
  return `${root}${scope}/${resource.resource}${object}${sub}`;
}
