import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods } from '#k8s.io/client-go/rest/resource';
import { end, makeAllReady, podsOf, remove, removeTerminating } from '../workloads.fixture.ts';
import {
  deployed,
  named,
  scalings,
  setImage,
  setsOf,
  settle,
  sizes,
} from './deployment.fixture.ts';

const strategy = { type: 'Recreate' };

describe('a Deployment with strategy Recreate', () => {
  it('ends all old pods before the first new one', () => {
    const test = deployed(2, { strategy });
    makeAllReady(test);
    test.run(second);
    setImage(test, 'nginx:1.28');
    test.run(second);
    expect(setsOf(test)).toHaveLength(1);
    for (const pod of podsOf(test)) remove(test, pod);
    test.run(second);
    const images = test.list<Pod>(pods).map(({ spec }) => spec.containers[0]?.image);
    expect(images).toEqual(['nginx:1.28', 'nginx:1.28']);
  });

  it('waits for the last old pod, however long its end takes', () => {
    const test = deployed(2, { strategy });
    settle(test, 2);
    setImage(test, 'nginx:1.28');
    test.run(second);
    remove(test, podsOf(test)[0]);
    test.run(30 * second);
    expect(sizes(test)).toEqual({ nginx: 0 });
    removeTerminating(test);
    test.run(second);
    expect(scalings(test)).toEqual([
      'Scaled up replica set nginx from 0 to 2',
      'Scaled down replica set nginx from 2 to 0',
      'Scaled up replica set nginx:1.28 from 0 to 2',
    ]);
  });

  it('does not wait for a pod that has failed', () => {
    const test = deployed(1, { strategy });
    const [failed] = podsOf(test);
    if (failed !== undefined) end(test, failed, 1);
    test.run(second);
    settle(test, 2);
    setImage(test, 'nginx:1.28');
    test.run(second);
    removeTerminating(test);
    test.run(2 * second);
    expect(sizes(test)).toEqual({ nginx: 0, 'nginx:1.28': 1 });
    expect(podsOf(test).map(({ status }) => status?.phase)).toContain('Failed');
  });
});

describe('the deployment controller of a cluster', () => {
  const bed = new ClusterBed();

  it('gives up on a deployment whose old pods do not go, before there is a new replica set', () => {
    const app = {
      name: 'app',
      image: 'busybox:1.36',
      command: ['sleep', '1000'],
      readinessProbe: { exec: { command: ['false'] } },
    };
    const template = { metadata: { labels: { app: 'again' } }, spec: { containers: [app] } };
    const strategy = { type: 'Recreate' };
    bed.create(named('again', { strategy, progressDeadlineSeconds: 9, template }));
    bed.wait(4);
    bed.run('set image deployment/again app=busybox:latest');
    bed.wait(20);
    expect(bed.messages()).toContain(
      'Progressing=False ProgressDeadlineExceeded: Deployment "again" has timed out progressing.\n',
    );
  });
});
