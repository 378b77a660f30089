import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { PersistentVolume } from '#k8s.io/api/core/v1';
import { persistentVolumeClaims, persistentVolumes } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';

const controller = 'persistentvolume-protection-controller';
const finalizer = 'kubernetes.io/pv-protection';

const ask = { accessModes: ['ReadWriteOnce'], storageClassName: '' };

function provided(): TestControlPlane {
  const test = new TestControlPlane();
  test.create(
    persistentVolumes,
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv' },
      spec: { ...ask, capacity: { storage: '1Gi' }, hostPath: { path: '/data' } },
    },
    '',
  );
  test.run(second);
  return test;
}

function bound(): TestControlPlane {
  const test = provided();
  test.create(persistentVolumeClaims, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: { ...ask, resources: { requests: { storage: '1Gi' } } },
  });
  test.run(3 * second);
  expect(live(test)?.status?.phase).toBe('Bound');
  return test;
}

const drop = (test: TestControlPlane): void => {
  test.do(() => test.client.delete(persistentVolumes, { name: 'pv' }));
  test.run(second);
};

const live = (test: TestControlPlane): PersistentVolume | undefined =>
  test.list<PersistentVolume>(persistentVolumes, '')[0];

describe('a volume', () => {
  it('is protected as soon as it is there, and again when somebody takes that away', () => {
    const test = provided();
    expect(live(test)?.metadata.finalizers).toEqual([finalizer]);
    test.patch(persistentVolumes, 'pv', { metadata: { finalizers: null } }, '', '');
    test.run(second);
    expect(live(test)?.metadata.finalizers).toEqual([finalizer]);
    const writes = test.writesDuring(controller, () => {
      test.patch(persistentVolumes, 'pv', { metadata: { labels: { a: 'b' } } }, '', '');
      test.run(30 * second);
    });
    expect(writes).toEqual([]);
  });

  it('that no claim is bound to goes when it is deleted', () => {
    const test = provided();
    drop(test);
    expect(live(test)).toBeUndefined();
  });

  it('that a claim is bound to stays until the claim is gone', () => {
    const test = bound();
    drop(test);
    test.run(30 * second);
    expect(live(test)?.metadata.deletionTimestamp).toBeDefined();
    expect(live(test)?.status?.phase).toBe('Bound');
    const target = { namespace: 'default', name: 'data' };
    test.do(() => test.client.delete(persistentVolumeClaims, target));
    test.run(3 * second);
    expect(live(test)).toBeUndefined();
  });

  it('keeps the finalizers of others when it is let go', () => {
    const test = provided();
    const finalizers = [finalizer, 'example.com/backup'];
    test.patch(persistentVolumes, 'pv', { metadata: { finalizers } }, '', '');
    drop(test);
    expect(live(test)?.metadata.finalizers).toEqual(['example.com/backup']);
  });
});
