/**
 * The last time at which a CronJob should have run, and the next one. Models
 * kubernetes/pkg/controller/cronjob/utils.go mostRecentScheduleTime, nextScheduleTime and
 * nextScheduleTimeDuration.
 */

import { unixSeconds } from '#base/civil-time';
import { err, ok, type Result } from '#base/result';
import { type Duration, minute, ms, parseRfc3339, type SimTime, second } from '#base/sim-time';
import { timeZoneOf } from '#base/time-zone';
import type { CronJob } from '#k8s.io/api/batch/v1';
import { type CronSchedule, parseCron } from '#k8s.io/component-helpers/cron';

/** Added to each wait, so that the sync is not just before the scheduled time. */
const nextScheduleDelta: Duration = ms(100);
/** More missed starts than this cause a warning. */
const manyMissed = 100;

export interface Recent {
  readonly earliest: SimTime;
  /** The last time that was due; undefined: none since `earliest`. */
  readonly time: SimTime | undefined;
  readonly missed: number;
}

/** The parsed schedule in the CronJob's zone. Source: formatSchedule. */
export function scheduleOf({ spec }: CronJob): Result<CronSchedule, string> {
  const { schedule, timeZone } = spec;
  const isZoned = schedule.includes('TZ') || timeZone === undefined;
  return parseCron(
    isZoned || timeZoneOf(timeZone) === undefined ? schedule : `TZ=${timeZone} ${schedule}`,
  );
}

function mostRecent(
  job: CronJob,
  now: SimTime,
  schedule: CronSchedule,
  withDeadline: boolean,
): Result<Recent, string> {
  const { lastScheduleTime } = job.status ?? {};
  let earliest = parseRfc3339(lastScheduleTime ?? job.metadata.creationTimestamp) ?? now;
  const { startingDeadlineSeconds } = job.spec;
  if (withDeadline && startingDeadlineSeconds !== undefined) {
    earliest = Math.max(earliest, now - startingDeadlineSeconds * second);
  }
  const first = schedule.next(earliest);
  const following = first === undefined ? undefined : schedule.next(first);
  if (first === undefined || following === undefined) {
    return err('time difference between two schedules is less than 1 second');
  }
  if (now < first) return ok({ earliest, time: undefined, missed: 0 });
  let time = first;
  for (let next = schedule.next(time); next !== undefined && next <= now; ) {
    time = next;
    next = schedule.next(time);
  }
  const missed =
    time === first ? 0 : Math.floor((now - first) / Math.max(second, following - first)) + 1;
  return ok({ earliest, time, missed });
}

export interface DueTime {
  readonly time: SimTime | undefined;
  readonly tooManyMissed: boolean;
}

/** The scheduled time that is due now, if any. Source: nextScheduleTime. */
export function dueTime(
  job: CronJob,
  now: SimTime,
  schedule: CronSchedule,
): Result<DueTime, string> {
  const recent = mostRecent(job, now, schedule, true);
  if (!recent.ok) return recent;
  const { time, missed } = recent.value;
  return ok({ time, tooManyMissed: time !== undefined && missed > manyMissed });
}

/** The wait until the next scheduled time. Source: nextScheduleTimeDuration. */
export function untilNext(job: CronJob, now: SimTime, schedule: CronSchedule): Duration {
  const recent = mostRecent(job, now, schedule, false);
  const from = recent.ok ? (recent.value.time ?? recent.value.earliest) : now;
  return (schedule.next(from) ?? now) + nextScheduleDelta - now;
}

/** A Job's name contains the minute for which it was created. Source: getJobName. */
export const jobNameFor = (job: CronJob, time: SimTime): string =>
  `${job.metadata.name}-${Math.floor(unixSeconds(time) / (minute / second))}`;
