/**
 * The CronJob controller: a Job for each time of a schedule.
 *
 * Models kubernetes/pkg/controller/cronjob/cronjob_controllerv2.go. In: CronJobs and Jobs from the
 * shared informers, and the virtual clock: the queue returns a CronJob at its next scheduled time.
 * Out: Jobs created and deleted, the CronJob's status, events.
 */
import type { Environment } from '#cluster/environment';
import type { CronJob, Job } from '#k8s.io/api/batch/v1';
import { cronJobs, jobs } from '#k8s.io/client-go/rest/resource';
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
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { OwnerLookup } from '../controller/owner-lookup.ts';
import { indexByController, ownedBy } from '../controller/owners.ts';
import { apiError, type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { CronJobSync, type CronJobTools } from './cron-job-sync.ts';
import { scheduleOf, untilNext } from './schedule.ts';

const name = 'cronjob-controller';
const component = componentOf(name);
const workers = 5;

export const cronJobController = controllerDescriptor(
  name,
  (context, client) => new CronJobController(context, client),
);

class CronJobController implements Controller {
  readonly #env: Environment;
  readonly #tools: CronJobTools;
  readonly #queue: RateLimitingQueue;
  readonly #cronJobs: SharedInformer<CronJob>;
  readonly #jobs: SharedInformer<Job>;
  readonly #owners: OwnerLookup<CronJob>;

  constructor(context: ControllerContext, client: RestClient) {
    const { env, informers } = context;
    this.#env = env;
    this.#queue = workQueue(context, name, 'cronjob');
    const recorder = startRecorder(context, client, { component: name });
    this.#tools = { env, component, client, recorder };
    this.#cronJobs = informers.forResource<CronJob>(cronJobs);
    this.#jobs = informers.forResource<Job>(jobs);
    this.#owners = new OwnerLookup('CronJob', this.#cronJobs);
    indexByController(this.#jobs);
    this.#cronJobs.addEventHandler({
      onAdd: (job) => this.#enqueue(job),
      onUpdate: (old, job) => this.#updated(old, job),
      onDelete: (job) => this.#enqueue(job),
    });
    this.#jobs.addEventHandler({
      onAdd: (job) => this.#enqueue(this.#owners.ownerOf(job)),
      onUpdate: (old, job) => this.#jobUpdated(old, job),
      onDelete: (job) => this.#enqueue(this.#owners.ownerOf(job)),
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#jobs, this.#cronJobs);
    startWorkers(this.#env, this.#queue, (key) => this.syncCronJob(key), { workers });
  }

  /** Source: sync. */
  *syncCronJob(key: string): Process<SyncResult> {
    const cronJob = this.#cronJobs.lister.get(key);
    if (cronJob === undefined) return undefined;
    const children = ownedBy(this.#jobs.lister, cronJob.metadata.uid);
    const sync = new CronJobSync(this.#tools, cronJob);
    const { requeueAfter, error } = yield* sync.sync(children);
    yield* sync.cleanUp(children);
    if (sync.changed) {
      const { namespace, name: ofJob, resourceVersion } = cronJob.metadata;
      const target = { namespace, name: ofJob, subresource: 'status' };
      const body: CronJob = { ...cronJob, status: sync.status };
      const answer = yield* this.#tools.client.update<CronJob>(cronJobs, body, target);
      if (!answer.ok) {
        const failed = apiError(answer.error);
        const what = `unable to update status for ${key} (rv = ${resourceVersion})`;
        return { ...failed, message: `${what}: ${failed.message}` };
      }
    }
    if (error !== undefined) return error;
    if (requeueAfter !== undefined) this.#queue.addAfter(key, requeueAfter);
    return undefined;
  }

  #enqueue(job: CronJob | undefined): void {
    if (job !== undefined) this.#queue.add(metaNamespaceKey(job));
  }

  /** A new schedule changes the next time; any other change is synced at once. */
  #updated(old: CronJob, job: CronJob): void {
    const [a, b] = [old.spec, job.spec];
    if (a.schedule === b.schedule && a.timeZone === b.timeZone) {
      this.#enqueue(job);
      return;
    }
    const schedule = scheduleOf(job);
    if (schedule.ok) {
      const { now } = this.#env.sim;
      this.#queue.addAfter(metaNamespaceKey(job), untilNext(job, now, schedule.value));
      return;
    }
    const message = `unparseable schedule for cronjob: ${b.schedule}`;
    this.#tools.recorder.event(job, 'Warning', 'UnParseableCronJobSchedule', message);
  }

  #jobUpdated(old: Job, job: Job): void {
    if (old.metadata.resourceVersion === job.metadata.resourceVersion) return;
    const { former, owner } = this.#owners.concernedBy(old, job);
    this.#enqueue(former);
    this.#enqueue(owner);
  }
}
