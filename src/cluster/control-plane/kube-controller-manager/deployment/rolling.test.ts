import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { deployments, pods } from '#k8s.io/client-go/rest/resource';
import { makeAllReady } from '../workloads.fixture.ts';
import { deployed, live, scalings, setImage, setsOf, settle, sizes } from './deployment.fixture.ts';

describe('a rolling update', () => {
  it('of three pods goes one up, one down, as each new pod becomes ready', () => {
    const test = deployed(3);
    settle(test, 3);
    setImage(test, 'nginx:1.28');
    settle(test);
    expect(scalings(test)).toEqual([
      'Scaled up replica set nginx from 0 to 3',
      'Scaled up replica set nginx:1.28 from 0 to 1',
      'Scaled down replica set nginx from 3 to 2',
      'Scaled up replica set nginx:1.28 from 1 to 2',
      'Scaled down replica set nginx from 2 to 1',
      'Scaled up replica set nginx:1.28 from 2 to 3',
      'Scaled down replica set nginx from 1 to 0',
    ]);
  });

  it('stops at its first pod when that never becomes ready', () => {
    const test = deployed(3);
    settle(test, 3);
    setImage(test, 'nginx:broken');
    test.run(30 * second);
    expect(sizes(test)).toEqual({ nginx: 3, 'nginx:broken': 1 });
    expect(live(test).status).toMatchObject({ availableReplicas: 3, unavailableReplicas: 1 });
  });

  it('gives up the pods of a broken version first, before any that is available', () => {
    const strategy = { rollingUpdate: { maxSurge: 2, maxUnavailable: 0 } };
    const test = deployed(3, { strategy });
    settle(test, 3);
    setImage(test, 'nginx:broken');
    test.run(second);
    expect(sizes(test)).toEqual({ nginx: 3, 'nginx:broken': 2 });
    setImage(test, 'nginx:1.28');
    test.run(second);
    expect(sizes(test)).toEqual({ nginx: 3, 'nginx:broken': 0, 'nginx:1.28': 2 });
  });

  it('takes old pods away at once where some may be unavailable', () => {
    const strategy = { rollingUpdate: { maxSurge: 0, maxUnavailable: 2 } };
    const test = deployed(3, { strategy });
    settle(test, 3);
    setImage(test, 'nginx:1.28');
    test.run(second);
    expect(sizes(test)).toEqual({ nginx: 1, 'nginx:1.28': 2 });
  });

  it('counts a new pod as available only after minReadySeconds', () => {
    const test = deployed(1, { minReadySeconds: 10 });
    settle(test, 2);
    test.run(12 * second);
    setImage(test, 'nginx:1.28');
    test.run(second);
    makeAllReady(test);
    test.run(8 * second);
    expect(sizes(test)).toEqual({ nginx: 1, 'nginx:1.28': 1 });
    test.run(4 * second);
    expect(sizes(test)).toEqual({ nginx: 0, 'nginx:1.28': 1 });
  });

  it('that changes its mind turns round without finishing', () => {
    const test = deployed(3);
    settle(test, 3);
    setImage(test, 'nginx:1.28');
    settle(test, 2);
    setImage(test, 'nginx');
    settle(test);
    expect(sizes(test)).toEqual({ nginx: 3, 'nginx:1.28': 0 });
  });
});

describe('scaling a Deployment', () => {
  it('keeps the old ReplicaSet and writes no new revision', () => {
    const test = deployed(2);
    test.patch(deployments, 'nginx', { spec: { replicas: 5 } });
    test.run(second);
    expect(sizes(test)).toEqual({ nginx: 5 });
    const [set] = setsOf(test);
    expect(set?.metadata.annotations?.['deployment.kubernetes.io/max-replicas']).toBe('7');
    expect(live(test).metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('1');
    expect(test.list(pods)).toHaveLength(5);
  });

  it('in the middle of a rollout spreads the pods in proportion', () => {
    const strategy = { rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } };
    const test = deployed(10, { strategy });
    settle(test, 3);
    setImage(test, 'nginx:1.28');
    test.run(second);
    expect(sizes(test)).toEqual({ nginx: 8, 'nginx:1.28': 5 });
    test.patch(deployments, 'nginx', { spec: { replicas: 15 } });
    test.run(second);
    expect(sizes(test)).toEqual({ nginx: 11, 'nginx:1.28': 7 });
  });

  it('to nothing leaves the ReplicaSet, with no pods', () => {
    const test = deployed(2);
    test.patch(deployments, 'nginx', { spec: { replicas: 0 } });
    test.run(second);
    expect(sizes(test)).toEqual({ nginx: 0 });
    const alive = test.list<Pod>(pods).filter(({ metadata }) => !metadata.deletionTimestamp);
    expect(alive).toEqual([]);
    expect(live(test).status?.conditions?.find(({ type }) => type === 'Available')?.status).toBe(
      'True',
    );
  });
});
