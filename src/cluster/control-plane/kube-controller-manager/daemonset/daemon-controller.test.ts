import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { ControllerRevision, DaemonSet } from '#k8s.io/api/apps/v1';
import { controllerRevisions, daemonSets, nodes } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import {
  addNode,
  end,
  eventsOf,
  makeReady,
  podsOf,
  removeTerminating,
  selector,
  template,
} from '../workloads.fixture.ts';
import { targetNodeOf } from './daemon-pods.ts';

const daemonSet = (spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent' },
  spec: { selector, template: template(), ...spec },
});

const cluster = (): TestControlPlane => {
  const test = new TestControlPlane();
  for (const name of ['node-1', 'node-2']) addNode(test, name);
  return test;
};

const placed = (test: TestControlPlane): readonly string[] =>
  podsOf(test)
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map((pod) => targetNodeOf(pod) ?? '')
    .sort();

const statusOf = (test: TestControlPlane) => test.get<DaemonSet>(daemonSets, 'agent').status;

function settle(test: TestControlPlane): void {
  for (let n = 0; n < 8; n++) {
    test.run(second);
    removeTerminating(test);
    for (const pod of podsOf(test)) {
      if (pod.status?.phase === 'Pending') makeReady(test, pod, targetNodeOf(pod));
    }
  }
}

describe('a DaemonSet', () => {
  it('gets a pod for each node, which only that node fits, and a revision', () => {
    const test = cluster();
    test.create(daemonSets, daemonSet());
    test.run(second);
    expect(placed(test)).toEqual(['node-1', 'node-2']);
    const [pod] = podsOf(test);
    const [revision] = test.list<ControllerRevision>(controllerRevisions);
    const hash = revision?.metadata.labels?.['controller-revision-hash'];
    expect(revision?.metadata.name).toBe(`agent-${hash}`);
    expect(pod?.metadata.labels).toEqual({
      app: 'x',
      'controller-revision-hash': hash,
      'pod-template-generation': '1',
    });
    const tolerated = pod?.spec.tolerations?.map(({ key }) => key?.replace(/^.*\//, ''));
    expect(tolerated?.slice(0, 3)).toEqual(['not-ready', 'unreachable', 'disk-pressure']);
    expect(statusOf(test)).toMatchObject({ desiredNumberScheduled: 2, numberUnavailable: 2 });
  });

  it('follows nodes as they come, change their labels and are tainted', () => {
    const test = cluster();
    const spec = { nodeSelector: { disk: 'ssd' } };
    test.create(daemonSets, daemonSet({ template: template('nginx', spec) }));
    test.run(second);
    expect(placed(test)).toEqual([]);
    test.patch(nodes, 'node-2', { metadata: { labels: { disk: 'ssd' } } }, '', '');
    addNode(test, 'node-3', { metadata: { name: 'node-3', labels: { disk: 'ssd' } } });
    test.run(second);
    expect(placed(test)).toEqual(['node-2', 'node-3']);
    test.patch(nodes, 'node-3', { metadata: { labels: { disk: null } } }, '', '');
    const taints = [{ key: 'a', value: 'b', effect: 'NoSchedule' }];
    test.patch(nodes, 'node-2', { spec: { taints } }, '', '');
    test.run(second);
    // NoSchedule leaves the running pod, but it is no longer desired.
    expect(placed(test)).toEqual(['node-2']);
    expect(statusOf(test)).toMatchObject({ desiredNumberScheduled: 0, numberMisscheduled: 1 });
  });

  it('replaces a pod that failed at once, and a second one only after a while', () => {
    const test = cluster();
    test.create(daemonSets, daemonSet());
    test.run(second);
    const fail = (): void => {
      const pod = podsOf(test).find((one) => targetNodeOf(one) === 'node-1');
      if (pod !== undefined) end(test, pod, 1, 'node-1');
    };
    fail();
    test.run(second / 10);
    removeTerminating(test);
    test.run(second / 10);
    expect(eventsOf(test, 'DaemonSet').join()).toMatch(
      /FailedDaemonPod: Found failed daemon pod default\/agent-\w+ on node node-1, will try/,
    );
    expect(placed(test)).toEqual(['node-1', 'node-2']);
    fail();
    test.run(second / 10);
    expect(podsOf(test).filter(({ status }) => status?.phase === 'Failed')).toHaveLength(1);
    test.run(2 * second);
    removeTerminating(test);
    test.run(second);
    expect(podsOf(test).filter(({ status }) => status?.phase === 'Failed')).toEqual([]);
  });
});

it('a daemon pod that succeeded is deleted and made anew', () => {
  const test = cluster();
  test.create(daemonSets, daemonSet());
  test.run(second);
  const [pod] = podsOf(test);
  if (pod !== undefined) end(test, pod, 0, targetNodeOf(pod));
  test.run(second);
  removeTerminating(test);
  test.run(second);
  expect(placed(test)).toEqual(['node-1', 'node-2']);
  const where = `default/${pod?.metadata.name} on node ${pod && targetNodeOf(pod)}`;
  expect(eventsOf(test, 'DaemonSet')).toContain(
    `SucceededDaemonPod: Found succeeded daemon pod ${where}, will try to delete it`,
  );
});

describe('a rollout of a DaemonSet', () => {
  it('takes one node after the other, and can be undone by the revision', () => {
    const test = cluster();
    test.create(daemonSets, daemonSet());
    settle(test);
    test.patch(daemonSets, 'agent', { spec: { template: template('nginx:1.29') } });
    test.run(second / 2);
    const ending = podsOf(test).filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
    expect(ending).toHaveLength(1);
    settle(test);
    expect(statusOf(test)).toMatchObject({ updatedNumberScheduled: 2, numberAvailable: 2 });
    test.patch(daemonSets, 'agent', { spec: { template: template('nginx') } });
    settle(test);
    const revisions = test.list<ControllerRevision>(controllerRevisions);
    expect(revisions.map(({ revision }) => revision).sort()).toEqual([2, 3]);
  });

  it('with OnDelete waits for each pod to be deleted', () => {
    const test = cluster();
    test.create(daemonSets, daemonSet({ updateStrategy: { type: 'OnDelete' } }));
    settle(test);
    test.patch(daemonSets, 'agent', { spec: { template: template('nginx:1.29') } });
    settle(test);
    expect(statusOf(test)).toMatchObject({ numberAvailable: 2 });
    expect(statusOf(test)?.updatedNumberScheduled).toBe(undefined);
  });

  it('with maxSurge starts the new pod before the old one goes', () => {
    const test = cluster();
    const updateStrategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    test.create(daemonSets, daemonSet({ updateStrategy }));
    settle(test);
    test.patch(daemonSets, 'agent', { spec: { template: template('nginx:1.29') } });
    test.run(second / 2);
    expect(placed(test)).toHaveLength(3);
    settle(test);
    expect(placed(test)).toEqual(['node-1', 'node-2']);
    expect(statusOf(test)).toMatchObject({ updatedNumberScheduled: 2, numberAvailable: 2 });
  });

  it('tells of a pod that failed', () => {
    const test = cluster();
    test.create(daemonSets, daemonSet());
    test.run(2 * second);
    const pod = podsOf(test).find((one) => targetNodeOf(one) === 'node-1');
    if (pod === undefined) throw new Error('no pod for node-1');
    end(test, pod, 1, 'node-1');
    test.run(3 * second);
    expect(eventsOf(test, 'DaemonSet')).toContain(
      `FailedDaemonPod: Found failed daemon pod default/${pod.metadata.name} ` +
        'on node node-1, will try to kill it',
    );
  });
});
