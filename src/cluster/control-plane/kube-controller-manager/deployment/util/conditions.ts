/**
 * The conditions of a Deployment and how they are determined. Models
 * kubernetes/pkg/controller/deployment/util/deployment_util.go: SetDeploymentCondition,
 * DeploymentComplete, DeploymentProgressing, DeploymentTimedOut.
 */
import { defined } from '#base/defined';
import { parseRfc3339, rfc3339, type SimTime, second } from '#base/sim-time';
import type {
  Deployment,
  DeploymentCondition,
  DeploymentStatus,
  ReplicaSet,
} from '#k8s.io/api/apps/v1';
import { desiredReplicas } from './arithmetic.ts';

type ConditionType = 'Available' | 'Progressing' | 'ReplicaFailure';
type Conditions = readonly DeploymentCondition[];

/** Upstream treats this value as no deadline and no limit. */
const maxInt32 = 2147483647;

export const hasProgressDeadline = ({ spec }: Deployment): boolean =>
  spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== maxInt32;

export const hasRevisionHistoryLimit = ({ spec }: Deployment): boolean =>
  spec.revisionHistoryLimit !== undefined && spec.revisionHistoryLimit !== maxInt32;

export const conditionOf = (
  status: DeploymentStatus | undefined,
  type: ConditionType,
): DeploymentCondition | undefined => status?.conditions?.find((one) => one.type === type);

export function newCondition(
  type: ConditionType,
  status: 'True' | 'False' | 'Unknown',
  reason: string,
  message: string,
  now: SimTime,
): DeploymentCondition {
  const time = rfc3339(now);
  return { type, status, lastUpdateTime: time, lastTransitionTime: time, reason, message };
}

/** Appends a condition in place of the old one, unless status and reason are the same. */
export function withCondition(conditions: Conditions, next: DeploymentCondition): Conditions {
  const current = conditions.find(({ type }) => type === next.type);
  if (current?.status === next.status && current.reason === next.reason) return conditions;
  const kept =
    current?.status === next.status && current.lastTransitionTime !== undefined
      ? { ...next, lastTransitionTime: current.lastTransitionTime }
      : next;
  return [...withoutCondition(conditions, next.type), kept];
}

export const withoutCondition = (conditions: Conditions, type: string): Conditions =>
  conditions.some((one) => one.type === type)
    ? conditions.filter((one) => one.type !== type)
    : conditions;

/** The status with these conditions; without them the field is absent. */
export function withConditions(
  { conditions: _, collisionCount, ...counts }: DeploymentStatus,
  conditions: Conditions,
): DeploymentStatus {
  return {
    ...counts,
    ...(conditions.length === 0 ? {} : { conditions }),
    ...defined({ collisionCount }),
  };
}

/** Whether all pods have the new template and are available. Source: DeploymentComplete. */
export function isComplete(deployment: Deployment, status: DeploymentStatus | undefined): boolean {
  const replicas = desiredReplicas(deployment);
  const { updatedReplicas = 0, replicas: actual = 0, availableReplicas = 0 } = status ?? {};
  return (
    updatedReplicas === replicas &&
    actual === replicas &&
    availableReplicas === replicas &&
    (status?.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

/** Whether any count improved since the last status. Source: DeploymentProgressing. */
export function isProgressing(
  before: DeploymentStatus | undefined,
  now: DeploymentStatus,
): boolean {
  const old = (status: DeploymentStatus): number =>
    (status.replicas ?? 0) - (status.updatedReplicas ?? 0);
  const { updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0 } = now;
  return (
    updatedReplicas > (before?.updatedReplicas ?? 0) ||
    old(now) < old(before ?? {}) ||
    readyReplicas > (before?.readyReplicas ?? 0) ||
    availableReplicas > (before?.availableReplicas ?? 0)
  );
}

/** Whether there was no progress for longer than the deadline. Source: DeploymentTimedOut. */
export function isTimedOut(
  deployment: Deployment,
  status: DeploymentStatus,
  now: SimTime,
): boolean {
  const condition = conditionOf(status, 'Progressing');
  if (!hasProgressDeadline(deployment) || condition === undefined) return false;
  if (condition.reason === 'NewReplicaSetAvailable') return false;
  if (condition.reason === 'ProgressDeadlineExceeded') return true;
  return deadlineOf(deployment, condition) < now;
}

/** The time at which a Deployment with this condition counts as stuck. */
export function deadlineOf({ spec }: Deployment, condition: DeploymentCondition): SimTime {
  const updated = parseRfc3339(condition.lastUpdateTime ?? '') ?? 0;
  return updated + (spec.progressDeadlineSeconds ?? 0) * second;
}

/** The first failure in the status of a ReplicaSet, the new one's before those of others. */
export function replicaFailure(
  newSet: ReplicaSet | undefined,
  all: readonly ReplicaSet[],
): DeploymentCondition | undefined {
  for (const set of newSet === undefined ? all : [newSet, ...all]) {
    const failure = set.status?.conditions?.find(({ type }) => type === 'ReplicaFailure');
    if (failure === undefined) continue;
    const time = failure.lastTransitionTime;
    return { ...failure, ...defined({ lastUpdateTime: time }) };
  }
  return undefined;
}
