/** After healing: everything becomes what people asked for. */
import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '#k8s.io/api/apps/v1';
import type { Job } from '#k8s.io/api/batch/v1';
import type { Namespace, Node, Pod } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Breach, Evidence } from '../evidence.ts';
import type { History } from '../history.ts';
import { isReady } from './ready.ts';

/**
 * Every controller reaches its goal: replicas ready as in the spec, Jobs finished, nothing on its
 * way out for ever. The healing took away what could make that impossible: bad images, quotas,
 * cordons, taints.
 */
export function everythingConverges({ history }: Evidence): Breach | undefined {
  const message =
    first<Node>(history, 'minions', nodeProblem) ??
    first<Namespace>(history, 'namespaces', leavingProblem) ??
    first<Pod>(history, 'pods', podProblem) ??
    first<ReplicaSet>(history, 'replicasets', replicaSetProblem) ??
    first<Deployment>(history, 'deployments', deploymentProblem) ??
    first<StatefulSet>(history, 'statefulsets', statefulSetProblem) ??
    first<DaemonSet>(history, 'daemonsets', daemonSetProblem) ??
    first<Job>(history, 'jobs', jobProblem);
  return message === undefined ? undefined : { fact: 0, message };
}

/** The first object of a resource that has a problem. */
function first<T extends KubeObject>(
  history: History,
  resource: string,
  problemOf: (object: T) => string | undefined,
): string | undefined {
  for (const object of history.objects<T>(`/registry/${resource}/`)) {
    const problem = problemOf(object);
    if (problem === undefined) continue;
    const { namespace, name } = object.metadata;
    return `${resource} ${namespace === undefined ? '' : `${namespace}/`}${name} ${problem}`;
  }
  return undefined;
}

const leavingProblem = ({ metadata }: KubeObject): string | undefined =>
  metadata.deletionTimestamp === undefined ? undefined : 'is still being deleted';

function nodeProblem({ spec, status }: Node): string | undefined {
  const wrong = status?.conditions?.find(
    ({ type, status: is }) => is !== (type === 'Ready' ? 'True' : 'False'),
  );
  if (wrong !== undefined) return `has ${wrong.type}=${wrong.status}`;
  const taint = spec?.taints?.[0];
  return taint && `has the taint ${taint.key}`;
}

function podProblem(pod: Pod): string | undefined {
  const { metadata, spec, status } = pod;
  const leaving = leavingProblem(pod);
  if (leaving !== undefined) return leaving;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return undefined;
  if (metadata.ownerReferences?.some(({ kind }) => kind === 'Job') === true) return undefined;
  // A Job's Pod that was orphaned ends by itself, or starts again and again.
  if (spec.restartPolicy !== undefined && spec.restartPolicy !== 'Always') return undefined;
  return isReady(pod) ? undefined : `is ${status?.phase} on ${spec.nodeName ?? 'no node'}`;
}

/** Of a generation that the controller has not seen, its status says nothing. */
const unseen = (object: {
  readonly metadata: KubeObject['metadata'];
  readonly status?: { readonly observedGeneration?: number };
}): string | undefined =>
  object.status?.observedGeneration === object.metadata.generation
    ? undefined
    : `is at generation ${object.metadata.generation}, seen ${object.status?.observedGeneration}`;

const counted = (what: string, is: number | undefined, wanted: number): string | undefined =>
  (is ?? 0) === wanted ? undefined : `has ${is ?? 0} of ${wanted} ${what}`;

function replicaSetProblem(set: ReplicaSet): string | undefined {
  const { replicas = 1 } = set.spec;
  return (
    leavingProblem(set) ?? unseen(set) ?? counted('ready', set.status?.readyReplicas, replicas)
  );
}

function deploymentProblem(deployment: Deployment): string | undefined {
  const { replicas = 1 } = deployment.spec;
  const { status = {} } = deployment;
  return (
    leavingProblem(deployment) ??
    unseen(deployment) ??
    counted('replicas', status.replicas, replicas) ??
    counted('updated', status.updatedReplicas, replicas) ??
    counted('available', status.availableReplicas, replicas)
  );
}

function statefulSetProblem(set: StatefulSet): string | undefined {
  const { replicas = 1 } = set.spec;
  return (
    leavingProblem(set) ??
    unseen(set) ??
    counted('replicas', set.status?.replicas, replicas) ??
    counted('ready', set.status?.readyReplicas, replicas) ??
    (set.status?.currentRevision === set.status?.updateRevision
      ? undefined
      : 'is still between two revisions')
  );
}

function daemonSetProblem(set: DaemonSet): string | undefined {
  const { status } = set;
  const wanted = status?.desiredNumberScheduled ?? 0;
  return (
    leavingProblem(set) ??
    unseen(set) ??
    counted('ready', status?.numberReady, wanted) ??
    counted('updated', status?.updatedNumberScheduled, wanted) ??
    counted('misscheduled', status?.numberMisscheduled, 0)
  );
}

function jobProblem(job: Job): string | undefined {
  const isFinished = job.status?.conditions?.some(
    ({ type, status }) => status === 'True' && (type === 'Complete' || type === 'Failed'),
  );
  return leavingProblem(job) ?? (isFinished === true ? undefined : 'is not finished');
}
