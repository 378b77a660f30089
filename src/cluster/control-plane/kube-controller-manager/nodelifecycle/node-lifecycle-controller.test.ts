import { describe, expect, it } from 'vitest';
import { minute, second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import type { Pod } from '#k8s.io/api/core/v1';
import { nodes, pods } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import {
  beat,
  heartbeat,
  machine,
  nodeOf,
  reportCondition,
  setTaints,
  taintsOf,
} from '../machines.fixture.ts';
import { eventsOf, makeReady } from '../workloads.fixture.ts';

const controller = 'node-lifecycle-controller';
const unreachable = 'node.kubernetes.io/unreachable';
const notReady = 'node.kubernetes.io/not-ready';

function cluster(...names: readonly string[]): TestControlPlane {
  const test = new TestControlPlane();
  for (const name of names) {
    test.create(nodes, machine(test, name), '');
    heartbeat(test, name);
  }
  test.run(6 * second);
  return test;
}

const conditions = (test: TestControlPlane, name: string) =>
  (nodeOf(test, name).status?.conditions ?? []).map(
    ({ type, status, reason, message }) => `${type}=${status} ${reason}: ${message}`,
  );

const ready = (test: TestControlPlane, name: string): string | undefined =>
  nodeOf(test, name).status?.conditions?.find(({ type }) => type === 'Ready')?.status;

describe('nodes', () => {
  const test = cluster('node-1', 'node-2', 'node-3');

  it('lose their health 50 seconds after the last heartbeat, and their pods after that', () => {
    const tolerations = [
      { key: unreachable, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
    ];
    const spec = { nodeName: 'node-2', containers: [{ name: 'a', image: 'nginx' }], tolerations };
    test.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec });
    makeReady(test, test.get<Pod>(pods, 'web'));
    const others = ['node-1', 'node-3'];
    beat(test, others, 40 * second);
    expect(ready(test, 'node-2')).toBe('True');
    beat(test, others, 20 * second);
    expect(['node-1', 'node-2', 'node-3'].map((name) => ready(test, name))).toEqual([
      'True',
      'Unknown',
      'True',
    ]);
    expect(taintsOf(test, 'node-2')).toEqual([
      `${unreachable}:NoSchedule`,
      `${unreachable}:NoExecute`,
    ]);
    beat(test, others, 10 * second);
    const pod = test.get<Pod>(pods, 'web');
    expect(pod.metadata.deletionTimestamp).toBeDefined();
    expect(pod.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('False');
    const target = pod.status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
    expect(target?.reason).toBe('DeletionByTaintManager');
  });

  it('say of every condition that nobody reports it any more, and their events tell', () => {
    const why = 'NodeStatusUnknown: Kubelet stopped posting node status.';
    const types = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];
    expect(conditions(test, 'node-2')).toEqual(types.map((type) => `${type}=Unknown ${why}`));
    expect(eventsOf(test, 'Node')).toContain(
      'NodeNotReady: Node node-2 status is now: NodeNotReady',
    );
    expect(eventsOf(test, 'Pod')).toContain('NodeNotReady: Node is not ready');
  });

  it('lose both taints when they report again', () => {
    reportCondition(test, 'node-2', 'Ready', 'True');
    beat(test, ['node-1', 'node-2', 'node-3'], 10 * second);
    expect(taintsOf(test, 'node-2')).toEqual([]);
  });
});

describe('a node', () => {
  it('is greeted when it comes and taken leave of when it goes', () => {
    const test = cluster('node-1');
    test.do(() => test.client.delete(nodes, { name: 'node-1' }));
    test.run(6 * second);
    expect(eventsOf(test, 'Node')).toEqual(
      expect.arrayContaining([
        'RegisteredNode: Node node-1 event: Registered Node node-1 in Controller',
        'RemovingNode: Node node-1 event: Removing Node node-1 from Controller',
      ]),
    );
  });

  it('that never reported anything is given a minute', () => {
    const test = new TestControlPlane();
    test.create(nodes, { apiVersion: 'v1', kind: 'Node', metadata: { name: 'silent' } }, '');
    test.run(58 * second);
    expect(conditions(test, 'silent')).toEqual([]);
    test.run(10 * second);
    const why = 'NodeStatusNeverUpdated: Kubelet never posted node status.';
    const types = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];
    expect(conditions(test, 'silent')).toEqual(types.map((type) => `${type}=Unknown ${why}`));
  });

  it('that says itself that it is not ready is tainted as not ready, not as unreachable', () => {
    const test = cluster('node-1', 'node-2');
    reportCondition(test, 'node-1', 'Ready', 'False');
    beat(test, ['node-1', 'node-2'], 20 * second);
    expect(taintsOf(test, 'node-1')).toEqual([`${notReady}:NoSchedule`, `${notReady}:NoExecute`]);
  });

  it.each([
    ['MemoryPressure', 'node.kubernetes.io/memory-pressure'],
    ['DiskPressure', 'node.kubernetes.io/disk-pressure'],
    ['PIDPressure', 'node.kubernetes.io/pid-pressure'],
  ])('with %s takes no new pods, and keeps those it has', (type, key) => {
    const test = cluster('node-1');
    reportCondition(test, 'node-1', type, 'True');
    test.run(second);
    expect(taintsOf(test, 'node-1')).toEqual([`${key}:NoSchedule`]);
    reportCondition(test, 'node-1', type, 'False');
    test.run(second);
    expect(taintsOf(test, 'node-1')).toEqual([]);
  });

  it('that is cordoned has a taint that says so, beside those that people put there', () => {
    const test = cluster('node-1');
    setTaints(test, 'node-1', [{ key: 'example.com/ours', effect: 'NoSchedule' }]);
    test.patch(nodes, 'node-1', { spec: { unschedulable: true } }, '', '');
    test.run(second);
    const cordoned = 'node.kubernetes.io/unschedulable:NoSchedule';
    expect(taintsOf(test, 'node-1')).toEqual(['example.com/ours:NoSchedule', cordoned]);
    test.patch(nodes, 'node-1', { spec: { unschedulable: null } }, '', '');
    test.run(second);
    expect(taintsOf(test, 'node-1')).toEqual(['example.com/ours:NoSchedule']);
  });

  it('is not written to while it reports', () => {
    const test = cluster('node-1');
    const writes = test.writesDuring(controller, () => beat(test, ['node-1'], 2 * minute));
    expect(writes).toEqual([]);
  });
});

describe('nodes that fail together', () => {
  const noExecute = (test: TestControlPlane, names: readonly string[]): readonly string[] =>
    names.filter((name) => taintsOf(test, name).includes(`${unreachable}:NoExecute`));
  const five = ['a', 'b', 'c', 'd', 'e'];

  it('are tainted one every ten seconds while most of the cluster is well', () => {
    const test = cluster(...five);
    beat(test, ['a', 'b', 'c'], 60 * second);
    const first = noExecute(test, five).length;
    expect(first).toBe(1);
    beat(test, ['a', 'b', 'c'], 10 * second);
    expect(noExecute(test, five)).toHaveLength(2);
  });

  it('are not tainted, in a small cluster, once they are more than half of it', () => {
    const test = cluster(...five);
    beat(test, ['a', 'b'], 2 * minute);
    expect(five.filter((name) => ready(test, name) === 'Unknown')).toEqual(['c', 'd', 'e']);
    // One may have been tainted before the failure of the others was noticed.
    expect(noExecute(test, five).length).toBeLessThanOrEqual(1);
  });

  it('lose the taint again when no node at all is left: then it is the network', () => {
    const test = cluster(...five);
    test.run(3 * minute);
    expect(five.map((name) => ready(test, name))).toEqual(five.map(() => 'Unknown'));
    expect(noExecute(test, five)).toEqual([]);
  });
});

describe('the controllers of nodes', () => {
  it('say of a node that never reported that its kubelet never did', () => {
    const bed = new ClusterBed();
    bed.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'ghost' } });
    bed.wait(70);
    const written = bed.messages();
    for (const type of ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']) {
      const reason = 'NodeStatusNeverUpdated: Kubelet never posted node status.';
      expect(written).toContain(`${type}=Unknown ${reason}\n`);
    }
  });
});
