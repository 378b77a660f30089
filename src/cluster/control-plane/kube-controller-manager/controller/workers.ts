/**
 * The loop of every controller: take a key, sync it, and say how that went.
 * Models the worker / processNextWorkItem / handleErr pattern of kubernetes/pkg/controller.
 */

import { faultText } from '#base/fault-text';
import type { Environment } from '#cluster/environment';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import type { ComponentId } from '#trace/fact';

/** Why a sync did not succeed. */
export interface SyncError {
  readonly message: string;
  /** The API server's answer, if that was the reason. */
  readonly status?: Status;
}

/** `undefined`: the key is as it should be. */
export type SyncResult = SyncError | undefined;

/** A failed request as the error of a sync. */
export const apiError = (status: Status): SyncError => ({
  message: status.message ?? status.reason ?? 'unknown error',
  status,
});

export interface WorkerOptions {
  readonly component: ComponentId;
  readonly queue: RateLimitingQueue;
  /** How many keys are synced at the same time. */
  readonly workers: number;
  readonly sync: (key: string) => Process<SyncResult>;
  /** After how many failures a key is dropped; absent: never. */
  readonly maxRetries?: number;
  /** Errors that count as success, such as a namespace that is going away. */
  readonly forgives?: (error: SyncError) => boolean;
}

export function startWorkers(env: Environment, options: WorkerOptions): void {
  for (let n = 0; n < options.workers; n++) {
    env.sim.spawn(`${options.component} worker`, work(env, options));
  }
}

function* work(env: Environment, options: WorkerOptions): Process {
  const { component, queue } = options;
  const { tracer } = env;
  for (;;) {
    const key = yield* queue.get();
    tracer.emit({ type: 'SyncStarted', component, key });
    const error = yield* guarded(env, options, key);
    tracer.emit({
      type: 'SyncFinished',
      component,
      key,
      ...(error === undefined ? {} : { error: error.message }),
    });
    handleError(key, error, options);
    queue.done(key);
  }
}

/**
 * A sync that panics is told as a fact and counts as failed, so its key comes again.
 * Source: apimachinery util/runtime HandleCrash, as a manager goes on that its kubelet restarted.
 */
function* guarded(
  { tracer }: Environment,
  { component, sync }: WorkerOptions,
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

function handleError(key: string, error: SyncResult, options: WorkerOptions): void {
  const { queue, maxRetries = Number.POSITIVE_INFINITY, forgives } = options;
  const isFine = error === undefined || forgives?.(error) === true;
  if (isFine || queue.numRequeues(key) >= maxRetries) queue.forget(key);
  else queue.addRateLimited(key);
}
