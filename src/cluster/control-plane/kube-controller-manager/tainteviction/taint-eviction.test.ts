import { describe, expect, it } from 'vitest';
import { minute, second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import type { Pod, Toleration } from '#k8s.io/api/core/v1';
import { nodes, pods } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { beat, heartbeat, machine, setTaints } from '../machines.fixture.ts';
import { eventsOf } from '../workloads.fixture.ts';

const controller = 'taint-eviction-controller';
const taint = { key: 'example.com/broken', value: 'disk', effect: 'NoExecute' } as const;
const tolerating = (more: Partial<Toleration> = {}): Toleration => ({
  key: taint.key,
  operator: 'Exists',
  effect: 'NoExecute',
  ...more,
});

function cluster(): TestControlPlane {
  const test = new TestControlPlane();
  test.create(nodes, machine(test, 'node-1'), '');
  heartbeat(test, 'node-1');
  test.run(second);
  return test;
}

function put(test: TestControlPlane, name: string, ...tolerations: readonly Toleration[]): void {
  const spec = { nodeName: 'node-1', containers: [{ name: 'a', image: 'nginx' }], tolerations };
  test.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
}

const leaving = (test: TestControlPlane): readonly string[] =>
  test
    .list<Pod>(pods)
    .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
    .map(({ metadata }) => metadata.name);

const pass = (test: TestControlPlane, seconds: number): void =>
  beat(test, ['node-1'], seconds * second);

describe('a NoExecute taint', () => {
  it('costs the pods that do not tolerate it at once, and says so in status and events', () => {
    const test = cluster();
    put(test, 'plain');
    put(test, 'hardy', tolerating());
    setTaints(test, 'node-1', [taint]);
    test.run(second);
    expect(leaving(test)).toEqual(['plain']);
    const { status } = test.get<Pod>(pods, 'plain');
    expect(status?.conditions?.find(({ type }) => type === 'DisruptionTarget')).toMatchObject({
      status: 'True',
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
    });
    expect(eventsOf(test, 'Pod')).toEqual([
      'TaintManagerEviction: Marking for deletion Pod default/plain',
    ]);
  });

  it('writes the condition before it deletes', () => {
    const test = cluster();
    put(test, 'plain');
    const writes = test.writesDuring(controller, () => {
      setTaints(test, 'node-1', [taint]);
      test.run(second);
    });
    expect(writes).toEqual([
      'PATCH /api/v1/namespaces/default/pods/plain/status 200',
      'DELETE /api/v1/namespaces/default/pods/plain 200',
    ]);
  });

  it('costs a pod that tolerates it for some seconds after those', () => {
    const test = cluster();
    put(test, 'patient', tolerating({ tolerationSeconds: 30 }));
    setTaints(test, 'node-1', [taint]);
    pass(test, 20);
    expect(leaving(test)).toEqual([]);
    pass(test, 20);
    expect(leaving(test)).toEqual(['patient']);
    const [planned] = test.facts('DecisionMade', controller);
    expect(planned?.params).toEqual({ pod: 'default/patient', seconds: 30 });
  });

  it('that goes in time costs nothing, and the event tells', () => {
    const test = cluster();
    put(test, 'patient', tolerating({ tolerationSeconds: 30 }));
    setTaints(test, 'node-1', [taint]);
    pass(test, 10);
    setTaints(test, 'node-1', []);
    pass(test, 40);
    expect(leaving(test)).toEqual([]);
    expect(eventsOf(test, 'Pod')).toEqual([
      'TaintManagerEviction: Cancelling deletion of Pod default/patient',
    ]);
  });

  it('counts the shortest time of all that are tolerated', () => {
    const test = cluster();
    const other = { key: 'example.com/slow', effect: 'NoExecute' } as const;
    put(
      test,
      'twice',
      tolerating({ tolerationSeconds: 100 }),
      tolerating({ key: other.key, tolerationSeconds: 10 }),
    );
    setTaints(test, 'node-1', [taint, other]);
    pass(test, 20);
    expect(leaving(test)).toEqual(['twice']);
  });

  it('costs a pod that comes later as well, and not one that tolerates its value', () => {
    const test = cluster();
    setTaints(test, 'node-1', [taint]);
    put(test, 'late');
    put(test, 'exact', tolerating({ operator: 'Equal', value: 'disk' }));
    put(test, 'other', tolerating({ operator: 'Equal', value: 'network' }));
    test.run(second);
    expect(leaving(test)).toEqual(['late', 'other']);
  });
});

describe('a taint with another effect', () => {
  it('costs no pod that runs already', () => {
    const test = cluster();
    put(test, 'plain');
    setTaints(test, 'node-1', [{ key: taint.key, effect: 'NoSchedule' }]);
    const writes = test.writesDuring(controller, () => beat(test, ['node-1'], minute));
    expect(leaving(test)).toEqual([]);
    expect(writes).toEqual([]);
  });
});

describe('a manager that has ended', () => {
  it('deletes no pod any more; the next one waits anew', () => {
    const test = cluster();
    put(test, 'patient', tolerating({ tolerationSeconds: 10 }));
    setTaints(test, 'node-1', [taint]);
    pass(test, 4);
    test.managerGroup.cancelAll();
    pass(test, 10);
    expect(leaving(test)).toEqual([]);
    expect(test.managerGroup.size).toBe(0);
    test.restartManager();
    pass(test, 40);
    expect(leaving(test)).toEqual(['patient']);
  });
});

describe('a node', () => {
  const bed = new ClusterBed();
  const told = (kind: string, name: string): string => bed.run(`events --for=${kind}/${name}`);

  it('is registered, and its pods are marked for deletion by a NoExecute taint', () => {
    expect(bed.run('get events')).toMatch(
      /Node node-1 event: Registered Node node-1 in Controller/,
    );
    const pod = (name: string, seconds?: number) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: {
        nodeName: 'node-1',
        containers: [{ name: 'a', image: 'nginx' }],
        ...(seconds === undefined
          ? {}
          : {
              tolerations: [
                { key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: seconds },
              ],
            }),
      },
    });
    bed.run('create -f -', pod('gone'));
    bed.run('create -f -', pod('spared', 60));
    bed.wait(4);
    bed.run('taint node node-1 k=v:NoExecute');
    bed.wait(2);
    expect(bed.run('get pod gone -o jsonpath={.status.conditions[*].message}')).toContain(
      'Taint manager: deleting due to NoExecute taint',
    );
    expect(told('pod', 'gone')).toContain('Marking for deletion Pod default/gone');
    bed.run('taint node node-1 k-');
    bed.wait(3);
    expect(told('pod', 'spared')).toContain('Cancelling deletion of Pod default/spared');
  });
});
