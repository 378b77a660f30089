/**
 * Creates or deletes pods until the desired number of the Job's pods is active. Models manageJob of
 * kubernetes/pkg/controller/job/job_controller.go.
 */
import { type Duration, second } from '#base/sim-time';
import type { Container, Pod, PodTemplateSpec } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { pods as podResource } from '#k8s.io/client-go/rest/resource';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { Process } from '#sim/simulation';
import type { DecisionId } from '#trace/facts/controllers';
import { isNamespaceTerminating } from '../controller/pod-control.ts';
import { podsToDelete } from '../controller/pod-ranking.ts';
import { isPodReady, isPodTerminating } from '../controller/pods.ts';
import { slowStartBatch } from '../controller/slow-start.ts';
import { apiError, type SyncError, type SyncResult } from '../controller/workers.ts';
import { remainingTime } from './backoff.ts';
import { firstPending } from './index-set.ts';
import { failureAnnotations, failuresBefore, type JobContext } from './job-context.ts';
import {
  completionIndexAnnotation,
  finishedAt,
  hasLimitPerIndex,
  hasTrackingFinalizer,
  indexOf,
  isIndexed,
  isSuspended,
  onlyReplacesFailed,
  removeFinalizerPatch,
  trackingFinalizer,
} from './job-pods.ts';

/** The most pods that one sync creates or deletes. */
const maxPodsPerSync = 500;
/** Syncs after pod events wait this long, so that one sync handles several of them. */
export const batchPeriod: Duration = second;
/** Source: names.MaxGeneratedNameLength. */
const maxGenerateName = 58;

export interface Managed {
  readonly active: number;
  readonly error: SyncResult;
}

export function* manageJob(context: JobContext): Process<Managed> {
  const { job, activePods } = context;
  const active = activePods.length;
  if (isSuspended(job)) return yield* removePods(context, activePods);
  const wanted = wantedActive(context);
  const surplus = removable(context, Math.max(0, active - wanted)).slice(0, maxPodsPerSync);
  if (surplus.length > 0) return yield* removePods(context, surplus);
  const terminating = onlyReplacesFailed(job) ? context.terminating : 0;
  const lacking = wanted - terminating - active;
  if (lacking <= 0) return { active, error: undefined };
  return yield* addPods(context, Math.min(lacking, maxPodsPerSync));
}

function wantedActive({ job, succeeded, activePods }: JobContext): number {
  const { completions, parallelism = 1 } = job.spec;
  // Without a number of completions, no more pods are started after the first success.
  if (completions === undefined) return succeeded > 0 ? activePods.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

/**
 * Source: activePodsForRemoval: first pods without an index or with a duplicate one, then by the
 * ranking.
 */
function removable({ job, activePods, tools }: JobContext, count: number): readonly Pod[] {
  const { now } = tools.env.sim;
  if (!isIndexed(job)) return count === 0 ? [] : podsToDelete(activePods, [], count, now);
  const byIndex = new Map<number, Pod[]>();
  const doomed: Pod[] = [];
  for (const pod of activePods) {
    const index = indexOf(pod);
    if (index < 0 || index >= (job.spec.completions ?? 0)) doomed.push(pod);
    else byIndex.set(index, [...(byIndex.get(index) ?? []), pod]);
  }
  const left: Pod[] = [];
  for (const same of byIndex.values()) {
    const extra = same.length === 1 ? [] : podsToDelete(same, [], same.length - 1, now);
    doomed.push(...extra);
    left.push(...same.filter((pod) => !extra.includes(pod)));
  }
  const more = count - doomed.length;
  return more <= 0 ? doomed : [...doomed, ...podsToDelete(left, [], more, now)];
}

/**
 * Removes the finalizer before the deletion: these pods count neither as failed nor as succeeded.
 */
function* removePods(context: JobContext, doomed: readonly Pod[]): Process<Managed> {
  const { tools, key, job, activePods } = context;
  if (doomed.length === 0) return { active: activePods.length, error: undefined };
  decide(context, 'job.delete-pods', { count: doomed.length });
  tools.expectations.expectDeletions(key, doomed.map(metaNamespaceKey));
  const gone = yield* forEachPod(context, doomed, function* (pod) {
    if (hasTrackingFinalizer(pod)) {
      const failed = yield* removeFinalizer(context, pod);
      if (failed !== undefined) return failed;
    }
    const answer = yield* tools.podControl.deletePod(pod, job);
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  });
  for (const pod of gone.failed) tools.expectations.deletionObserved(key, metaNamespaceKey(pod));
  noteDeleted(context, gone.done);
  return { active: activePods.length - gone.done.length, error: gone.error };
}

/** Deletes the active pods of a Job that has ended; their finalizers are removed later. */
export function* deleteActivePods(
  context: JobContext,
): Process<{ readonly deleted: number; readonly error: SyncResult }> {
  const { tools, job, activePods } = context;
  const gone = yield* forEachPod(context, activePods, function* (pod) {
    const answer = yield* tools.podControl.deletePod(pod, job);
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  });
  noteDeleted(context, gone.done);
  return { deleted: gone.done.length, error: gone.error };
}

function noteDeleted(context: JobContext, deleted: readonly Pod[]): void {
  context.terminating += deleted.length;
  context.ready -= deleted.filter(isPodReady).length;
}

export function* removeFinalizer({ tools }: JobContext, pod: Pod): Process<SyncResult> {
  const { namespace, name } = pod.metadata;
  const type = 'application/strategic-merge-patch+json';
  const target = { namespace, name };
  const answer = yield* tools.client.patch(podResource, type, removeFinalizerPatch, target);
  return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
}

/** Runs a process for several pods at the same time. */
export function* forEachPod(
  { tools }: JobContext,
  pods: readonly Pod[],
  work: (pod: Pod) => Process<SyncResult>,
): Process<{
  readonly done: readonly Pod[];
  readonly failed: readonly Pod[];
  readonly error: SyncResult;
}> {
  const { sim } = tools.env;
  const calls = pods.map((pod) => ({ pod, task: sim.spawn('job pod', work(pod)) }));
  const done: Pod[] = [];
  const failed: Pod[] = [];
  let error: SyncError | undefined;
  for (const { pod, task } of sim.each(calls)) {
    const failure = yield* task.join();
    (failure === undefined ? done : failed).push(pod);
    error ??= failure;
  }
  return { done, failed, error };
}

function* addPods(context: JobContext, lacking: number): Process<Managed> {
  const { job, tools, key, record, activePods } = context;
  const perIndex = hasLimitPerIndex(job);
  let delay = perIndex ? 0 : remainingTime(record, tools.env.sim.now);
  let indexes: readonly number[] | undefined;
  if (delay === 0 && isIndexed(job)) {
    indexes = pendingIndexes(context, lacking);
    if (perIndex) ({ indexes, delay } = dueIndexes(context, indexes));
  }
  if (delay > 0) {
    decide(context, 'job.back-off', { failures: record.failures, seconds: delay / second });
    tools.queue.addAfter(key, Math.max(delay, batchPeriod));
    // As upstream, the status shows zero active pods during the wait.
    return { active: 0, error: undefined };
  }
  const count = indexes?.length ?? lacking;
  if (count === 0) return { active: activePods.length, error: undefined };
  decide(context, 'job.create-pods', { count, active: activePods.length });
  tools.expectations.expectCreations(key, count);
  const template = trackedTemplate(job.spec.template, isIndexed(job));
  const taken = indexes?.values();
  const { successes, error } = yield* slowStartBatch(tools.env.sim, count, () =>
    createOne(context, template, taken?.next().value),
  );
  for (let n = successes; n < count; n++) tools.expectations.creationObserved(key);
  return { active: activePods.length + successes, error };
}

function* createOne(
  context: JobContext,
  template: PodTemplateSpec,
  index: number | undefined,
): Process<SyncResult> {
  const { job, tools, key, delayedDeletion } = context;
  const { name } = job.metadata;
  const indexed =
    index === undefined
      ? template
      : indexedTemplate(
          template,
          `${name}-${index}`,
          index,
          hasLimitPerIndex(job) ? failureAnnotations(job, delayedDeletion.get(index)) : {},
        );
  const suffix = index === undefined ? '-' : `-${index}-`;
  const generateName = name.slice(0, maxGenerateName - suffix.length) + suffix;
  const answer = yield* tools.podControl.createPod(indexed, job, generateName);
  if (answer.ok) {
    tools.consistency.wroteAt(key, podResource, answer.value.metadata.resourceVersion);
    return undefined;
  }
  return isNamespaceTerminating(answer.error) ? undefined : apiError(answer.error);
}

/** Source: firstPendingIndexes. */
function pendingIndexes(context: JobContext, count: number): readonly number[] {
  const { job, pods, activePods, succeededIndexes, failedIndexes = [] } = context;
  const busy = onlyReplacesFailed(job) ? pods.filter(isPodTerminating) : [];
  const taken = new Set([
    ...[...activePods, ...busy].map(indexOf),
    ...succeededIndexes,
    ...failedIndexes,
  ]);
  return firstPending(taken, count, job.spec.completions ?? 0);
}

/** The indexes whose own backoff has passed; if there is none, the rest of the shortest backoff. */
function dueIndexes(
  { delayedDeletion, tools }: JobContext,
  indexes: readonly number[],
): { readonly indexes: readonly number[]; readonly delay: Duration } {
  const { now } = tools.env.sim;
  const waits = indexes.map((index) => {
    const last = delayedDeletion.get(index);
    if (last === undefined) return 0;
    const record = { failures: failuresBefore(last) + 1, lastFailure: finishedAt(last) };
    return remainingTime(record, now);
  });
  const due = indexes.filter((_, n) => waits[n] === 0);
  return due.length > 0 || waits.length === 0
    ? { indexes: due, delay: 0 }
    : { indexes: due, delay: Math.min(...waits) };
}

/** The template with the finalizer that holds pods until they are counted. */
function trackedTemplate(template: PodTemplateSpec, indexed: boolean): PodTemplateSpec {
  const { finalizers = [] } = template.metadata ?? {};
  const tracked = finalizers.includes(trackingFinalizer)
    ? finalizers
    : [...finalizers, trackingFinalizer];
  const { spec } = template;
  return {
    metadata: { ...template.metadata, finalizers: tracked },
    ...(spec === undefined
      ? {}
      : {
          spec: {
            ...spec,
            ...(indexed && spec.initContainers !== undefined
              ? { initContainers: spec.initContainers.map(withIndexVariable) }
              : {}),
            containers: indexed ? spec.containers.map(withIndexVariable) : spec.containers,
          },
        }),
  };
}

const indexVariable = 'JOB_COMPLETION_INDEX';

function withIndexVariable(container: Container): Container {
  const { env = [] } = container;
  if (env.some(({ name }) => name === indexVariable)) return container;
  const fieldPath = `metadata.labels['${completionIndexAnnotation}']`;
  return {
    ...container,
    env: [...env, { name: indexVariable, valueFrom: { fieldRef: { fieldPath } } }],
  };
}

function indexedTemplate(
  template: PodTemplateSpec,
  hostname: string,
  index: number,
  failures: Readonly<Record<string, string>>,
): PodTemplateSpec {
  const label = { [completionIndexAnnotation]: String(index) };
  const { metadata, spec } = template;
  return {
    metadata: {
      ...metadata,
      labels: { ...metadata?.labels, ...label },
      annotations: { ...metadata?.annotations, ...label, ...failures },
    },
    ...(spec === undefined ? {} : { spec: { ...spec, hostname } }),
  };
}

function decide(
  { tools, key }: JobContext,
  decision: DecisionId,
  params: Readonly<Record<string, string | number>>,
): void {
  const { env, component } = tools;
  env.tracer.emit({ type: 'DecisionMade', component, key, decision, params });
}
