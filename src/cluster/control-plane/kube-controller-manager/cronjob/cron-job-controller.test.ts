import { describe, expect, it } from 'vitest';
import { minute, rfc3339, second } from '#base/sim-time';
import type { CronJob, Job } from '#k8s.io/api/batch/v1';
import { cronJobs, jobs } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { end, eventsOf, podsOf } from '../workloads.fixture.ts';

const cronJob = (spec: object = {}) => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'tick' },
  spec: {
    schedule: '* * * * *',
    jobTemplate: {
      spec: {
        template: {
          spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'busybox' }] },
        },
      },
    },
    ...spec,
  },
});

const start = (spec: object = {}): TestControlPlane => {
  const test = new TestControlPlane();
  test.create(cronJobs, cronJob(spec));
  return test;
};

/** Runs until just after the next full minute. */
const nextMinute = (test: TestControlPlane): void =>
  test.run(minute - (test.sim.now % minute) + 2 * second);

const names = (test: TestControlPlane): readonly string[] =>
  test.list<Job>(jobs).map(({ metadata }) => metadata.name);

const endRunning = (test: TestControlPlane, exitCode: number): void => {
  for (const pod of podsOf(test)) if (pod.status?.phase === 'Pending') end(test, pod, exitCode);
  test.run(5 * second);
};

const statusOf = (test: TestControlPlane) => test.get<CronJob>(cronJobs, 'tick').status;

describe('a CronJob', () => {
  it('makes a Job at each time of its schedule, named by the minute', () => {
    const test = start();
    expect(names(test)).toEqual([]);
    nextMinute(test);
    expect(names(test)).toEqual(['tick-29453761']);
    expect(statusOf(test)?.lastScheduleTime).toBe('2026-01-01T00:01:00Z');
    const [job] = test.list<Job>(jobs);
    expect(job?.metadata.annotations).toEqual({
      'batch.kubernetes.io/cronjob-scheduled-timestamp': '2026-01-01T00:01:00Z',
    });
    nextMinute(test);
    expect(names(test)).toEqual(['tick-29453761', 'tick-29453762']);
    expect(statusOf(test)?.active).toHaveLength(2);
  });

  it('notes when a Job has ended and keeps as many as its history may', () => {
    const test = start({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0 });
    for (const exitCode of [0, 0, 0]) {
      nextMinute(test);
      endRunning(test, exitCode);
    }
    expect(names(test)).toEqual(['tick-29453763']);
    expect(statusOf(test)?.lastSuccessfulTime).toBe('2026-01-01T00:03:03Z');
    expect(eventsOf(test, 'CronJob')).toEqual(
      expect.arrayContaining([
        'SuccessfulCreate: Created job tick-29453761',
        'SawCompletedJob: Saw completed job: tick-29453761, condition: Complete',
        'SuccessfulDelete: Deleted job tick-29453761',
      ]),
    );
  });

  it('with Forbid waits for the Job before', () => {
    const test = start({ concurrencyPolicy: 'Forbid' });
    nextMinute(test);
    nextMinute(test);
    expect(names(test)).toEqual(['tick-29453761']);
    const reason = 'prior execution is running and concurrency policy is Forbid';
    expect(eventsOf(test, 'CronJob')).toContain(
      `JobAlreadyActive: Not starting job because ${reason}`,
    );
    endRunning(test, 0);
    expect(names(test)).toEqual(['tick-29453761', 'tick-29453762']);
  });

  it('with Replace takes the Job before away', () => {
    const test = start({ concurrencyPolicy: 'Replace' });
    nextMinute(test);
    nextMinute(test);
    expect(names(test)).toEqual(['tick-29453762']);
  });

  it('that is suspended starts none, and afterwards only the last one it missed', () => {
    const test = start({ suspend: true });
    for (let n = 0; n < 3; n++) nextMinute(test);
    expect(names(test)).toEqual([]);
    test.patch(cronJobs, 'tick', { spec: { suspend: false } });
    test.run(2 * second);
    expect(names(test)).toEqual(['tick-29453763']);
  });

  it('starts the last one where its status names a time of antiquity', () => {
    const test = start({ suspend: true });
    nextMinute(test);
    const status = { lastScheduleTime: '0001-01-01T00:00:00Z' };
    test.patch(cronJobs, 'tick', { status }, 'status');
    test.patch(cronJobs, 'tick', { spec: { suspend: false } });
    test.run(2 * second);
    expect(names(test)).toEqual(['tick-29453761']);
  });

  it('starts none that was missed while the next period of an uneven schedule has begun', () => {
    // From 23:58 to 23:59 is a minute: so many minutes later it looks for the next, a year ahead.
    const test = start({ schedule: '58,59 23 31 12 *' });
    const status = { lastScheduleTime: '2024-12-31T23:00:00Z' };
    test.patch(cronJobs, 'tick', { status }, 'status');
    test.run(2 * second);
    expect([statusOf(test), names(test)]).toEqual([status, []]);
  });

  it('lets a start go that is too late', () => {
    const test = start({ suspend: true, schedule: '*/2 * * * *', startingDeadlineSeconds: 10 });
    nextMinute(test);
    nextMinute(test);
    test.run(20 * second);
    test.patch(cronJobs, 'tick', { spec: { suspend: false } });
    test.run(2 * second);
    expect(names(test)).toEqual([]);
    nextMinute(test);
    nextMinute(test);
    expect(names(test)).toEqual(['tick-29453764']);
  });

  it('tells of starts that it missed, of Jobs that vanished and of Jobs it did not make', () => {
    const test = start({ suspend: true });
    test.run(110 * minute);
    test.patch(cronJobs, 'tick', { spec: { suspend: false } });
    test.run(2 * second);
    const events = () => eventsOf(test, 'CronJob');
    const advice = 'Set or decrease .spec.startingDeadlineSeconds or check clock skew';
    expect(events()).toContain(`TooManyMissedTimes: too many missed start times. ${advice}`);
    const [name = ''] = names(test);
    const target = { namespace: 'default', name };
    test.do(() => test.client.delete(jobs, target, { propagationPolicy: 'Background' }));
    test.run(2 * second);
    expect(events()).toContain(`MissingJob: Active job went missing: ${name}`);
    const { uid } = test.get<CronJob>(cronJobs, 'tick').metadata;
    const owner = { apiVersion: 'batch/v1', kind: 'CronJob', name: 'tick', uid, controller: true };
    const { jobTemplate } = cronJob().spec;
    const metadata = { name: 'foreign', ownerReferences: [owner] };
    test.create(jobs, { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: jobTemplate.spec });
    test.run(2 * second);
    expect(events()).toContain(
      'UnexpectedJob: Saw a job that the controller did not create or forgot: foreign',
    );
  });

  it('goes by the clock of its time zone', () => {
    const test = start({ schedule: '2 1 * * *', timeZone: 'Europe/Berlin' });
    nextMinute(test);
    expect(names(test)).toEqual([]);
    nextMinute(test);
    expect(names(test)).toEqual(['tick-29453762']);
    const [job] = test.list<Job>(jobs);
    expect(Object.values(job?.metadata.annotations ?? {})).toEqual(['2026-01-01T01:02:00+01:00']);
  });
});

describe('a CronJob that starts no Job', () => {
  it('tells why: one is running, or too many were missed', () => {
    const test = start({ concurrencyPolicy: 'Forbid' });
    test.create(cronJobs, { ...cronJob({ suspend: true }), metadata: { name: 'lost' } });
    const lastScheduleTime = rfc3339(test.sim.now - 200 * minute);
    test.patch(cronJobs, 'lost', { status: { lastScheduleTime } }, 'status');
    test.patch(cronJobs, 'lost', { spec: { suspend: false } });
    test.run(130 * second);
    const events = eventsOf(test, 'CronJob');
    expect(events).toContain(
      'JobAlreadyActive: Not starting job because prior execution is running and concurrency ' +
        'policy is Forbid',
    );
    expect(events).toContain(
      'TooManyMissedTimes: too many missed start times. Set or decrease ' +
        '.spec.startingDeadlineSeconds or check clock skew',
    );
  });
});
