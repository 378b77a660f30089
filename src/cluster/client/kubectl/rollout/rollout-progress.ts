/**
 * How far a rollout is, in kubectl's words.
 *
 * Models k8s.io/kubectl pkg/polymorphichelpers rollout_status.go, one function for each kind.
 */
import { ok } from '#base/result';
import type { DaemonSet, Deployment, StatefulSet } from '#k8s.io/api/apps/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { fail, type Outcome } from '../failure.ts';

export interface Progress {
  readonly text: string;
  readonly done: boolean;
}

export function progressOf(object: KubeObject, kind: string, pinned: number): Outcome<Progress> {
  if (kind === 'DaemonSet') return daemonSetProgress(object as DaemonSet);
  if (kind === 'StatefulSet') return statefulSetProgress(object as StatefulSet);
  return deploymentProgress(object as Deployment, pinned);
}

const still = (text: string): Outcome<Progress> => ok({ text: `${text}...`, done: false });
const finished = (text: string): Outcome<Progress> => ok({ text, done: true });
const otherStrategy = () =>
  fail('rollout status is only available for RollingUpdate strategy type');

function daemonSetProgress({ metadata, spec, status }: DaemonSet): Outcome<Progress> {
  if (spec.updateStrategy?.type !== 'RollingUpdate') return otherStrategy();
  if ((metadata.generation ?? 0) > (status?.observedGeneration ?? 0)) {
    return still('Waiting for daemon set spec update to be observed');
  }
  const wanted = status?.desiredNumberScheduled ?? 0;
  const waiting = `Waiting for daemon set "${metadata.name}" rollout to finish:`;
  const updated = status?.updatedNumberScheduled ?? 0;
  if (updated < wanted) {
    return still(`${waiting} ${updated} out of ${wanted} new pods have been updated`);
  }
  const available = status?.numberAvailable ?? 0;
  return available < wanted
    ? still(`${waiting} ${available} of ${wanted} updated pods are available`)
    : finished(`daemon set "${metadata.name}" successfully rolled out`);
}

function statefulSetProgress({ metadata, spec, status }: StatefulSet): Outcome<Progress> {
  if (spec.updateStrategy?.type !== 'RollingUpdate') return otherStrategy();
  const observed = status?.observedGeneration ?? 0;
  if (observed === 0 || (metadata.generation ?? 0) > observed) {
    return still('Waiting for statefulset spec update to be observed');
  }
  const wanted = spec.replicas ?? 0;
  const missing = wanted - (status?.readyReplicas ?? 0);
  if (missing > 0) return still(`Waiting for ${missing} pods to be ready`);
  const updated = status?.updatedReplicas ?? 0;
  const { rollingUpdate } = spec.updateStrategy;
  if (rollingUpdate !== undefined) {
    const part = wanted - (rollingUpdate.partition ?? 0);
    return rollingUpdate.partition !== undefined && updated < part
      ? still(
          'Waiting for partitioned roll out to finish: ' +
            `${updated} out of ${part} new pods have been updated`,
        )
      : finished(`partitioned roll out complete: ${updated} new pods have been updated...`);
  }
  if (status?.updateRevision !== status?.currentRevision) {
    const revision = status?.updateRevision ?? '';
    return still(
      `waiting for statefulset rolling update to complete ${updated} pods at revision ${revision}`,
    );
  }
  return finished(
    `statefulset rolling update complete ${status?.currentReplicas ?? 0} pods at revision ` +
      `${status?.currentRevision ?? ''}...`,
  );
}

/** The first missing step of the rollout. Source: DeploymentStatusViewer.Status. */
function deploymentProgress(
  { metadata, spec, status = {} }: Deployment,
  pinned: number,
): Outcome<Progress> {
  const { name, annotations = {}, generation = 0 } = metadata;
  const revision = Number(annotations['deployment.kubernetes.io/revision'] ?? '0');
  if (pinned > 0 && revision !== pinned) {
    return fail(
      `desired revision (${pinned}) is different from the running revision (${revision})`,
    );
  }
  const waiting = (what: string): Outcome<Progress> =>
    ok({ text: `Waiting for deployment "${name}" rollout to finish: ${what}...`, done: false });
  if (generation > (status.observedGeneration ?? 0)) {
    return ok({ text: 'Waiting for deployment spec update to be observed...', done: false });
  }
  const progressing = status.conditions?.find(({ type }) => type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') {
    return fail(`deployment "${name}" exceeded its progress deadline`);
  }
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status;
  const wanted = spec.replicas ?? 0;
  if (updatedReplicas < wanted) {
    return waiting(`${updatedReplicas} out of ${wanted} new replicas have been updated`);
  }
  if (replicas > updatedReplicas) {
    return waiting(`${replicas - updatedReplicas} old replicas are pending termination`);
  }
  if (availableReplicas < updatedReplicas) {
    return waiting(`${availableReplicas} of ${updatedReplicas} updated replicas are available`);
  }
  return ok({ text: `deployment "${name}" successfully rolled out`, done: true });
}
