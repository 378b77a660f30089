import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { Job } from '#k8s.io/api/batch/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { jobs, pods } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import {
  conditionsOf,
  end,
  eventsOf,
  makeAllReady,
  podsOf,
  removeTerminating,
} from '../workloads.fixture.ts';

const job = (spec: object = {}) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'work' },
  spec: {
    template: {
      spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'busybox' }] },
    },
    ...spec,
  },
});

const start = (spec: object = {}): TestControlPlane => {
  const test = new TestControlPlane();
  test.create(jobs, job(spec));
  test.run(second / 2);
  return test;
};

const statusOf = (test: TestControlPlane) => test.get<Job>(jobs, 'work').status;

/** `type reason` of the conditions with status True. */
const conditions = (test: TestControlPlane): readonly string[] =>
  (statusOf(test)?.conditions ?? [])
    .filter(({ status }) => status === 'True')
    .map(({ type, reason }) => `${type} ${reason}`);

const active = (test: TestControlPlane): readonly Pod[] =>
  podsOf(test).filter(
    ({ status, metadata }) =>
      metadata.deletionTimestamp === undefined &&
      status?.phase !== 'Succeeded' &&
      status?.phase !== 'Failed',
  );

function endAll(test: TestControlPlane, exitCode: number): void {
  for (const pod of active(test)) end(test, pod, exitCode);
  test.run(2 * second);
}

describe('a Job', () => {
  it('runs as many pods as it may at a time until enough have succeeded', () => {
    const test = start({ completions: 3, parallelism: 2 });
    expect(active(test)).toHaveLength(2);
    const [pod] = podsOf(test);
    expect(pod?.metadata.finalizers).toEqual(['batch.kubernetes.io/job-tracking']);
    endAll(test, 0);
    expect(active(test)).toHaveLength(1);
    expect(statusOf(test)).toMatchObject({ succeeded: 2, uncountedTerminatedPods: {} });
    endAll(test, 0);
    expect(conditions(test)).toEqual([
      'SuccessCriteriaMet CompletionsReached',
      'Complete CompletionsReached',
    ]);
    expect(podsOf(test).flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([]);
    expect(eventsOf(test, 'Job')).toContain('Completed: Job completed');
  });

  it('waits 10 s after a failure, 20 s after the next, and gives up at its limit', () => {
    const test = start({ backoffLimit: 2 });
    endAll(test, 1);
    expect(active(test)).toHaveLength(0);
    test.run(7 * second);
    expect(active(test)).toHaveLength(0);
    test.run(3 * second);
    expect(active(test)).toHaveLength(1);
    endAll(test, 1);
    test.run(17 * second);
    expect(active(test)).toHaveLength(0);
    test.run(3 * second);
    expect(active(test)).toHaveLength(1);
    endAll(test, 1);
    expect(conditions(test)).toEqual([
      'FailureTarget BackoffLimitExceeded',
      'Failed BackoffLimitExceeded',
    ]);
    expect(statusOf(test)?.failed).toBe(3);
    expect(eventsOf(test, 'Job')).toContain(
      'BackoffLimitExceeded: Job has reached the specified backoff limit',
    );
  });

  it('counts restarts of containers where pods restart on failure', () => {
    const spec = { restartPolicy: 'OnFailure', containers: [{ name: 'a', image: 'busybox' }] };
    const test = start({ backoffLimit: 2, template: { spec } });
    makeAllReady(test);
    const name = podsOf(test)[0]?.metadata.name ?? '';
    const container = { name: 'a', image: '', imageID: '', ready: true, restartCount: 2 };
    test.patch(pods, name, { status: { containerStatuses: [container] } }, 'status');
    test.run(2 * second);
    expect(conditions(test)).toEqual(['FailureTarget BackoffLimitExceeded']);
    removeTerminating(test);
    test.run(2 * second);
    expect(conditions(test)).toContain('Failed BackoffLimitExceeded');
  });

  it('ends at its deadline, once its pods have ended', () => {
    const test = start({ activeDeadlineSeconds: 5 });
    makeAllReady(test);
    test.run(4 * second);
    expect(conditions(test)).toEqual([]);
    test.run(2 * second);
    expect(conditions(test)).toEqual(['FailureTarget DeadlineExceeded']);
    removeTerminating(test);
    test.run(2 * second);
    expect(conditions(test)).toContain('Failed DeadlineExceeded');
    expect(eventsOf(test, 'Job')).toContain(
      'DeadlineExceeded: Job was active longer than specified deadline',
    );
  });

  it('that is suspended has no pods, and starts anew when it is resumed', () => {
    const test = start({ suspend: true });
    expect(podsOf(test)).toEqual([]);
    expect(conditions(test)).toEqual(['Suspended JobSuspended']);
    expect(statusOf(test)?.startTime).toBe(undefined);
    test.patch(jobs, 'work', { spec: { suspend: false } });
    test.run(2 * second);
    expect(active(test)).toHaveLength(1);
    expect(statusOf(test)?.startTime).toBeDefined();
    test.patch(jobs, 'work', { spec: { suspend: true } });
    test.run(2 * second);
    expect(active(test)).toEqual([]);
    expect(eventsOf(test, 'Job')).toContain('Resumed: Job resumed');
    // A pod that was stopped on purpose does not count as failed.
    expect(statusOf(test)?.failed).toBe(undefined);
  });

  it('without completions is done with the first success', () => {
    const test = start({ parallelism: 2, completions: undefined });
    const [first, second_] = podsOf(test);
    if (first !== undefined) end(test, first, 0);
    test.run(3 * second);
    expect(active(test)).toHaveLength(1);
    if (second_ !== undefined) end(test, second_, 0);
    test.run(3 * second);
    expect(conditions(test)).toContain('Complete CompletionsReached');
  });

  it('that is deleted with its pods leaves none held by its finalizer', () => {
    const test = start({ parallelism: 2, completions: 2 });
    const options = { propagationPolicy: 'Background' } as const;
    test.do(() => test.client.delete(jobs, { namespace: 'default', name: 'work' }, options));
    test.run(5 * second);
    expect(podsOf(test)).toEqual([]);
  });

  it('goes by itself when its time to live is over', () => {
    const test = start({ ttlSecondsAfterFinished: 10 });
    endAll(test, 0);
    expect(conditions(test)).toContain('Complete CompletionsReached');
    test.run(7 * second);
    expect(test.list(jobs)).toHaveLength(1);
    test.run(5 * second);
    expect(test.list(jobs)).toEqual([]);
    expect(podsOf(test)).toEqual([]);
  });

  it('goes at once when it gets a time to live that is over', () => {
    const test = start();
    endAll(test, 0);
    test.run(5 * second);
    test.patch(jobs, 'work', { spec: { ttlSecondsAfterFinished: 1 } });
    test.run(second);
    expect(test.list(jobs)).toEqual([]);
  });
});

describe('an Indexed Job', () => {
  const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 3 };
  const index = 'batch.kubernetes.io/job-completion-index';
  const podAt = (test: TestControlPlane, n: number): Pod | undefined =>
    active(test).find(({ metadata }) => metadata.annotations?.[index] === String(n));
  const endAt = (test: TestControlPlane, n: number, exitCode: number): void => {
    const pod = podAt(test, n);
    if (pod !== undefined) end(test, pod, exitCode);
    test.run(3 * second);
  };

  it('tells each pod its index by name, host, label and variable', () => {
    const test = start(indexed);
    const pod = podAt(test, 2);
    expect(pod?.metadata.name).toMatch(/^work-2-\w{5}$/);
    expect(pod?.metadata.labels?.[index]).toBe('2');
    expect(pod?.spec.hostname).toBe('work-2');
    expect(pod?.spec.containers[0]?.env?.[0]?.name).toBe('JOB_COMPLETION_INDEX');
    endAt(test, 0, 0);
    endAt(test, 2, 0);
    expect(statusOf(test)?.completedIndexes).toBe('0,2');
  });

  it('with a limit for each index goes on without those that failed', () => {
    const test = start({ ...indexed, backoffLimitPerIndex: 0, maxFailedIndexes: 3 });
    endAt(test, 1, 1);
    expect(statusOf(test)?.failedIndexes).toBe('1');
    endAt(test, 0, 0);
    endAt(test, 2, 0);
    expect(conditions(test)).toContain('Failed FailedIndexes');
    expect(statusOf(test)?.completedIndexes).toBe('0,2');
  });

  it('hands the count of failures on to the pod that replaces one', () => {
    const test = start({ ...indexed, backoffLimitPerIndex: 2 });
    endAt(test, 1, 1);
    test.run(10 * second);
    const next = podAt(test, 1);
    expect(next?.metadata.annotations?.['batch.kubernetes.io/job-index-failure-count']).toBe('1');
  });

  it('fails when more indexes failed than may', () => {
    const test = start({ ...indexed, backoffLimitPerIndex: 0, maxFailedIndexes: 0 });
    endAt(test, 1, 1);
    expect(conditions(test)).toContain('Failed MaxFailedIndexesExceeded');
  });

  it('succeeds by its success policy before all indexes have', () => {
    const rules = [{ succeededIndexes: '0', succeededCount: 1 }];
    const test = start({ ...indexed, successPolicy: { rules } });
    endAt(test, 0, 0);
    const [criteria] = statusOf(test)?.conditions ?? [];
    expect(criteria).toMatchObject({
      type: 'SuccessCriteriaMet',
      reason: 'SuccessPolicy',
      message: 'Matched rules at index 0',
    });
    removeTerminating(test);
    test.run(3 * second);
    expect(conditions(test)).toContain('Complete SuccessPolicy');
  });
});

describe('a pod failure policy', () => {
  const policy = (...rules: readonly object[]) => ({ podFailurePolicy: { rules } });
  const onExit = (action: string, values: readonly number[]) => ({
    action,
    onExitCodes: { operator: 'In', values },
  });

  it('can end the Job at one exit code', () => {
    const test = start(policy(onExit('FailJob', [42])));
    const [pod] = podsOf(test);
    endAll(test, 42);
    const failed = statusOf(test)?.conditions?.find(({ type }) => type === 'Failed');
    expect(failed).toMatchObject({
      reason: 'PodFailurePolicy',
      message:
        `Container a for pod default/${pod?.metadata.name} failed with exit code 42 ` +
        'matching FailJob rule at index 0',
    });
  });

  it('can leave a failure uncounted', () => {
    const test = start({ backoffLimit: 0, ...policy(onExit('Ignore', [7])) });
    endAll(test, 7);
    expect(conditions(test)).toEqual([]);
    expect(statusOf(test)?.failed).toBe(undefined);
    test.run(12 * second);
    expect(active(test)).toHaveLength(1);
  });
});

describe('what a Job says of itself', () => {
  const indexed = { completionMode: 'Indexed', completions: 2, parallelism: 2 };

  it('is that it is suspended', () => {
    const test = start({ suspend: true });
    expect(eventsOf(test, 'Job')).toContain('Suspended: Job suspended');
    expect(conditionsOf(test, jobs, 'work')).toEqual([
      'Suspended=True JobSuspended: Job suspended',
    ]);
  });

  it('is that indexes failed, at the end or when they are too many', () => {
    const each = { ...indexed, backoffLimitPerIndex: 0 };
    const failed = (spec: object): readonly string[] => {
      const test = start(spec);
      for (const pod of podsOf(test)) end(test, pod, 1);
      test.run(5 * second);
      return conditionsOf(test, jobs, 'work');
    };
    expect(failed(each)).toContain('Failed=True FailedIndexes: Job has failed indexes');
    expect(failed({ ...each, maxFailedIndexes: 0 })).toContain(
      'Failed=True MaxFailedIndexesExceeded: Job has exceeded the specified maximal number of ' +
        'failed indexes',
    );
  });
});
