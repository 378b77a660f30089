import { describe, expect, it } from 'vitest';
import { minute, second } from '#base/sim-time';
import { jobs } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { end, podsOf } from '../workloads.fixture.ts';

const controller = 'ttl-after-finished-controller';

/** A Job whose only pod has ended. Its pod's node does not exist, so it is collected after 40 s. */
function finished(spec: object, exitCode = 0): TestControlPlane {
  const test = new TestControlPlane();
  const containers = [{ name: 'a', image: 'busybox' }];
  const template = { spec: { restartPolicy: 'Never', containers } };
  const metadata = { name: 'work' };
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata };
  test.create(jobs, { ...job, spec: { template, backoffLimit: 0, ...spec } });
  test.run(second);
  for (const pod of podsOf(test)) end(test, pod, exitCode);
  test.run(3 * second);
  return test;
}

const names = (test: TestControlPlane): readonly string[] =>
  test.list(jobs).map(({ metadata }) => metadata.name);

describe('a Job that says for how long it is of use', () => {
  it.each([
    ['succeeded', 0],
    ['failed', 1],
  ])('is deleted so many seconds after it %s, its pods first', (_how, exitCode) => {
    const test = finished({ ttlSecondsAfterFinished: 20 }, exitCode);
    test.run(15 * second);
    expect(names(test)).toEqual(['work']);
    test.run(6 * second);
    expect(names(test)).toEqual([]);
    const deletion = test
      .facts('RequestSent', controller)
      .find(({ method, url }) => method === 'DELETE' && url.endsWith('/jobs/work'));
    expect(JSON.stringify(deletion)).toContain('"propagationPolicy":"Foreground"');
  });

  it('is deleted at once when it is of no use at all', () => {
    expect(names(finished({ ttlSecondsAfterFinished: 0 }))).toEqual([]);
  });

  it('stays longer when it is given more time before then', () => {
    const test = finished({ ttlSecondsAfterFinished: 10 });
    test.patch(jobs, 'work', { spec: { ttlSecondsAfterFinished: 60 } });
    test.run(20 * second);
    expect(names(test)).toEqual(['work']);
    test.run(minute);
    expect(names(test)).toEqual([]);
  });

  it('stays while it runs', () => {
    const test = finished({ ttlSecondsAfterFinished: 0, parallelism: 2, completions: 3 });
    test.run(20 * second);
    expect(names(test)).toEqual(['work']);
  });
});

describe('a Job that does not say so', () => {
  it('stays, and nobody looks at it for that', () => {
    const test = finished({});
    test.run(minute);
    expect(names(test)).toEqual(['work']);
    expect(test.facts('SyncStarted', controller)).toEqual([]);
  });
});
