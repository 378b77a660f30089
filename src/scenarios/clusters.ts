/** Clusters that scenarios start from. Sizes and addresses are those of the recorded cluster. */
import type { ClusterConfig, NodeConfig, UserConfig } from '#cluster/config/cluster-config';
import type { ScenarioId } from './scenario.ts';

const users: readonly UserConfig[] = [
  {
    name: 'admin',
    certificate: { commonName: 'kubernetes-admin', organizations: ['system:masters'] },
  },
  { name: 'alice', certificate: { commonName: 'alice', organizations: ['dev'] } },
  { name: 'bob', certificate: { commonName: 'bob', organizations: ['ops'] } },
  { name: 'anon' },
];

/** The n-th node, from 1: two CPUs and 24 GiB, its own /24 of the pod range. */
export function node(n: number): NodeConfig {
  const name = `node-${n}`;
  return {
    name,
    cpu: '2',
    memory: '24684092Ki',
    pods: 110,
    memoryReserved: '102400Ki',
    labels: {},
    taints: [],
    podCIDR: `10.244.${n - 1}.0/24`,
    address: `172.30.${Math.floor((10 + n) / 256)}.${(10 + n) % 256}`,
  };
}

/** 200 Mbit/s, so that one sees an image being pulled. */
const registryBytesPerSecond = 25_000_000;

/** A cluster of `count` equal nodes with the Node and RBAC authorizers. */
export function clusterOf(count: number): ClusterConfig {
  const nodes = Array.from({ length: count }, (_, index) => node(index + 1));
  return {
    nodes,
    users,
    images: [],
    registryBytesPerSecond,
    podCIDR: '10.244.0.0/16',
    serviceCIDR: '10.96.0.0/16',
    authorizationModes: ['Node', 'RBAC'],
    enableAdmissionPlugins: ['NodeRestriction'],
  };
}

/** A second scheduler, which fills one node before it takes the next. */
export const packing = {
  name: 'packing-scheduler',
  profiles: [
    {
      schedulerName: 'packing-scheduler',
      plugins: { disabled: ['PodTopologySpread'] },
      pluginConfig: { NodeResourcesFit: { scoringStrategy: { type: 'MostAllocated' } } },
    },
  ],
} as const;

const threeNodes = clusterOf(3);

/** What people expect of a cluster: names, usage, and volumes for claims. */
const everyday = {
  dns: 'coredns',
  metricsServer: true,
  storageProvisioner: 'local-path',
} as const;

/** The cluster of each scenario. */
export const scenarioClusters: Readonly<Record<ScenarioId, ClusterConfig>> = {
  'create-deployment': threeNodes,
  'run-pod': threeNodes,
  'empty-cluster': threeNodes,
  everyday: { ...threeNodes, ...everyday },
  'three-members': { ...threeNodes, etcdMembers: 3, dns: 'coredns', metricsServer: true },
  'two-managers': { ...threeNodes, controlPlanes: 2 },
  'two-schedulers': { ...threeNodes, otherSchedulers: [packing] },
  'with-ingress': { ...threeNodes, dns: 'coredns', loadBalancer: true, ingress: true },
  'with-gateway': { ...threeNodes, dns: 'coredns', loadBalancer: true, gateway: true },
  'with-gpus': { ...threeNodes, dynamicResources: true },
  'network-policies': { ...threeNodes, dns: 'coredns', networkPlugin: 'canal' },
};
