/**
 * Deletes finished Jobs after their ttlSecondsAfterFinished, if it is set.
 *
 * Models kubernetes/pkg/controller/ttlafterfinished/ttlafterfinished_controller.go. In: Jobs from
 * the shared informer. Out: Jobs deleted, with their pods first.
 */
import { type Duration, parseRfc3339, type SimTime, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Job } from '#k8s.io/api/batch/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { jobs } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  controllerDescriptor,
  workQueue,
} from '../app/controller-context.ts';
import { apiError, type SyncResult, startWorkers } from '../controller/workers.ts';
import { isJobFinished, jobCondition } from '../job/job-pods.ts';

const name = 'ttl-after-finished-controller';
const workers = 5;

export const ttlAfterFinishedController = controllerDescriptor(
  name,
  (context, client) => new TtlAfterFinishedController(context, client),
);

class TtlAfterFinishedController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #queue: RateLimitingQueue;
  readonly #jobs: SharedInformer<Job>;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#queue = workQueue(context, name, 'ttl_jobs_to_delete');
    this.#jobs = context.informers.forResource<Job>(jobs);
    const enqueue = (job: Job): void => {
      if (isDeletable(job)) this.#queue.add(metaNamespaceKey(job));
    };
    this.#jobs.addEventHandler({ onAdd: enqueue, onUpdate: (_old, job) => enqueue(job) });
  }

  *run(): Process {
    yield* this.#jobs.waitForSync();
    startWorkers(this.#env, this.#queue, (key) => this.#syncJob(key), { workers });
  }

  /** Whether its time to live has passed; if not, enqueues it for that time. */
  #processTtl(job: Job): boolean {
    const expiry = expiryOf(job);
    if (expiry === undefined) return false;
    const left: Duration = expiry - this.#env.sim.now;
    if (left <= 0) return true;
    this.#queue.addAfter(metaNamespaceKey(job), left);
    return false;
  }

  /** Source: processJob: the live object is read before the deletion. */
  *#syncJob(key: string): Process<SyncResult> {
    const cached = this.#jobs.lister.get(key);
    if (cached === undefined || !isDeletable(cached) || !this.#processTtl(cached)) return undefined;
    const { namespace, name: job } = cached.metadata;
    const fresh = yield* this.#client.get<Job>(jobs, { namespace, name: job });
    if (!fresh.ok) return isNotFound(fresh.error) ? undefined : apiError(fresh.error);
    if (!isDeletable(fresh.value) || !this.#processTtl(fresh.value)) return undefined;
    const { uid } = fresh.value.metadata;
    const options = { propagationPolicy: 'Foreground', preconditions: { uid } } as const;
    const gone = yield* this.#client.delete(jobs, { namespace, name: job }, options);
    return gone.ok || isNotFound(gone.error) ? undefined : apiError(gone.error);
  }
}

/** Source: needsCleanup. A Job that is already being deleted is left out. */
const isDeletable = (job: Job): boolean =>
  job.metadata.deletionTimestamp === undefined &&
  job.spec.ttlSecondsAfterFinished !== undefined &&
  isJobFinished(job);

function expiryOf(job: Job): SimTime | undefined {
  const condition = jobCondition(job, 'Complete') ?? jobCondition(job, 'Failed');
  const finished = parseRfc3339(condition?.lastTransitionTime ?? '');
  const { ttlSecondsAfterFinished = 0 } = job.spec;
  return finished === undefined ? undefined : finished + ttlSecondsAfterFinished * second;
}
