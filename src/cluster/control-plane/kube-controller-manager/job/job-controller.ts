/**
 * The Job controller: runs pods until enough of them have succeeded.
 *
 * Models kubernetes/pkg/controller/job/job_controller.go. In: Jobs and pods from the shared
 * informers. Out: pods created, deleted, adopted and released; their finalizers removed once they
 * are counted; the Job's status; events.
 */

import { minute, parseRfc3339, second } from '#base/sim-time';
import type { Job } from '#k8s.io/api/batch/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { labelSelectorAsSelector } from '#k8s.io/apimachinery/labels';
import { controllerOf, isControlledBy } from '#k8s.io/apimachinery/meta/controller-ref';
import { jobs, pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  componentOf,
  controllerDescriptor,
  newExpectations,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { ConsistencyStore } from '../controller/consistency-store.ts';
import { ControllerRefManager } from '../controller/controller-ref-manager.ts';
import { OwnerLookup } from '../controller/owner-lookup.ts';
import { indexByController, ownedBy, ownedOrOrphaned } from '../controller/owners.ts';
import { PodControl } from '../controller/pod-control.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { type JobTools, newContext } from './job-context.ts';
import {
  hasTrackingFinalizer,
  isJobFinished,
  isManagedElsewhere,
  removeFinalizerPatch,
  trackingFinalizer,
} from './job-pods.ts';
import { batchPeriod } from './manage-job.ts';
import { syncContext } from './sync-job.ts';

const name = 'job-controller';
const component = componentOf(name);
const workers = 5;
/** Source: DefaultJobApiBackOff and MaxJobApiBackOff. */
const limits = { base: second, max: minute };

export const jobController = controllerDescriptor(
  name,
  (context, client) => new JobController(context, client),
);

class JobController implements Controller {
  readonly #tools: JobTools;
  readonly #jobs: SharedInformer<Job>;
  readonly #pods: SharedInformer<Pod>;
  readonly #owners: OwnerLookup<Job>;
  readonly #refManager: ControllerRefManager<Pod>;
  /** Pods that have the finalizer of a Job that is gone or finished. */
  readonly #orphanQueue: RateLimitingQueue;

  constructor(context: ControllerContext, client: RestClient) {
    const { env, informers } = context;
    this.#jobs = informers.forResource<Job>(jobs);
    this.#pods = informers.forResource<Pod>(pods);
    this.#owners = new OwnerLookup('Job', this.#jobs, ({ spec }) => spec.selector);
    this.#refManager = new ControllerRefManager<Pod>(env, client, pods, [trackingFinalizer]);
    this.#orphanQueue = workQueue(context, name, 'job_orphan_pod', limits);
    const recorder = startRecorder(context, client, { component: name });
    this.#tools = {
      env,
      component,
      client,
      recorder,
      queue: workQueue(context, name, 'job', limits),
      podControl: new PodControl(client, recorder),
      expectations: newExpectations(context, component),
      consistency: new ConsistencyStore([
        [jobs, this.#jobs],
        [pods, this.#pods],
      ]),
      finalizerRemovals: new Map(),
      backoffRecords: new Map(),
    };
    this.#register();
  }

  *run(): Process {
    yield* waitForCaches(this.#jobs, this.#pods);
    const { env, queue } = this.#tools;
    startWorkers(env, queue, (key) => this.syncJob(key), { workers });
    startWorkers(env, this.#orphanQueue, (key) => this.#syncOrphanPod(key), { workers: 1 });
  }

  /** Source: syncJob. */
  *syncJob(key: string): Process<SyncResult> {
    const tools = this.#tools;
    const stale = tools.consistency.staleness(key);
    if (stale !== undefined) return { message: stale };
    const job = this.#jobs.lister.get(key);
    if (job === undefined) {
      tools.expectations.forget(key);
      tools.finalizerRemovals.delete(key);
      tools.consistency.clear(key);
    }
    if (job === undefined || isJobFinished(job)) {
      tools.backoffRecords.delete(key);
      return undefined;
    }
    if (isManagedElsewhere(job)) return undefined;
    const mayManage = tools.expectations.satisfied(key);
    const claimed = yield* this.#refManager.claim(
      { object: job, resource: jobs, selector: labelSelectorAsSelector(job.spec.selector) },
      ownedOrOrphaned(this.#pods.lister, job),
    );
    if (claimed.error !== undefined) return claimed.error;
    const members = claimed.objects.map((pod) => withFinalizer(pod, job));
    return yield* syncContext(newContext(tools, key, job, members), mayManage);
  }

  /** Source: syncOrphanPod. */
  *#syncOrphanPod(key: string): Process<SyncResult> {
    const pod = this.#pods.lister.get(key);
    if (pod === undefined || !hasTrackingFinalizer(pod)) return undefined;
    const owner = controllerOf(pod);
    if (owner !== undefined) {
      if (owner.kind !== 'Job') return undefined;
      const job = this.#owners.ownerOf(pod);
      if (job !== undefined && (isManagedElsewhere(job) || !isJobFinished(job))) return undefined;
    }
    const { namespace, name: podName } = pod.metadata;
    const type = 'application/strategic-merge-patch+json';
    const target = { namespace, name: podName };
    const answer = yield* this.#tools.client.patch(pods, type, removeFinalizerPatch, target);
    return answer.ok || isNotFound(answer.error) ? undefined : apiError(answer.error);
  }

  #register(): void {
    indexByController(this.#pods);
    this.#jobs.addEventHandler({
      onAdd: (job) => this.#enqueue(job),
      onUpdate: (old, job) => this.#jobUpdated(old, job),
      onDelete: (job) => {
        this.#enqueue(job);
        this.#cleanUpFinalizers(job);
      },
    });
    this.#pods.addEventHandler({
      onAdd: (pod) => this.#podAdded(pod),
      onUpdate: (old, pod) => this.#podUpdated(old, pod),
      onDelete: (pod) => this.#podDeleted(pod, true),
    });
  }

  #enqueue(job: Job): void {
    this.#tools.queue.add(metaNamespaceKey(job));
  }

  /** Pods change often: their Job is synced once a second. */
  #enqueueBatched(job: Job): void {
    this.#tools.queue.addAfter(metaNamespaceKey(job), batchPeriod);
  }

  /** Source: updateJob. A Job that has finished needs no other sync. */
  #jobUpdated(old: Job, job: Job): void {
    if (isJobFinished(job)) {
      this.#cleanUpFinalizers(job);
      return;
    }
    if (job.metadata.generation === old.metadata.generation) this.#enqueueBatched(job);
    else this.#enqueue(job);
    const { activeDeadlineSeconds } = job.spec;
    const started = parseRfc3339(job.status?.startTime ?? '');
    if (started === undefined || activeDeadlineSeconds === undefined) return;
    if (old.spec.activeDeadlineSeconds === activeDeadlineSeconds) return;
    const passed = this.#tools.env.sim.now - started;
    this.#tools.queue.addAfter(metaNamespaceKey(job), activeDeadlineSeconds * second - passed);
  }

  #cleanUpFinalizers(job: Job): void {
    for (const pod of ownedBy(this.#pods.lister, job.metadata.uid)) this.#enqueueOrphan(pod);
  }

  #enqueueOrphan(pod: Pod): void {
    if (hasTrackingFinalizer(pod)) this.#orphanQueue.add(metaNamespaceKey(pod));
  }

  #podAdded(pod: Pod): void {
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.#podDeleted(pod, false);
      return;
    }
    if (controllerOf(pod) === undefined) {
      this.#enqueueOrphan(pod);
      for (const job of this.#owners.adoptersOf(pod)) this.#enqueueBatched(job);
      return;
    }
    const job = this.#owners.ownerOf(pod);
    if (job === undefined) return;
    this.#tools.expectations.creationObserved(metaNamespaceKey(job));
    this.#enqueueBatched(job);
  }

  #podUpdated(old: Pod, pod: Pod): void {
    if (old.metadata.resourceVersion === pod.metadata.resourceVersion) return;
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.#podDeleted(pod, false);
      return;
    }
    const { former, owner, adopters } = this.#owners.concernedBy(old, pod);
    this.#noteChange(pod, former);
    this.#noteChange(pod, owner);
    if (controllerOf(pod) === undefined) this.#enqueueOrphan(pod);
    for (const job of adopters) this.#enqueueBatched(job);
  }

  #noteChange(pod: Pod, job: Job | undefined): void {
    if (job === undefined) return;
    if (!hasTrackingFinalizer(pod)) this.#finalizerGone(job, pod);
    this.#enqueueBatched(job);
  }

  #finalizerGone(job: Job, pod: Pod): void {
    this.#tools.finalizerRemovals.get(metaNamespaceKey(job))?.delete(pod.metadata.uid);
  }

  /** `final`: the pod is gone; otherwise its deletion was requested. */
  #podDeleted(pod: Pod, final: boolean): void {
    const owner = controllerOf(pod);
    const job = this.#owners.ownerOf(pod);
    if (job === undefined || isJobFinished(job)) {
      if (owner === undefined || owner.kind === 'Job') this.#enqueueOrphan(pod);
      return;
    }
    this.#tools.expectations.deletionObserved(metaNamespaceKey(job), metaNamespaceKey(pod));
    if (final || !hasTrackingFinalizer(pod)) this.#finalizerGone(job, pod);
    this.#enqueueBatched(job);
  }
}

/** An adopted pod already has the finalizer, although not yet in the cache. */
function withFinalizer(pod: Pod, job: Job): Pod {
  if (isControlledBy(pod, job) || hasTrackingFinalizer(pod)) return pod;
  const finalizers = [...(pod.metadata.finalizers ?? []), trackingFinalizer];
  return { ...pod, metadata: { ...pod.metadata, finalizers } };
}
