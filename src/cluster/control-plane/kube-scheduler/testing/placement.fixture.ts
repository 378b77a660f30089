/** Nodes, pods and volumes for tests of one plugin, and where the scheduler puts a pod. */
import { defined } from '#base/defined';
import type { Node, Pod, PodSpec } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { recordedNode, recordedPod, SchedulerBed } from './scheduler-bed.ts';

interface NodeChange {
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Partial<Node['spec']>;
  readonly status?: Partial<NonNullable<Node['status']>>;
}

export function nodeWith(name: string, { labels, spec, status }: NodeChange = {}): Node {
  const plain = recordedNode(name, spec);
  return {
    ...plain,
    metadata: { ...plain.metadata, labels: { ...plain.metadata.labels, ...labels } },
    status: { ...plain.status, ...status },
  };
}

/** A pod that runs on that node already. */
export const running = (name: string, nodeName: string, spec: Partial<PodSpec> = {}): Pod =>
  recordedPod(name, { spec: { ...spec, nodeName } });

/** The pod `new` among those nodes and pods: its node, or why it has none. */
export function placed(
  nodes: readonly Node[],
  spec: Partial<PodSpec>,
  present: readonly Pod[] = [],
  others: Readonly<Record<string, readonly KubeObject[]>> = {},
): string {
  const bed = new SchedulerBed(nodes);
  for (const [resource, objects] of Object.entries(others)) {
    for (const object of objects) bed.act(() => bed.api.put(resource, object));
  }
  for (const pod of present) bed.create(pod);
  bed.create(recordedPod('new', { spec }), 1);
  return bed.nodeOf('new') || bed.failure('new');
}

const meta = (name: string, namespace?: string) => ({
  name,
  uid: `uid-${name}`,
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
  ...defined({ namespace }),
});

/** A claim that is bound to that volume. */
export const boundClaim = (name: string, volumeName: string, accessMode = 'ReadWriteOnce') =>
  ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      ...meta(name, 'default'),
      annotations: { 'pv.kubernetes.io/bind-completed': 'yes' },
    },
    spec: { volumeName, accessModes: [accessMode] },
  }) satisfies KubeObject;

export const volumeOf = (name: string, spec: object = {}, labels: Record<string, string> = {}) =>
  ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { ...meta(name), labels },
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...spec },
    status: { phase: 'Bound' },
  }) satisfies KubeObject;

/** What a node can hold of one CSI driver. */
export const csiNode = (node: string, driver: string, count: number) =>
  ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSINode',
    metadata: meta(node),
    spec: { drivers: [{ name: driver, nodeID: node, allocatable: { count } }] },
  }) satisfies KubeObject;

export const claiming = (...claimNames: readonly string[]): Partial<PodSpec> => ({
  volumes: claimNames.map((claimName) => ({
    name: claimName,
    persistentVolumeClaim: { claimName },
  })),
});

export const asking = (requests: Readonly<Record<string, string>>): Partial<PodSpec> => ({
  containers: [{ name: 'app', image: 'nginx', resources: { requests } }],
});
