import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { minute, second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import type { Pod } from '#k8s.io/api/core/v1';
import { nodes, pods } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { beat, heartbeat, machine, reportCondition, setTaints } from '../machines.fixture.ts';

const controller = 'pod-garbage-collector-controller';

function put(test: TestControlPlane, name: string, nodeName?: string): void {
  const spec = { ...defined({ nodeName }), containers: [container] };
  test.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
}

const container = { name: 'a', image: 'nginx' };

const names = (test: TestControlPlane): readonly string[] =>
  test.list<Pod>(pods).map(({ metadata }) => metadata.name);

const drop = (test: TestControlPlane, name: string, gracePeriodSeconds = 30): void => {
  test.do(() => test.client.delete(pods, { namespace: 'default', name }, { gracePeriodSeconds }));
};

const decided = (test: TestControlPlane) =>
  test.facts('DecisionMade', controller).map(({ key, decision }) => `${key} ${decision}`);

function withNode(): TestControlPlane {
  const test = new TestControlPlane();
  test.create(nodes, machine(test, 'node-1'), '');
  heartbeat(test, 'node-1');
  return test;
}

describe('a pod whose node is gone', () => {
  it('is given 40 seconds, in which the node may come back', () => {
    const test = withNode();
    put(test, 'web', 'node-1');
    test.do(() => test.client.delete(nodes, { name: 'node-1' }));
    test.run(30 * second);
    expect(names(test)).toEqual(['web']);
    test.create(nodes, machine(test, 'node-1'), '');
    beat(test, ['node-1'], minute);
    expect(names(test)).toEqual(['web']);
    expect(decided(test)).toEqual([]);
  });

  it('then fails with a reason, and is removed without grace', () => {
    const test = withNode();
    put(test, 'web', 'node-1');
    test.do(() => test.client.delete(nodes, { name: 'node-1' }));
    const writes = test.writesDuring(controller, () => test.run(70 * second));
    expect(writes).toEqual([
      'PATCH /api/v1/namespaces/default/pods/web/status 200',
      'DELETE /api/v1/namespaces/default/pods/web 200',
    ]);
    expect(names(test)).toEqual([]);
    expect(decided(test)).toEqual(['default/web pod-gc.orphaned']);
    const last = test
      .facts('TxnCommitted')
      .filter(({ key, value }) => key.endsWith('/pods/default/web') && value !== undefined)
      .map(({ value }) => (value as Pod).status)
      .findLast((status) => status?.phase === 'Failed');
    expect(last?.conditions?.find(({ type }) => type === 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'DeletionByPodGC',
      message: 'PodGC: node no longer exists',
    });
  });
});

describe('a pod that is being deleted', () => {
  it('and never got a node is removed within 20 seconds', () => {
    const test = new TestControlPlane();
    test.create(pods, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'unbound', finalizers: ['example.com/wait'] },
      spec: { containers: [container] },
    });
    drop(test, 'unbound');
    const writes = test.writesDuring(controller, () => test.run(21 * second));
    expect(writes).toContain('DELETE /api/v1/namespaces/default/pods/unbound 200');
    expect(decided(test)[0]).toBe('default/unbound pod-gc.unscheduled');
  });

  it('on a node that somebody put out of service is removed, once the node is not ready', () => {
    const test = withNode();
    put(test, 'web', 'node-1');
    put(test, 'stays', 'node-1');
    drop(test, 'web');
    const taint = { key: 'node.kubernetes.io/out-of-service', effect: 'NoSchedule' } as const;
    setTaints(test, 'node-1', [taint]);
    beat(test, ['node-1'], 40 * second);
    expect(names(test)).toEqual(['stays', 'web']);
    reportCondition(test, 'node-1', 'Ready', 'False');
    beat(test, ['node-1'], 30 * second);
    expect(names(test)).toEqual(['stays']);
    expect(decided(test)).toEqual(['default/web pod-gc.out-of-service']);
  });
});

describe('a cluster whose pods are as they should be', () => {
  it('is not written to, however often the collector looks', () => {
    const test = withNode();
    put(test, 'web', 'node-1');
    put(test, 'unbound');
    const writes = test.writesDuring(controller, () => beat(test, ['node-1'], 2 * minute));
    expect(writes).toEqual([]);
  });
});

describe('the controllers of nodes', () => {
  it('say that a node is removed, and end the pods that were on it', () => {
    const bed = new ClusterBed();
    bed.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'ghost' } });
    bed.wait(3);
    bed.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'left' },
      spec: {
        nodeName: 'ghost',
        tolerations: [{ operator: 'Exists' }],
        containers: [{ name: 'app', image: 'nginx' }],
      },
    });
    bed.wait(2);
    bed.run('delete node ghost');
    bed.wait(90);
    expect(bed.messages()).toContain(
      'RemovingNode: Node ghost event: Removing Node ghost from Controller\n',
    );
    expect(bed.messages()).toContain(
      'DisruptionTarget=True DeletionByPodGC: PodGC: node no longer exists\n',
    );
  });
});
