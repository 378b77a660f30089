/**
 * One sync of a CronJob: notes which of its Jobs have ended, starts the next one when it is due,
 * and deletes old ones. Models syncCronJob and cleanupFinishedJobs of
 * kubernetes/pkg/controller/cronjob/cronjob_controllerv2.go.
 */

import { civilTime, unixSeconds } from '#base/civil-time';
import { defined } from '#base/defined';
import { type Duration, parseRfc3339, rfc3339, type SimTime, second } from '#base/sim-time';
import { timeZoneOf } from '#base/time-zone';
import type { Environment } from '#cluster/environment';
import type { CronJob, CronJobStatus, Job } from '#k8s.io/api/batch/v1';
import { isAlreadyExists, isNotFound } from '#k8s.io/apimachinery/errors';
import { controllerOf, newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import { cronJobs, jobs as jobResource } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { CronSchedule } from '#k8s.io/component-helpers/cron';
import type { Process } from '#sim/simulation';
import type { ComponentId } from '#trace/fact';
import { apiError, type SyncError } from '../controller/workers.ts';
import { isJobFinished, jobCondition } from '../job/job-pods.ts';
import { dueTime, jobNameFor, scheduleOf, untilNext } from './schedule.ts';

const scheduledAnnotation = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

export interface CronJobTools {
  readonly env: Environment;
  readonly component: ComponentId;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
}

/** The result of a sync; without members, nothing happens until something changes. */
export interface Outcome {
  readonly requeueAfter?: Duration;
  readonly error?: SyncError;
}

type Active = NonNullable<CronJobStatus['active']>;

export class CronJobSync {
  readonly #tools: CronJobTools;
  readonly #job: CronJob;
  #active: Active;
  #lastScheduleTime: string | undefined;
  #lastSuccessfulTime: string | undefined;
  /** Whether the status must be written. */
  changed = false;

  constructor(tools: CronJobTools, job: CronJob) {
    this.#tools = tools;
    this.#job = job;
    this.#active = job.status?.active ?? [];
    this.#lastScheduleTime = job.status?.lastScheduleTime;
    this.#lastSuccessfulTime = job.status?.lastSuccessfulTime;
  }

  get status(): CronJobStatus {
    const [active, scheduled] = [this.#active, this.#lastScheduleTime];
    const successful = this.#lastSuccessfulTime;
    return {
      ...(active.length === 0 ? {} : { active }),
      ...defined({ lastScheduleTime: scheduled, lastSuccessfulTime: successful }),
    };
  }

  *sync(children: readonly Job[]): Process<Outcome> {
    const failed = (yield* this.#noteChildren(children)) ?? (yield* this.#noteMissing(children));
    if (failed !== undefined) return { error: failed };
    const { metadata, spec } = this.#job;
    if (metadata.deletionTimestamp !== undefined) return {};
    const { timeZone } = spec;
    if (timeZone !== undefined && timeZoneOf(timeZone) === undefined) {
      const quoted = JSON.stringify(timeZone);
      const text = `invalid timeZone: ${quoted}: unknown time zone ${timeZone}`;
      this.#warn('UnknownTimeZone', text);
      return {};
    }
    if (spec.suspend === true) return {};
    const schedule = scheduleOf(this.#job);
    if (!schedule.ok) {
      const quoted = JSON.stringify(spec.schedule);
      this.#warn('UnparseableSchedule', `unparseable schedule: ${quoted} : ${schedule.error}`);
      return {};
    }
    return yield* this.#startIfDue(schedule.value);
  }

  *#noteChildren(children: readonly Job[]): Process<SyncError | undefined> {
    for (const child of this.#tools.env.sim.inTurn(children)) {
      const { uid, name } = child.metadata;
      const isActive = this.#active.some((one) => one.uid === uid);
      if (!isActive && !isJobFinished(child)) {
        const failed = yield* this.#noteUnexpected(child);
        if (failed !== undefined) return failed;
      } else if (isActive && isJobFinished(child)) {
        const condition = jobCondition(child, 'Complete') === undefined ? 'Failed' : 'Complete';
        this.#removeActive(uid);
        const message = `Saw completed job: ${name}, condition: ${condition}`;
        this.#record('SawCompletedJob', message);
        this.changed = true;
      } else if (jobCondition(child, 'Complete') !== undefined) {
        this.#noteSuccess(child.status?.completionTime);
      }
    }
    return undefined;
  }

  /**
   * A Job that is not in the active list: the cache may be outdated, or somebody else created it.
   */
  *#noteUnexpected({ metadata: { uid, name: child } }: Job): Process<SyncError | undefined> {
    const { namespace, name } = this.#job.metadata;
    const fresh = yield* this.#tools.client.get<CronJob>(cronJobs, { namespace, name });
    if (!fresh.ok) return apiError(fresh.error);
    const { active = [] } = fresh.value.status ?? {};
    if (active.some((one) => one.uid === uid)) {
      this.#active = active;
      this.#lastScheduleTime = fresh.value.status?.lastScheduleTime;
      return undefined;
    }
    const message = `Saw a job that the controller did not create or forgot: ${child}`;
    this.#warn('UnexpectedJob', message);
    return undefined;
  }

  #noteSuccess(completed: string | undefined): void {
    const before = this.#lastSuccessfulTime;
    if (completed === undefined || (before !== undefined && completed <= before)) return;
    this.#lastSuccessfulTime = completed;
    this.changed = true;
  }

  *#noteMissing(children: readonly Job[]): Process<SyncError | undefined> {
    const known = new Set(children.map(({ metadata }) => metadata.uid));
    for (const { uid = '', name = '', namespace = '' } of this.#tools.env.sim.inTurn(
      this.#active,
    )) {
      if (known.has(uid)) continue;
      const live = yield* this.#tools.client.get<Job>(jobResource, { namespace, name });
      if (live.ok) continue;
      if (!isNotFound(live.error)) return apiError(live.error);
      this.#record('MissingJob', `Active job went missing: ${name}`);
      this.#removeActive(uid);
      this.changed = true;
    }
    return undefined;
  }

  *#startIfDue(schedule: CronSchedule): Process<Outcome> {
    const job = this.#job;
    const { sim } = this.#tools.env;
    const due = dueTime(job, sim.now, schedule);
    if (!due.ok) {
      this.#warn('InvalidSchedule', `invalid schedule: ${job.spec.schedule} : ${due.error}`);
      return {};
    }
    const wait = (): Outcome => ({ requeueAfter: untilNext(this.#latest(), sim.now, schedule) });
    const { time, tooManyMissed } = due.value;
    if (tooManyMissed) {
      const advice = 'Set or decrease .spec.startingDeadlineSeconds or check clock skew';
      this.#warn('TooManyMissedTimes', `too many missed start times. ${advice}`);
    }
    if (time === undefined) return wait();
    const { startingDeadlineSeconds = Number.POSITIVE_INFINITY, concurrencyPolicy } = job.spec;
    if (time + startingDeadlineSeconds * second < sim.now) {
      this.#warn('MissSchedule', `Missed scheduled time to start a job: ${rfc1123(time)}`);
      return wait();
    }
    const name = jobNameFor(job, time);
    const isDone = rfc3339(time) === this.#lastScheduleTime;
    if (isDone || this.#active.some((one) => one.name === name)) return wait();
    if (concurrencyPolicy === 'Forbid' && this.#active.length > 0) {
      const reason = 'prior execution is running and concurrency policy is Forbid';
      this.#record('JobAlreadyActive', `Not starting job because ${reason}`);
      return wait();
    }
    if (concurrencyPolicy === 'Replace') {
      const failed = yield* this.#deleteActive();
      if (failed !== undefined) return { error: failed };
    }
    const started = yield* this.#start(name, time);
    return started === undefined ? wait() : started;
  }

  *#deleteActive(): Process<SyncError | undefined> {
    for (const { name = '', namespace = '' } of this.#tools.env.sim.inTurn(this.#active)) {
      const found = yield* this.#tools.client.get<Job>(jobResource, { namespace, name });
      if (!found.ok) {
        this.#warn('FailedGet', `Get job: ${found.error.message}`);
        return apiError(found.error);
      }
      if (!(yield* this.#deleteJob(found.value))) {
        return { message: `could not replace job ${namespace}/${name}` };
      }
      this.changed = true;
    }
    return undefined;
  }

  /** Starts the Job. `undefined`: it exists and is in the active list. */
  *#start(name: string, time: SimTime): Process<Outcome | undefined> {
    const { client, env, component } = this.#tools;
    const { namespace } = this.#job.metadata;
    env.tracer.emit({
      type: 'DecisionMade',
      component,
      key: `${namespace}/${this.#job.metadata.name}`,
      decision: 'cronjob.create-job',
      params: { job: name, time: rfc3339(time) },
    });
    const made = yield* client.create<Job>(jobResource, this.#jobAt(name, time), { namespace });
    let job = made.ok ? made.value : undefined;
    if (!made.ok) {
      if (!isAlreadyExists(made.error)) {
        this.#warn('FailedCreate', `Error creating job: ${made.error.message}`);
        return { error: apiError(made.error) };
      }
      const there = yield* client.get<Job>(jobResource, { namespace, name });
      if (!there.ok) return { error: apiError(there.error) };
      if (controllerOf(there.value)?.uid !== this.#job.metadata.uid) return {};
      if (this.#active.some(({ uid }) => uid === there.value.metadata.uid)) return {};
      job = there.value;
    } else {
      this.#record('SuccessfulCreate', `Created job ${name}`);
    }
    if (job === undefined) return {};
    const { uid, resourceVersion } = job.metadata;
    const { kind, apiVersion } = job;
    this.#active = [...this.#active, { kind, namespace, name, uid, apiVersion, resourceVersion }];
    this.#lastScheduleTime = rfc3339(time);
    this.changed = true;
    return undefined;
  }

  /** Source: getJobFromTemplate2. */
  #jobAt(name: string, time: SimTime): unknown {
    const { metadata, spec } = this.#job.spec.jobTemplate;
    const scheduled = zonedRfc3339(time, this.#job.spec.timeZone);
    const labels = metadata?.labels;
    return {
      kind: 'Job',
      apiVersion: 'batch/v1',
      metadata: {
        name,
        namespace: this.#job.metadata.namespace,
        creationTimestamp: rfc3339(time),
        ...defined({ labels }),
        annotations: { ...metadata?.annotations, [scheduledAnnotation]: scheduled },
        ownerReferences: [newControllerRef(this.#job)],
      },
      spec,
      status: {},
    };
  }

  /** Deletes the oldest ended Jobs beyond the limits. Source: cleanupFinishedJobs. */
  *cleanUp(children: readonly Job[]): Process {
    const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = this.#job.spec;
    yield* this.#removeOldest(children, 'Complete', successfulJobsHistoryLimit);
    yield* this.#removeOldest(children, 'Failed', failedJobsHistoryLimit);
  }

  *#removeOldest(children: readonly Job[], condition: string, limit?: number): Process {
    if (limit === undefined) return;
    const ended = children.filter((job) => jobCondition(job, condition) !== undefined);
    if (ended.length <= limit) return;
    ended.sort((a, b) => compareStart(a, b));
    for (const job of this.#tools.env.sim.inTurn(ended.slice(0, ended.length - limit))) {
      if (yield* this.#deleteJob(job)) this.changed = true;
    }
  }

  *#deleteJob({ metadata: { namespace, name, uid } }: Job): Process<boolean> {
    const options = { propagationPolicy: 'Background' } as const;
    const gone = yield* this.#tools.client.delete(jobResource, { namespace, name }, options);
    if (!gone.ok) {
      this.#warn('FailedDelete', `Deleted job: ${gone.error.message}`);
      return false;
    }
    this.#removeActive(uid);
    this.#record('SuccessfulDelete', `Deleted job ${name}`);
    return true;
  }

  /** The CronJob with the status of this sync so far. */
  #latest(): CronJob {
    return { ...this.#job, status: this.status };
  }

  #removeActive(uid: string): void {
    this.#active = this.#active.filter((one) => one.uid !== uid);
  }

  #record(reason: string, message: string): void {
    this.#tools.recorder.event(this.#job, 'Normal', reason, message);
  }

  #warn(reason: string, message: string): void {
    this.#tools.recorder.event(this.#job, 'Warning', reason, message);
  }
}

function compareStart(a: Job, b: Job): number {
  const [one, other] = [a, b].map(({ status }) => parseRfc3339(status?.startTime ?? ''));
  if (one === other) return a.metadata.name < b.metadata.name ? -1 : 1;
  if (one === undefined) return 1;
  return other === undefined ? -1 : one - other;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** The time on the zone's clock, with its offset. */
function zonedRfc3339(time: SimTime, zoneName: string | undefined): string {
  const offset = timeZoneOf(zoneName ?? '')?.offsetAt(unixSeconds(time)) ?? 0;
  if (offset === 0) return rfc3339(time);
  const minutes = Math.abs(offset) / 60;
  const sign = offset < 0 ? '-' : '+';
  const shown = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return rfc3339(time + offset * second).slice(0, 19) + shown;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Go's time.RFC1123Z: `Thu, 01 Jan 2026 00:00:00 +0000`. */
function rfc1123(time: SimTime): string {
  const { weekday, day, month, year, hour, minute, second: s } = civilTime(unixSeconds(time));
  const date = `${weekdays[weekday]}, ${two(day)} ${months[month - 1]} ${year}`;
  return `${date} ${two(hour)}:${two(minute)}:${two(s)} +0000`;
}
