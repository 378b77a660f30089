/**
 * Cluster events that may make an unschedulable pod schedulable, and their names.
 * Models kube-scheduler/framework ClusterEvent and kubernetes/pkg/scheduler/framework/events.go.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { podRequests } from './types/pod-requests.ts';

export type EventResource =
  | 'Pod'
  | 'AssignedPod'
  | 'UnschedulablePod'
  | 'Node'
  | 'PersistentVolume'
  | 'PersistentVolumeClaim'
  | 'StorageClass'
  | 'CSINode'
  | 'ResourceClaim'
  | 'ResourceSlice'
  | 'DeviceClass'
  | '*';

export type ActionType =
  | 'Add'
  | 'Delete'
  | 'Update'
  | 'UpdateNodeAllocatable'
  | 'UpdateNodeLabel'
  | 'UpdateNodeTaint'
  | 'UpdateNodeCondition'
  | 'UpdateNodeAnnotation'
  | 'UpdateNodeDeclaredFeature'
  | 'UpdatePodLabel'
  | 'UpdatePodScaleDown'
  | 'UpdatePodToleration'
  | 'UpdatePodSchedulingGatesEliminated'
  | 'UpdatePodGeneratedResourceClaim';

export interface ClusterEvent {
  readonly resource: EventResource;
  readonly action: ActionType;
  /** Its name in logs and the trace. */
  readonly label: string;
}

const event = (resource: EventResource, action: ActionType, label = ''): ClusterEvent => ({
  resource,
  action,
  label: label === '' ? `${resource}${action}` : label,
});

export const assignedPodAdd = event('AssignedPod', 'Add');
export const assignedPodDelete = event('AssignedPod', 'Delete');
export const unscheduledPodAdd = event('UnschedulablePod', 'Add');
export const nodeAdd = event('Node', 'Add');
export const nodeDelete = event('Node', 'Delete');
export const unschedulableTimeout = event('*', 'Update', 'UnschedulableTimeout');
export const forceActivate = event('*', 'Update', 'ForceActivate');

export const resourceEvent = (resource: EventResource, action: ActionType): ClusterEvent =>
  event(resource, action);

/** Ways into a queue that are not cluster events. */
export const scheduleAttemptFailure = 'ScheduleAttemptFailure';
export const backoffComplete = 'BackoffComplete';

/** The relevant changes of a node. Source: NodeSchedulingPropertiesChange. */
export function nodeChanges(old: Node, node: Node): readonly ClusterEvent[] {
  const changes: ClusterEvent[] = [];
  const change = (action: ActionType) => changes.push(event('Node', action));
  if ((old.spec.unschedulable ?? false) && !(node.spec.unschedulable ?? false)) {
    change('UpdateNodeTaint');
  }
  if (!sameMap(old.status?.allocatable, node.status?.allocatable)) change('UpdateNodeAllocatable');
  if (!sameMap(old.metadata.labels, node.metadata.labels)) change('UpdateNodeLabel');
  if (!sameList(old.spec.taints, node.spec.taints, sameTaint)) change('UpdateNodeTaint');
  const { conditions: before } = old.status ?? {};
  if (
    !sameList(before, node.status?.conditions, (a, b) => a.type === b.type && a.status === b.status)
  ) {
    change('UpdateNodeCondition');
  }
  if (!sameMap(old.metadata.annotations, node.metadata.annotations)) change('UpdateNodeAnnotation');
  const { declaredFeatures: features } = old.status ?? {};
  if (!sameList(features, node.status?.declaredFeatures, (a, b) => a === b)) {
    change('UpdateNodeDeclaredFeature');
  }
  return changes;
}

const sameTaint = (
  a: { readonly key: string; readonly value?: string; readonly effect: string },
  b: { readonly key: string; readonly value?: string; readonly effect: string },
): boolean => a.key === b.key && a.value === b.value && a.effect === b.effect;

/** The changes of a pod. Source: PodSchedulingPropertiesChange. */
export function podChanges(old: Pod, pod: Pod): readonly ClusterEvent[] {
  const resource: EventResource =
    (pod.spec.nodeName ?? '') === '' ? 'UnschedulablePod' : 'AssignedPod';
  const changes: ClusterEvent[] = [];
  const change = (action: ActionType) => changes.push(event(resource, action));
  if (!sameMap(old.metadata.labels, pod.metadata.labels)) change('UpdatePodLabel');
  if (old.spec !== pod.spec || (pod.metadata.generation ?? 1) > 1) {
    if (scaledDown(old, pod)) change('UpdatePodScaleDown');
  }
  if (old.spec !== pod.spec) {
    const gates = old.spec.schedulingGates ?? [];
    if (gates.length > 0 && (pod.spec.schedulingGates ?? []).length === 0) {
      change('UpdatePodSchedulingGatesEliminated');
    }
    if ((old.spec.tolerations ?? []).length !== (pod.spec.tolerations ?? []).length) {
      change('UpdatePodToleration');
    }
  }
  if (old.status?.resourceClaimStatuses?.length !== pod.status?.resourceClaimStatuses?.length) {
    change('UpdatePodGeneratedResourceClaim');
  }
  if (changes.length === 0 && resource === 'UnschedulablePod') change('Update');
  return changes;
}

function scaledDown(old: Pod, pod: Pod): boolean {
  const before = podRequests(old).requests;
  const after = podRequests(pod).requests;
  return Object.keys(before).some((name) => (before[name] ?? 0) > (after[name] ?? 0));
}

function sameMap(
  a: Readonly<Record<string, string>> | undefined,
  b: Readonly<Record<string, string>> | undefined,
): boolean {
  if (a === b) return true;
  const keys = Object.keys(a ?? {});
  if (keys.length !== Object.keys(b ?? {}).length) return false;
  return keys.every((key) => a?.[key] === b?.[key]);
}

function sameList<T>(
  a: readonly T[] | undefined,
  b: readonly T[] | undefined,
  same: (a: T, b: T) => boolean,
): boolean {
  if (a === b) return true;
  const left = a ?? [];
  const right = b ?? [];
  if (left.length !== right.length) return false;
  return left.every((item, index) => {
    const other = right[index];
    return other !== undefined && same(item, other);
  });
}

/** Whether a plugin that registered for `wanted` gets the event `happened`. Source: Match. */
export function eventMatches(wanted: RegisteredEvent, happened: ClusterEvent): boolean {
  if (happened.resource === '*') return true;
  const resource =
    wanted.resource === happened.resource ||
    (wanted.resource === 'Pod' &&
      (happened.resource === 'AssignedPod' || happened.resource === 'UnschedulablePod'));
  return resource && wanted.actions.includes(happened.action);
}

/** An event that a plugin registers for. */
export interface RegisteredEvent {
  readonly resource: EventResource;
  readonly actions: readonly ActionType[];
  /** Whether this change may help the pod; absent: always. */
  readonly hint?: QueueingHint;
}

/** True: try the pod again. `before` and `after` are the changed object's two states. */
export type QueueingHint = (pod: Pod, before: unknown, after: unknown) => boolean;
