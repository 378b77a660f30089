/**
 * Namespaces, priority classes, API services and the kubernetes Service: the objects that the
 * server's own controllers create at start.
 *
 * Models kubernetes pkg/controlplane controller/systemnamespaces, controller/kubernetesservice,
 * controller/defaultservicecidr,
 * reconcilers, pkg/registry/scheduling/rest and kube-aggregator's auto-registration.
 */
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import table from './bootstrap-objects.generated.json';

export type BootstrapObject = New<KubeObject>;

export const systemNamespaces: readonly BootstrapObject[] = [
  'default',
  'kube-system',
  'kube-public',
  'kube-node-lease',
].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));

export const priorityClasses: readonly BootstrapObject[] = Object.entries(
  table.priorityClasses,
).map(([name, { value, description }]) => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
  description,
}));

/** Source: pkg/controlplane/apiserver aggregator.go DefaultGenericAPIServicePriorities. */
const trustBundleService = {
  'v1beta1.certificates.k8s.io': ['certificates.k8s.io', 'v1beta1', 17_300, 9],
};

/** `trustBundles`: whether certificates.k8s.io/v1beta1 is served, for ClusterTrustBundles. */
export const apiServices = (trustBundles = false): readonly BootstrapObject[] =>
  Object.entries({
    ...table.apiServices,
    ...(trustBundles && trustBundleService),
  }).map(([name, [group, version, groupPriorityMinimum, versionPriority]]) => ({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name, labels: { 'kube-aggregator.kubernetes.io/automanaged': 'onstart' } },
    spec: { ...(group !== '' && { group }), version, groupPriorityMinimum, versionPriority },
  }));

const ports = { name: 'https', port: 443, targetPort: 6443, protocol: 'TCP' };

/**
 * The Service through which pods reach the server; it has the first address of the service range.
 */
export const kubernetesService = (serviceCIDR: string): BootstrapObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: 'kubernetes',
    namespace: 'default',
    labels: { component: 'apiserver', provider: 'kubernetes' },
  },
  spec: {
    clusterIP: firstAddress(serviceCIDR),
    ports: [ports],
    type: 'ClusterIP',
    sessionAffinity: 'None',
  },
});

/** The range of Services as an object. Source: controller/defaultservicecidr. */
export const defaultServiceCidr = (serviceCIDR: string): BootstrapObject => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'ServiceCIDR',
  metadata: { name: 'kubernetes' },
  spec: { cidrs: [serviceCIDR] },
});

/** `10.96.0.0/16` → `10.96.0.1` */
function firstAddress(cidr: string): string {
  const network = cidr.slice(0, cidr.indexOf('/'));
  const dot = network.lastIndexOf('.');
  return `${network.slice(0, dot)}.${Number(network.slice(dot + 1)) + 1}`;
}

/**
 * Both objects hold the address at which the server listens. Source:
 * reconcilers/endpointsadapter.go.
 */
export const kubernetesEndpoints = (address: string): readonly BootstrapObject[] => {
  const { host, port } = splitAddress(address);
  const mirrored = { 'endpointslice.kubernetes.io/skip-mirror': 'true' };
  const endpoints: BootstrapObject = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'kubernetes', namespace: 'default', labels: mirrored },
  };
  const slice: New<EndpointSlice> = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: {
      name: 'kubernetes',
      namespace: 'default',
      labels: { 'kubernetes.io/service-name': 'kubernetes' },
    },
    addressType: 'IPv4',
    endpoints: [{ addresses: [host], conditions: { ready: true } }],
    ports: [{ name: 'https', port, protocol: 'TCP' }],
  };
  const subsets = [
    { addresses: [{ ip: host }], ports: [{ name: 'https', port, protocol: 'TCP' }] },
  ];
  const withSubsets: BootstrapObject & { readonly subsets: unknown } = { ...endpoints, subsets };
  return [withSubsets, slice];
};

function splitAddress(url: string): { readonly host: string; readonly port: number } {
  const [, host = '', port = '6443'] = /^https?:\/\/([^:/]+)(?::(\d+))?/.exec(url) ?? [];
  return { host, port: Number(port) };
}
