/**
 * The loop of every controller: it takes a key, syncs it, and handles the result. Models worker,
 * processNextWorkItem and handleErr, which the controllers of kubernetes/pkg/controller have in
 * common.
 */

import { defined } from '#base/defined';
import { faultText } from '#base/fault-text';
import type { Environment } from '#cluster/environment';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import type { ComponentId } from '#trace/fact';

/** Why a sync failed. */
export interface SyncError {
  readonly message: string;
  /** The API server's Status, if that was the reason. */
  readonly status?: Status;
}

/** `undefined` means success. */
export type SyncResult = SyncError | undefined;

/** A failed request as a sync error. */
export const apiError = (status: Status): SyncError => ({
  message: status.message ?? status.reason ?? 'unknown error',
  status,
});

/** Workers may not read a cache before it is filled. Source: cache.WaitForCacheSync. */
export function* waitForCaches(
  ...informers: readonly Pick<SharedInformer, 'waitForSync'>[]
): Process {
  for (const informer of informers) yield* informer.waitForSync();
}

/** Reconciles the object of a key. */
export type Sync = (key: string) => Process<SyncResult>;

export interface WorkerOptions {
  /** How many keys are synced at the same time. */
  readonly workers: number;
  /** The number of failures after which a key is dropped; absent: never. */
  readonly maxRetries?: number;
  /** Errors that count as success, such as a namespace that is being deleted. */
  readonly forgives?: (error: SyncError) => boolean;
}

/** Starts the workers that process the keys of a queue; each runs until the process ends. */
export function startWorkers(
  env: Environment,
  queue: RateLimitingQueue,
  sync: Sync,
  options: WorkerOptions,
): void {
  const name = `${queue.component} worker`;
  for (let n = 0; n < options.workers; n++) env.sim.spawn(name, work(env, queue, sync, options));
}

function* work(
  env: Environment,
  queue: RateLimitingQueue,
  sync: Sync,
  options: WorkerOptions,
): Process {
  const { component } = queue;
  const { tracer } = env;
  for (;;) {
    const key = yield* queue.get();
    tracer.emit({ type: 'SyncStarted', component, key });
    const error = yield* guarded(env, component, sync, key);
    tracer.emit({
      type: 'SyncFinished',
      component,
      key,
      ...defined({ error: error?.message }),
    });
    handleError(key, error, queue, options);
    queue.done(key);
  }
}

/**
 * A sync that panics emits a fact and counts as failed, so its key is retried. Source: apimachinery
 * util/runtime HandleCrash; a real manager would be restarted by its kubelet and continue.
 */
function* guarded(
  { tracer }: Environment,
  component: ComponentId,
  sync: Sync,
  key: string,
): Process<SyncResult> {
  try {
    return yield* sync(key);
  } catch (fault) {
    const message = faultText(fault);
    tracer.emit({ type: 'PanicRecovered', component, doing: key, message });
    return { message: `Observed a panic: ${message}` };
  }
}

function handleError(
  key: string,
  error: SyncResult,
  queue: RateLimitingQueue,
  { maxRetries = Number.POSITIVE_INFINITY, forgives }: WorkerOptions,
): void {
  const isFine = error === undefined || forgives?.(error) === true;
  if (isFine || queue.numRequeues(key) >= maxRetries) queue.forget(key);
  else queue.addRateLimited(key);
}
