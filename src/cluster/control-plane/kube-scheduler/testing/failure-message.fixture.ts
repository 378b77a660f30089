/** The failure messages of a pod in a cluster of one node. */
import type { Node, Pod, PodSpec } from '#k8s.io/api/core/v1';
import { recordedNode, recordedPod, SchedulerBed } from './scheduler-bed.ts';

const preemption = 'no new claims to deallocate, preemption: 0/1 nodes are available: 1';
/** How the message ends when it is the node that does not fit. */
export const notHelpful = `${preemption} Preemption is not helpful for scheduling.`;
/** How it ends when other pods are in the way and none of them may be preempted. */
export const noVictims = `${preemption} No preemption victims found for incoming pod.`;

interface Given {
  readonly node?: Partial<Node['spec']>;
  readonly status?: Partial<NonNullable<Node['status']>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** Pods that run there already. */
  readonly running?: readonly Pod[];
  readonly prepare?: (bed: SchedulerBed) => void;
}

/** The message of a pod on a cluster of one node. */
export function failureMessage(
  spec: Partial<PodSpec>,
  { node, status, labels, running, prepare }: Given = {},
): string {
  const plain = recordedNode('node-1', node);
  const bed = new SchedulerBed([
    {
      ...plain,
      metadata: { ...plain.metadata, labels: { ...plain.metadata.labels, ...labels } },
      status: { ...plain.status, ...status },
    },
  ]);
  if (prepare !== undefined) bed.act(() => prepare(bed));
  for (const pod of running ?? []) {
    bed.create({ ...pod, spec: { ...pod.spec, nodeName: 'node-1' } });
  }
  bed.create(recordedPod('new', { spec }), 1);
  return bed.failure('new');
}

export const near = (app: string) => ({
  labelSelector: { matchLabels: { app } },
  topologyKey: 'kubernetes.io/hostname',
});
