import { describe, expect, it } from 'vitest';
import { ms, rfc3339, second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods, replicaSets, resourceQuotas } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { allow, forbid } from '../forbid.fixture.ts';
import {
  conditionsOf,
  end,
  eventsOf,
  makeAllReady,
  makeReady,
  podNames,
  podsOf,
  remove,
  selector,
  template,
} from '../workloads.fixture.ts';

const controller = 'replicaset-controller';

const replicaSet = (replicas: number, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web' },
  spec: { replicas, selector, template: template(), ...spec },
});

const start = (replicas: number, spec: object = {}): TestControlPlane => {
  const test = new TestControlPlane();
  test.create(replicaSets, replicaSet(replicas, spec));
  test.run(second);
  return test;
};

const scale = (test: TestControlPlane, replicas: number): void => {
  test.patch(replicaSets, 'web', { spec: { replicas } });
  test.run(second);
};

const alive = (test: TestControlPlane): readonly Pod[] =>
  podsOf(test).filter(({ metadata }) => metadata.deletionTimestamp === undefined);

const statusOf = (test: TestControlPlane) => test.get<ReplicaSet>(replicaSets, 'web').status;

/** The number of create requests for pods at each moment. */
function batches(test: TestControlPlane): readonly number[] {
  const counts = new Map<number, number>();
  for (const { at, method, url } of test.facts('RequestSent', controller)) {
    if (method !== 'POST' || !url.endsWith('/pods')) continue;
    counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  return [...counts.values()];
}

describe('a ReplicaSet with too few pods', () => {
  it('makes them in batches of 1, 2, 4 and so on, as the template says', () => {
    const test = start(10);
    expect(batches(test)).toEqual([1, 2, 4, 3]);
    expect(podsOf(test)).toHaveLength(10);
    const [pod] = podsOf(test);
    const set = test.get(replicaSets, 'web');
    expect(pod?.metadata).toMatchObject({ generateName: 'web-', labels: { app: 'x' } });
    expect(pod?.metadata.ownerReferences).toEqual([
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: 'web',
        uid: set.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
  });

  it('tells of each pod, and of the tenth as one of many that are alike', () => {
    const test = start(10);
    const events = eventsOf(test, 'ReplicaSet').map((text) =>
      text.slice('SuccessfulCreate: '.length),
    );
    expect(events.map((text) => text.split(' ').at(-1)).toSorted()).toEqual(podNames(test));
    const combined = events.filter((text) => text.startsWith('(combined from similar events): '));
    expect(combined).toHaveLength(1);
    expect(events.filter((text) => text.startsWith('Created pod: web-'))).toHaveLength(9);
  });

  it('makes at most 500 in one sync', () => {
    const test = new TestControlPlane();
    test.create(replicaSets, replicaSet(600));
    test.run(ms(100));
    const [expected] = test.facts('ExpectationsSet', controller);
    expect(expected).toMatchObject({ key: 'default/web', add: 500, del: 0 });
  });

  it('makes no more than it asked for, though it looks again before it sees them all', () => {
    const test = start(4);
    const syncs = test.facts('SyncStarted', controller);
    const decided = test.facts('DecisionMade', controller);
    expect(syncs.length).toBeGreaterThan(decided.length);
    expect(decided.map(({ params }) => params)).toEqual([{ need: 4, have: 0, count: 4 }]);
    expect(podsOf(test)).toHaveLength(4);
  });

  it('replaces a pod that is being deleted, and one that failed, which it keeps', () => {
    const test = start(2);
    const [first, second_] = podsOf(test);
    if (second_ !== undefined) end(test, second_, 1);
    remove(test, first, 30);
    test.run(second);
    const active = alive(test).filter(({ status }) => status?.phase !== 'Failed');
    expect(active).toHaveLength(2);
    expect(podNames(test)).toContain(second_?.metadata.name);
    expect(statusOf(test)).toMatchObject({ replicas: 2 });
  });
});

describe('a ReplicaSet whose pods are refused', () => {
  it('does not try the batches after the one that failed', () => {
    const test = new TestControlPlane();
    const spec = { hard: { pods: '3' } };
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'few' }, spec };
    test.create(resourceQuotas, quota);
    test.run(second);
    test.create(replicaSets, replicaSet(20));
    test.run(ms(60));
    expect(batches(test).slice(0, 3)).toEqual([1, 2, 4]);
    expect(podsOf(test)).toHaveLength(3);
    // From now on each sync makes one attempt, because the first batch has size one.
    test.run(2 * second);
    expect(batches(test).slice(3)).not.toEqual([]);
    expect(new Set(batches(test).slice(3))).toEqual(new Set([1]));
  });

  it('tries again after twice as long each time, and says why in a condition and events', () => {
    const test = new TestControlPlane();
    const why = forbid(test, pods, ['CREATE']);
    test.create(replicaSets, replicaSet(1));
    test.run(4 * second);
    const failed = test
      .facts('SyncFinished', controller)
      .filter((fact) => fact.error !== undefined);
    const waits = failed.slice(1).map(({ at }, index) => at - (failed[index]?.at ?? 0));
    const [before = 0, last = 0] = waits.slice(-2);
    expect(last / before).toBeGreaterThan(1.8);
    expect(last / before).toBeLessThan(2.2);
    const [condition = '', ...others] = conditionsOf(test, replicaSets, 'web');
    expect(others).toEqual([]);
    expect(condition).toMatch(/^ReplicaFailure=True FailedCreate: pods "web-[a-z0-9]{5}" is forb/);
    expect(condition.endsWith(why)).toBe(true);
    const events = eventsOf(test, 'ReplicaSet');
    expect(events.some((text) => text.startsWith('FailedCreate: Error creating: pods "web-'))).toBe(
      true,
    );
    allow(test, pods);
    test.run(10 * second);
    expect(podsOf(test)).toHaveLength(1);
    expect(conditionsOf(test, replicaSets, 'web')).toEqual([]);
  });

  it('says the same of pods that it may not delete', () => {
    const test = start(2);
    const why = forbid(test, pods, ['DELETE']);
    scale(test, 1);
    expect(conditionsOf(test, replicaSets, 'web')[0]).toContain('ReplicaFailure=True FailedDelete');
    const events = eventsOf(test, 'ReplicaSet').filter((text) => text.startsWith('FailedDelete'));
    expect(events[0]).toMatch(/^FailedDelete: Error deleting: pods "web-[a-z0-9]{5}" is forbidden/);
    expect(events[0]?.endsWith(why)).toBe(true);
    allow(test, pods);
    test.run(5 * second);
    expect(alive(test)).toHaveLength(1);
  });
});

describe('a ReplicaSet with too many pods', () => {
  const names = (test: TestControlPlane): readonly string[] =>
    alive(test).map(({ metadata }) => metadata.name);

  it('gives up those without a node first, then those that are not ready', () => {
    const test = start(3);
    const [ready, running, unbound] = podsOf(test);
    if (ready === undefined || running === undefined) throw new Error('no pods');
    makeReady(test, ready);
    makeReady(test, running);
    const conditions = [
      { type: 'Ready', status: 'False', lastTransitionTime: rfc3339(test.sim.now) },
    ];
    test.patch(pods, running.metadata.name, { status: { conditions } }, 'status');
    scale(test, 2);
    expect(names(test)).not.toContain(unbound?.metadata.name);
    scale(test, 1);
    expect(names(test)).toEqual([ready.metadata.name]);
    expect(eventsOf(test, 'ReplicaSet')).toContain(
      `SuccessfulDelete: Deleted pod: ${unbound?.metadata.name}`,
    );
  });

  it('among ready ones gives up the one of the lowest deletion cost', () => {
    const test = start(3);
    makeAllReady(test);
    const [, cheap] = podsOf(test);
    const annotations = { 'controller.kubernetes.io/pod-deletion-cost': '-5' };
    test.patch(pods, cheap?.metadata.name ?? '', { metadata: { annotations } });
    scale(test, 2);
    expect(names(test)).not.toContain(cheap?.metadata.name);
  });

  it('among equals gives up one on the node that holds the most of them', () => {
    const test = start(3);
    for (const [index, pod] of podsOf(test).entries()) {
      makeReady(test, pod, index === 0 ? 'alone' : 'crowded');
    }
    scale(test, 2);
    const left = alive(test).map(({ spec }) => spec.nodeName);
    expect(left.toSorted()).toEqual(['alone', 'crowded']);
  });

  it('asks for a graceful end, and expects to see it before it deletes again', () => {
    const test = start(3);
    makeAllReady(test);
    scale(test, 1);
    const leaving = podsOf(test).filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
    expect(leaving.map(({ metadata }) => metadata.deletionGracePeriodSeconds)).toEqual([30, 30]);
    const expected = test.facts('ExpectationsSet', controller).filter(({ del }) => del > 0);
    expect(expected.map(({ del }) => del)).toEqual([2]);
    expect(statusOf(test)).toMatchObject({ replicas: 1, terminatingReplicas: 2 });
  });
});

describe('a ReplicaSet and pods with its labels', () => {
  const loose = (name: string, labels: object = { app: 'x' }) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels },
    spec: { containers: [{ name: 'a', image: 'nginx' }] },
  });
  const owners = (test: TestControlPlane, name: string): readonly string[] =>
    (test.get(pods, name).metadata.ownerReferences ?? []).map((owner) => owner.name);

  it('adopts an orphan that its selector picks and releases a pod it no longer picks', () => {
    const test = new TestControlPlane();
    test.create(pods, loose('loose'));
    test.create(replicaSets, replicaSet(2));
    test.run(second);
    expect(test.list(pods)).toHaveLength(2);
    expect(owners(test, 'loose')).toEqual(['web']);
    test.patch(pods, 'loose', { metadata: { labels: { app: 'free' } } });
    test.run(second);
    expect(owners(test, 'loose')).toEqual([]);
    expect(test.list(pods)).toHaveLength(3);
  });

  it('adopts one too many, and gives one up', () => {
    const test = start(2);
    test.create(pods, loose('late'));
    test.run(second);
    expect(alive(test)).toHaveLength(2);
    expect(podsOf(test).every(({ metadata }) => metadata.ownerReferences?.length === 1)).toBe(true);
  });

  it('leaves alone a pod that another controller owns', () => {
    const test = start(1);
    test.create(replicaSets, { ...replicaSet(1), metadata: { name: 'twin' } });
    test.run(second);
    const [first, other] = podsOf(test);
    const ownersOf = [first, other].map((pod) => pod?.metadata.ownerReferences?.[0]?.name);
    expect(ownersOf.toSorted()).toEqual(['twin', 'web']);
    expect(podsOf(test)).toHaveLength(2);
  });
});

describe('the status of a ReplicaSet', () => {
  it('counts a pod as available only after minReadySeconds, and looks again by then', () => {
    const test = start(1, { minReadySeconds: 20 });
    makeAllReady(test);
    test.run(15 * second);
    expect(statusOf(test)).toMatchObject({ readyReplicas: 1 });
    expect(statusOf(test)?.availableReplicas).toBeUndefined();
    test.run(6 * second);
    expect(statusOf(test)).toMatchObject({ availableReplicas: 1 });
  });

  it('is written no more when nothing changes', () => {
    const test = start(2);
    makeAllReady(test);
    test.run(second);
    const writes = test.writesDuring(controller, () => {
      for (const name of podNames(test)) {
        test.patch(pods, name, { metadata: { annotations: { note: 'x' } } });
      }
      test.run(30 * second);
    });
    expect(writes).toEqual([]);
  });

  it('names the generation that it is about', () => {
    const test = start(1);
    scale(test, 2);
    const { metadata } = test.get(replicaSets, 'web');
    expect(statusOf(test)?.observedGeneration).toBe(metadata.generation);
    expect(metadata.generation).toBe(2);
  });
});

describe('the ReplicaSet of a Deployment', () => {
  const bed = new ClusterBed();
  const messagesOf = (kind: string, name: string): string =>
    bed.run(`get ${kind} ${name} -o jsonpath={.status.conditions[*].message}`);
  const told = (kind: string, name: string): string => bed.run(`events --for=${kind}/${name}`);

  it('says why no pods can be made', () => {
    bed.run('create quota none --hard=pods=0');
    bed.wait(2);
    bed.run('create deployment full --image=nginx');
    bed.wait(3);
    const why = /pods "full-\w+-\w+" is forbidden: exceeded quota: none, requested: pods=1/;
    expect(messagesOf('deployment', 'full')).toMatch(why);
    const [set = ''] = /full-\w+/.exec(bed.run('get rs -o name')) ?? [];
    expect(messagesOf('replicaset', set)).toMatch(why);
    expect(told('replicaset', set)).toMatch(
      /FailedCreate .* Error creating: pods "full-\w+-\w+" is forbidden: exceeded quota/,
    );
    bed.run('delete quota none');
  });
});
