/**
 * A cluster of a person's own, as it is written in a recording and a link: JSON with a version.
 *
 * Everything has a bound, because anybody writes links and each machine costs the simulator work.
 */

import { scenarios } from './index.ts';
import type { ScenarioId } from './scenario.ts';

export interface NodeSpec {
  readonly name: string;
  /** `2`, `500m` */
  readonly cpu: string;
  /** `4Gi` */
  readonly memory: string;
  readonly pods?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly TaintSpec[];
}

export interface TaintSpec {
  readonly key: string;
  readonly value?: string;
  readonly effect: (typeof taintEffects)[number];
}

/** A person beside `admin`, with a client certificate. */
export interface UserSpec {
  readonly name: string;
  readonly groups: readonly string[];
}

/** An image of the registry beside those that every cluster finds there. */
export interface ImageSpec {
  /** `registry.example/team/app:1.0`; of Docker's library without a registry. */
  readonly reference: string;
  readonly program: (typeof imagePrograms)[number];
  readonly megabytes: number;
}

/** The fields of an extender in `KubeSchedulerConfiguration`; `httpTimeout` is in seconds: `30s`. */
export interface ExtenderSpec {
  readonly urlPrefix: string;
  readonly filterVerb?: string;
  readonly prioritizeVerb?: string;
  readonly preemptVerb?: string;
  readonly bindVerb?: string;
  readonly weight?: number;
  readonly nodeCacheCapable?: boolean;
  readonly ignorable?: boolean;
  readonly managedResources?: readonly { readonly name: string }[];
  readonly httpTimeout?: string;
}

/** What is left out is as in the cluster of the other scenarios. */
export interface ClusterSpec {
  readonly version: 1;
  readonly nodes: readonly NodeSpec[];
  readonly users?: readonly UserSpec[];
  readonly images?: readonly ImageSpec[];
  readonly etcdMembers?: number;
  readonly controlPlanes?: number;
  readonly dns?: boolean;
  readonly metricsServer?: boolean;
  /** A default StorageClass whose volumes are folders of nodes. */
  readonly storage?: boolean;
  /** A cloud that gives Services of type LoadBalancer an address. */
  readonly loadBalancer?: boolean;
  /** An ingress controller and a default IngressClass. */
  readonly ingress?: boolean;
  /** The Gateway API, an implementation of it and its GatewayClass. */
  readonly gateway?: boolean;
  /** The example driver of dynamic resource allocation: eight GPUs on each node. */
  readonly dynamicResources?: boolean;
  /** The feature gates ClusterTrustBundle and ClusterTrustBundleProjection, and their API. */
  readonly clusterTrustBundles?: boolean;
  /** Absent: flannel, which does not enforce NetworkPolicies; Canal does. */
  readonly networkPlugin?: (typeof networkPlugins)[number];
  /** kube-proxy's mode; absent: iptables. */
  readonly kubeProxyMode?: (typeof kubeProxyModes)[number];
  /** A further scheduler, which fills one node before it takes the next. */
  readonly packingScheduler?: boolean;
  /** Programs that the scheduler asks, as in a `KubeSchedulerConfiguration`. */
  readonly schedulerExtenders?: readonly ExtenderSpec[];
  readonly authorizationModes?: readonly string[];
  /** Switched on beside the default ones. */
  readonly admissionPlugins?: readonly string[];
}

export const taintEffects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;
/** A web server, a shell that runs the command of the pod, or nothing but waiting. */
export const imagePrograms = ['httpd', 'sh', 'pause'] as const;
export const networkPlugins = ['flannel', 'canal'] as const;
export const kubeProxyModes = ['iptables', 'nftables', 'ipvs'] as const;
/** The modes that need no further configuration. */
export const authorizationModes = ['Node', 'RBAC', 'AlwaysAllow', 'AlwaysDeny'] as const;
/** The plugins that are off by default and need no further configuration. */
export const admissionPlugins = [
  'NodeRestriction',
  'AlwaysPullImages',
  'DenyServiceExternalIPs',
  'ExtendedResourceToleration',
  'LimitPodHardAntiAffinityTopology',
  'NamespaceAutoProvision',
  'NamespaceExists',
  'OwnerReferencesPermissionEnforcement',
  'PodNodeSelector',
  'PodTolerationRestriction',
] as const;

export const bounds = {
  characters: 20_000,
  nodes: 30,
  users: 20,
  images: 20,
  labels: 20,
  taints: 10,
  groups: 10,
  cpus: 256,
  memoryBytes: 4 * 2 ** 40,
  /** A node has the addresses of a /24. */
  pods: 250,
  megabytes: 20_000,
  controlPlanes: 3,
  extenders: 5,
  resources: 10,
  weight: 100,
} as const;
/** An even number of members outvotes no more failures than the odd one below it. */
export const etcdSizes: readonly number[] = [1, 3, 5];

/** The cluster of a scenario as a description, to which something may be added. */
export function specOfScenario(id: ScenarioId): ClusterSpec {
  const nodes = scenarios[id].nodes.map((name) => ({ name, cpu: '2', memory: '24684092Ki' }));
  return { version: 1, nodes, ...besideNodes[id] };
}

/** What a scenario has beside its nodes. */
const besideNodes: Readonly<Partial<Record<ScenarioId, Partial<ClusterSpec>>>> = {
  everyday: { dns: true, metricsServer: true, storage: true },
  'three-members': { etcdMembers: 3, dns: true, metricsServer: true },
  'two-managers': { controlPlanes: 2 },
  'two-schedulers': { packingScheduler: true },
  'with-ingress': { dns: true, loadBalancer: true, ingress: true },
  'with-gateway': { dns: true, loadBalancer: true, gateway: true },
  'with-gpus': { dynamicResources: true },
  'network-policies': { dns: true, networkPlugin: 'canal' },
};
