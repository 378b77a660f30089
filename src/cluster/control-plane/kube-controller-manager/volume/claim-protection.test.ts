import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import { persistentVolumeClaims, pods } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { bind, end, remove } from '../workloads.fixture.ts';

const controller = 'persistentvolumeclaim-protection-controller';
const finalizer = 'kubernetes.io/pvc-protection';

function claimed(): TestControlPlane {
  const test = new TestControlPlane();
  test.create(persistentVolumeClaims, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  });
  test.run(second);
  return test;
}

const using = (test: TestControlPlane, name: string): Pod =>
  test.create<Pod>(pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: {
      containers: [{ name: 'a', image: 'nginx' }],
      volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }],
    },
  });

const drop = (test: TestControlPlane): void => {
  const target = { namespace: 'default', name: 'data' };
  test.do(() => test.client.delete(persistentVolumeClaims, target));
  test.run(second);
};

const live = (test: TestControlPlane): PersistentVolumeClaim | undefined =>
  test.list<PersistentVolumeClaim>(persistentVolumeClaims)[0];

describe('a claim', () => {
  it('is protected as soon as it is there, and again when somebody takes that away', () => {
    const test = claimed();
    expect(live(test)?.metadata.finalizers).toEqual([finalizer]);
    test.patch(persistentVolumeClaims, 'data', { metadata: { finalizers: null } });
    test.run(second);
    expect(live(test)?.metadata.finalizers).toEqual([finalizer]);
    const writes = test.writesDuring(controller, () => {
      test.patch(persistentVolumeClaims, 'data', { metadata: { labels: { a: 'b' } } });
      test.run(30 * second);
    });
    expect(writes).toEqual([]);
  });

  it('that no pod uses goes when it is deleted', () => {
    const test = claimed();
    drop(test);
    expect(live(test)).toBeUndefined();
  });

  it('that a pod uses stays until the last of them is gone or has ended', () => {
    const test = claimed();
    const [one, two] = [using(test, 'one'), using(test, 'two')];
    bind(test, one);
    bind(test, two);
    drop(test);
    expect(live(test)?.metadata.deletionTimestamp).toBeDefined();
    remove(test, one);
    test.run(second);
    expect(live(test)).toBeDefined();
    remove(test, two);
    test.run(second);
    expect(live(test)).toBeUndefined();
  });

  it('stays for a pod that has ended, until that is deleted', () => {
    const test = claimed();
    const pod = using(test, 'one');
    end(test, pod, 0);
    drop(test);
    expect(live(test)).toBeDefined();
    remove(test, pod);
    test.run(second);
    expect(live(test)).toBeUndefined();
  });

  it('does not stay for a pod that has no node yet', () => {
    const test = claimed();
    using(test, 'waiting');
    drop(test);
    expect(live(test)).toBeUndefined();
  });

  it('is let go only after the API server was asked for the pods', () => {
    const test = claimed();
    const before = test.facts('RequestSent', controller).length;
    drop(test);
    const sent = test.facts('RequestSent', controller).slice(before);
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/namespaces/default/pods',
      'PUT /api/v1/namespaces/default/persistentvolumeclaims/data',
    ]);
  });
});
