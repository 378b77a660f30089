/**
 * Evicts pods side by side, or deletes them in a row, and waits until each is gone.
 *
 * Models k8s.io/kubectl pkg/drain drain.go evictPods, deletePods, waitForDelete.
 */
import { defined } from '#base/defined';
import { err, ok } from '#base/result';
import { type Duration, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { goDurationString } from '#k8s.io/apimachinery/duration';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import { type Process, sleep } from '#sim/simulation';
import {
  aggregate,
  type Failure,
  fail,
  failureMessage,
  isNotFound,
  type Outcome,
} from '../failure.ts';
import type { DryRun } from '../mutation.ts';
import type { Session } from '../session.ts';

const retryPause: Duration = 5 * second;
const pollPause: Duration = second;

export interface EvictionPlan {
  /** Deletes pods instead of evicting them, which ignores disruption budgets. */
  readonly byDeletion: boolean;
  /** Undefined: each pod's own. */
  readonly gracePeriod: number | undefined;
  /** 0 for none. */
  readonly timeout: Duration;
  readonly dryRun: DryRun;
}

export function* evictPods(
  session: Session,
  pods: readonly Pod[],
  plan: EvictionPlan,
): Process<Outcome> {
  const until = plan.timeout > 0 ? session.sim.now + plan.timeout : Number.POSITIVE_INFINITY;
  const { sim } = session;
  if (plan.byDeletion) return yield* deletePods(session, pods, plan, until);
  const tasks = pods.map((pod) => sim.spawn('kubectl drain', evictOne(session, pod, plan, until)));
  const failures: Failure[] = [];
  for (const task of tasks) {
    const done = yield* task.join();
    if (done !== undefined && !done.ok) failures.push(done.error);
  }
  const failure = aggregate(failures);
  return failure === undefined ? ok(undefined) : err(failure);
}

/** All are deleted, one after the other, before the first is waited for. */
function* deletePods(
  session: Session,
  pods: readonly Pod[],
  plan: EvictionPlan,
  until: number,
): Process<Outcome> {
  for (const pod of session.sim.inTurn(pods)) {
    const sent = yield* removeOne(session, pod, plan);
    const absent = !sent.ok && isNotFound(sent.error);
    if (!sent.ok && !absent) return sent;
  }
  if (plan.dryRun !== 'none') return ok(undefined);
  let pending = pods;
  for (;;) {
    const still: Pod[] = [];
    for (const pod of session.sim.inTurn(pending)) {
      const gone = yield* isGone(session, pod, plan);
      if (!gone.ok) return gone;
      if (!gone.value) still.push(pod);
    }
    pending = still;
    if (pending.length === 0) return ok(undefined);
    if (session.sim.now >= until) return fail(deadlineExceeded);
    yield* sleep(pollPause);
  }
}

const deadlineExceeded = 'context deadline exceeded';

/** Whether a pod is gone; prints its line when it is. Source: waitForDelete. */
function* isGone(session: Session, pod: Pod, plan: EvictionPlan): Process<Outcome<boolean>> {
  const { namespace, name, uid } = pod.metadata;
  const present = yield* session.client.get<Pod>(podsResource, { namespace, name });
  const gone = present.ok ? present.value.metadata.uid !== uid : isNotFound(present.error);
  if (gone) session.out(`pod/${name} ${plan.byDeletion ? 'deleted' : 'evicted'}\n`);
  return gone || present.ok ? ok(gone) : present;
}

function* evictOne(
  session: Session,
  pod: Pod,
  plan: EvictionPlan,
  until: number,
): Process<Outcome> {
  const { namespace, name } = pod.metadata;
  const suffix = plan.dryRun === 'server' ? ' (server dry run)' : '';
  for (;;) {
    session.out(`evicting pod ${namespace}/${name}${suffix}\n`);
    if (session.sim.now >= until) {
      const limit = goDurationString(plan.timeout);
      return fail(
        `error when evicting pods/"${name}" -n "${namespace}": global timeout reached: ${limit}`,
      );
    }
    const sent = yield* removeOne(session, pod, plan);
    if (sent.ok) break;
    const { error } = sent;
    const reason = error.kind === 'status' ? error.status.reason : undefined;
    if (reason === 'NotFound') return ok(undefined);
    if (reason !== 'TooManyRequests') {
      return fail(`error when evicting pods/"${name}" -n "${namespace}": ${failureMessage(error)}`);
    }
    session.err(
      `error when evicting pods/"${name}" -n "${namespace}" (will retry after 5s): ` +
        `${failureMessage(error)}\n`,
    );
    yield* sleep(retryPause);
  }
  if (plan.dryRun !== 'none') return ok(undefined);
  return yield* waitUntilGone(session, pod, plan, until);
}

function* removeOne(session: Session, pod: Pod, plan: EvictionPlan): Process<Outcome<unknown>> {
  const { namespace, name } = pod.metadata;
  const grace = defined({ gracePeriodSeconds: plan.gracePeriod });
  const options = { ...grace, ...(plan.dryRun === 'server' ? { dryRun: ['All'] } : {}) };
  if (plan.byDeletion)
    return yield* session.client.delete(podsResource, { namespace, name }, options);
  const eviction = {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name, namespace },
    ...(Object.keys(options).length === 0 ? {} : { deleteOptions: options }),
  };
  const at = { namespace, name, subresource: 'eviction' };
  return yield* session.client.create(podsResource, at, eviction);
}

function* waitUntilGone(
  session: Session,
  pod: Pod,
  plan: EvictionPlan,
  until: number,
): Process<Outcome> {
  const { namespace, name } = pod.metadata;
  const failed = (why: string) =>
    fail(`error when waiting for pod "${name}" in namespace "${namespace}" to terminate: ${why}`);
  for (;;) {
    const gone = yield* isGone(session, pod, plan);
    if (!gone.ok) return failed(failureMessage(gone.error));
    if (gone.value) return ok(undefined);
    if (session.sim.now >= until) return failed(deadlineExceeded);
    yield* sleep(pollPause);
  }
}
