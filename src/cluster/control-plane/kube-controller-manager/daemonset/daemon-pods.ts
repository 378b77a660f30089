/**
 * The pod of a DaemonSet, and the nodes that should have one. Models
 * kubernetes/pkg/controller/daemon/util/daemonset_util.go and NodeShouldRunDaemonPod.
 */
import { defined } from '#base/defined';
import type { DaemonSet } from '#k8s.io/api/apps/v1';
import type { Node, Pod, PodSpec, PodTemplateSpec, Toleration } from '#k8s.io/api/core/v1';
import { scaledValue } from '#k8s.io/apimachinery/int-or-string';
import { requiredNodeAffinityMatches } from '#k8s.io/component-helpers/scheduling/node-affinity';
import { untoleratedTaint } from '#k8s.io/component-helpers/scheduling/taints';
import { revisionHashLabel } from '../history/controller-revisions.ts';

const templateGenerationLabel = 'pod-template-generation';
const templateGenerationAnnotation = 'deprecated.daemonset.template.generation';

const exists = (name: string, effect: 'NoExecute' | 'NoSchedule'): Toleration => ({
  key: `node.kubernetes.io/${name}`,
  operator: 'Exists',
  effect,
});

/** These let a daemon pod stay where other pods would not. */
const daemonTolerations: readonly Toleration[] = [
  exists('not-ready', 'NoExecute'),
  exists('unreachable', 'NoExecute'),
  exists('disk-pressure', 'NoSchedule'),
  exists('memory-pressure', 'NoSchedule'),
  exists('pid-pressure', 'NoSchedule'),
  exists('unschedulable', 'NoSchedule'),
];
const hostNetworkToleration = exists('network-unavailable', 'NoSchedule');

/** Source: AddOrUpdateDaemonPodTolerations: an existing equal toleration keeps its place. */
function tolerationsOf(spec: PodSpec): readonly Toleration[] {
  const added =
    spec.hostNetwork === true ? [...daemonTolerations, hostNetworkToleration] : daemonTolerations;
  const own = (spec.tolerations ?? []).map((one) => added.find((a) => isSame(a, one)) ?? one);
  return [...own, ...added.filter((one) => !own.includes(one))];
}

/** Source: Toleration.MatchToleration. */
const isSame = (a: Toleration, b: Toleration): boolean =>
  a.key === b.key &&
  a.effect === b.effect &&
  a.operator === b.operator &&
  (a.value ?? '') === (b.value ?? '');

const generationOf = (set: DaemonSet): string | undefined => {
  const text = set.metadata.annotations?.[templateGenerationAnnotation];
  return text !== undefined && /^\d+$/.test(text) ? text : undefined;
};

/** The template of new pods, except for their node. Source: CreatePodTemplate. */
export function daemonTemplate(set: DaemonSet, hash: string): PodTemplateSpec & { spec: PodSpec } {
  const { template } = set.spec;
  const spec = template.spec ?? { containers: [] };
  const generation = generationOf(set);
  return {
    metadata: {
      ...template.metadata,
      labels: {
        ...template.metadata?.labels,
        [revisionHashLabel]: hash,
        ...defined({ [templateGenerationLabel]: generation }),
      },
    },
    spec: { ...spec, tolerations: tolerationsOf(spec) },
  };
}

/**
 * The affinity by which the scheduler can choose only this node. Source:
 * ReplaceDaemonSetPodNodeNameNodeAffinity.
 */
export function onNode(
  template: PodTemplateSpec & { readonly spec: PodSpec },
  node: string,
): PodTemplateSpec {
  const { affinity } = template.spec;
  const term = {
    matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [node] }],
  };
  const nodeAffinity = {
    ...affinity?.nodeAffinity,
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] },
  };
  return { ...template, spec: { ...template.spec, affinity: { ...affinity, nodeAffinity } } };
}

/** The node of a daemon pod, before and after it is bound. Source: GetTargetNodeName. */
export function targetNodeOf({ spec }: Pod): string | undefined {
  if (spec.nodeName !== undefined && spec.nodeName !== '') return spec.nodeName;
  const terms =
    spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
      ?.nodeSelectorTerms ?? [];
  for (const { matchFields = [] } of terms) {
    const field = matchFields.find(
      ({ key, operator }) => key === 'metadata.name' && operator === 'In',
    );
    if (field?.values?.length === 1) return field.values[0];
  }
  return undefined;
}

/** Source: IsPodUpdated. */
export function isPodUpdated(set: DaemonSet, pod: Pod, hash: string): boolean {
  const { labels } = pod.metadata;
  const generation = generationOf(set);
  return (
    labels?.[revisionHashLabel] === hash ||
    (generation !== undefined && labels?.[templateGenerationLabel] === generation)
  );
}

export interface Placement {
  /** Whether the node should get a daemon pod if it has none. */
  readonly shouldRun: boolean;
  /** Whether an existing daemon pod may stay. */
  readonly shouldContinueRunning: boolean;
}

const no: Placement = { shouldRun: false, shouldContinueRunning: false };
const yes: Placement = { shouldRun: true, shouldContinueRunning: true };

/** Source: NodeShouldRunDaemonPod. */
export function placementOn(set: DaemonSet, node: Node): Placement {
  const spec = set.spec.template.spec ?? { containers: [] };
  const { nodeName = '' } = spec;
  if (nodeName !== '' && nodeName !== node.metadata.name) return no;
  if (!requiredNodeAffinityMatches(spec, node)) return no;
  const { taints } = node.spec ?? {};
  if (taints === undefined || taints.length === 0) return yes;
  const tolerations = tolerationsOf(spec);
  if (untoleratedTaint(taints, tolerations, ['NoSchedule', 'NoExecute']) === undefined) return yes;
  const evicted = untoleratedTaint(taints, tolerations, ['NoExecute']) !== undefined;
  return { shouldRun: false, shouldContinueRunning: !evicted };
}

/** How many pods may be added, and how many may be unavailable, when `desired` are wanted. */
export function updateBounds(
  set: DaemonSet,
  desired: number,
): { readonly maxSurge: number; readonly maxUnavailable: number } {
  const { type, rollingUpdate } = set.spec.updateStrategy ?? {};
  if (type !== 'RollingUpdate' || rollingUpdate === undefined) {
    return { maxSurge: 0, maxUnavailable: 0 };
  }
  const maxSurge = scaledValue(rollingUpdate.maxSurge ?? 0, desired, 'up') ?? 0;
  const maxUnavailable = scaledValue(rollingUpdate.maxUnavailable ?? 0, desired, 'up') ?? 0;
  // Small percentages may give 0 for both: then one pod may be unavailable.
  return {
    maxSurge,
    maxUnavailable: maxSurge === 0 ? Math.max(maxUnavailable, 1) : maxUnavailable,
  };
}

/** Whether a node may hold two pods for a while. Source: AllowsSurge. */
export const allowsSurge = (set: DaemonSet): boolean => updateBounds(set, 100).maxSurge > 0;

/** Scheduled first, then oldest. Source: podByCreationTimestampAndPhase. */
export const oldestFirst = (pods: readonly Pod[]): readonly Pod[] =>
  [...pods].sort(
    (a, b) =>
      Number(b.spec.nodeName !== undefined) - Number(a.spec.nodeName !== undefined) ||
      compare(a.metadata.creationTimestamp, b.metadata.creationTimestamp) ||
      compare(a.metadata.name, b.metadata.name),
  );

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
