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
/** Go's time.Duration ends after 292 years, and the difference of two times with it. */
const longestDuration: Duration = (2 ** 63 / 10 ** 9) * second;

export interface Recent {
  readonly earliest: SimTime;
  /** The last time that was due; undefined: none is known. */
  readonly time: SimTime | undefined;
  /** About how many times were missed: as many as the first two periods would give. */
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
  if (now < following) return ok({ earliest, time: first, missed: 0 });
  const between = Math.round((following - first) / second);
  if (between < 1) return err('time difference between two schedules is less than 1 second');
  const elapsed = Math.floor(Math.min(longestDuration, now - first) / second);
  const missed = Math.floor(elapsed / between) + 1;
  const from = first + (missed - 2) * between * second;
  return ok({ earliest, time: lastAfter(schedule, from, now, between * second), missed });
}

/**
 * The last scheduled time after `from` that is not after `now`. Upstream walks all of them, for
 * minutes where somebody wrote a time of antiquity into the status; to begin later by whole periods
 * leads to the same one.
 */
function lastAfter(
  schedule: CronSchedule,
  from: SimTime,
  now: SimTime,
  period: Duration,
): SimTime | undefined {
  let last: SimTime | undefined;
  const periods = Math.floor((now - from) / period);
  for (let back = 2; last === undefined; back *= 2) {
    const start = from + Math.max(0, periods - back) * period;
    for (let next = schedule.next(start); next !== undefined && next <= now; ) {
      last = next;
      next = schedule.next(next);
    }
    if (back >= periods) break;
  }
  return last;
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
  const from = recent.ok ? waitFrom(recent.value, now) : now;
  return (schedule.next(from) ?? now) + nextScheduleDelta - now;
}

const waitFrom = ({ time, missed, earliest }: Recent, now: SimTime): SimTime =>
  time ?? (missed === 0 ? earliest : now);

/** A Job's name contains the minute for which it was created. Source: getJobName. */
export const jobNameFor = (job: CronJob, time: SimTime): string =>
  `${job.metadata.name}-${Math.floor(unixSeconds(time) / (minute / second))}`;
