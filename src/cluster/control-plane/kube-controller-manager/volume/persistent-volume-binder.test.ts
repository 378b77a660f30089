import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { PersistentVolume, PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import {
  persistentVolumeClaims,
  persistentVolumes,
  pods,
  storageClasses,
} from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { bind, eventsOf, podsOf, remove, template } from '../workloads.fixture.ts';

function addVolume(test: TestControlPlane, name: string, storage: string, spec: object = {}): void {
  const capacity = { storage };
  const hostPath = { path: `/tmp/${name}` };
  const body = { capacity, accessModes: ['ReadWriteOnce'], hostPath, ...spec };
  const metadata = { name };
  const volume = { apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec: body };
  test.create(persistentVolumes, volume, '');
  // Only a volume with phase Available can be bound.
  test.run(second / 10);
}

function addClaim(test: TestControlPlane, name: string, storage: string, spec: object = {}): void {
  const resources = { requests: { storage } };
  test.create(persistentVolumeClaims, {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name },
    spec: { accessModes: ['ReadWriteOnce'], resources, storageClassName: '', ...spec },
  });
}

const claim = (test: TestControlPlane, name: string) =>
  test.get<PersistentVolumeClaim>(persistentVolumeClaims, name);
const volume = (test: TestControlPlane, name: string) =>
  test.get<PersistentVolume>(persistentVolumes, name, '');
const volumesOf = (test: TestControlPlane) =>
  test.list<PersistentVolume>(persistentVolumes, '').map(({ metadata }) => metadata.name);

function deleteClaim(test: TestControlPlane, name: string): void {
  const target = { namespace: 'default', name };
  test.do(() => test.client.delete(persistentVolumeClaims, target));
  test.run(second);
}

describe('a claim', () => {
  it('is bound to the smallest volume that is large enough', () => {
    const test = new TestControlPlane();
    for (const [name, size] of Object.entries({ small: '1Gi', large: '9Gi', fit: '3Gi' })) {
      addVolume(test, name, size);
    }
    test.run(second);
    expect(volume(test, 'fit').status?.phase).toBe('Available');
    addClaim(test, 'data', '2Gi');
    test.run(second);
    expect(claim(test, 'data')).toMatchObject({
      metadata: {
        annotations: {
          'pv.kubernetes.io/bind-completed': 'yes',
          'pv.kubernetes.io/bound-by-controller': 'yes',
        },
      },
      spec: { volumeName: 'fit' },
      status: { phase: 'Bound', capacity: { storage: '3Gi' } },
    });
    expect(volume(test, 'fit')).toMatchObject({
      spec: { claimRef: { name: 'data', namespace: 'default' } },
      status: { phase: 'Bound' },
    });
  });

  it('waits for a volume and takes one that comes later', () => {
    const test = new TestControlPlane();
    addClaim(test, 'data', '2Gi');
    test.run(second);
    expect(eventsOf(test, 'PersistentVolumeClaim')).toEqual([
      'FailedBinding: no persistent volumes available for this claim and no storage class is set',
    ]);
    addVolume(test, 'late', '2Gi');
    test.run(16 * second);
    expect(claim(test, 'data').status?.phase).toBe('Bound');
  });

  it('of a storage class waits for its provisioner or for its first consumer', () => {
    const test = new TestControlPlane();
    const kind = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' };
    test.create(storageClasses, { ...kind, metadata: { name: 'fast' }, provisioner: 'x.io/d' }, '');
    const late = { metadata: { name: 'late' }, volumeBindingMode: 'WaitForFirstConsumer' };
    test.create(storageClasses, { ...kind, ...late, provisioner: 'x.io/d' }, '');
    addClaim(test, 'a', '1Gi', { storageClassName: 'fast' });
    addClaim(test, 'b', '1Gi', { storageClassName: 'late' });
    addClaim(test, 'c', '1Gi', { storageClassName: 'gone' });
    test.run(second);
    const events = eventsOf(test, 'PersistentVolumeClaim');
    expect(events).toContain(
      "ExternalProvisioning: Waiting for a volume to be created either by the external provisioner 'x.io/d' or manually by the system administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered.",
    );
    expect(events).toContain(
      'WaitForFirstConsumer: waiting for first consumer to be created before binding',
    );
    expect(events).toContain('ProvisioningFailed: storageclass.storage.k8s.io "gone" not found');
  });

  it('that came before the default class gets it later', () => {
    const test = new TestControlPlane();
    addClaim(test, 'early', '1Gi', { storageClassName: undefined });
    addClaim(test, 'none', '1Gi');
    test.run(second);
    const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
    const kind = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'x.io/d' };
    test.create(storageClasses, { ...kind, metadata: { name: 'fast', annotations } }, '');
    test.run(16 * second);
    expect(claim(test, 'early').spec.storageClassName).toBe('fast');
    // An explicit request for no class stays.
    expect(claim(test, 'none').spec.storageClassName).toBe('');
  });

  it('tells which pod has to be scheduled first', () => {
    const test = new TestControlPlane();
    const late = { metadata: { name: 'late' }, volumeBindingMode: 'WaitForFirstConsumer' };
    const kind = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', provisioner: 'x.io/d' };
    test.create(storageClasses, { ...kind, ...late }, '');
    const volumes = [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }];
    const { spec } = template('nginx:1.28');
    test.create(pods, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'user' },
      spec: { ...spec, volumes },
    });
    test.run(second);
    addClaim(test, 'data', '1Gi', { storageClassName: 'late' });
    test.run(second);
    expect(eventsOf(test, 'PersistentVolumeClaim')).toEqual([
      'WaitForPodScheduled: waiting for pod user to be scheduled',
    ]);
  });

  it.each([
    ['requested PV is too small', '9Gi', {}],
    ['storageClassName does not match', '1Gi', { storageClassName: 'other' }],
    ['incompatible volumeMode', '1Gi', { volumeMode: 'Block' }],
    ['incompatible accessMode', '1Gi', { accessModes: ['ReadWriteMany'] }],
  ])('does not get the volume that it names: %s', (why, size, spec) => {
    const test = new TestControlPlane();
    addVolume(test, 'v', '2Gi');
    addClaim(test, 'data', size, { volumeName: 'v', ...spec });
    test.run(second);
    expect(claim(test, 'data').status?.phase).toBe('Pending');
    expect(eventsOf(test, 'PersistentVolumeClaim')).toContain(
      `VolumeMismatch: Cannot bind to requested volume "v": ${why}`,
    );
  });

  it('does not get the volume of another claim', () => {
    const test = new TestControlPlane();
    addVolume(test, 'v', '2Gi');
    addClaim(test, 'first', '1Gi', { volumeName: 'v' });
    test.run(second);
    addClaim(test, 'second', '1Gi', { volumeName: 'v' });
    test.run(second);
    expect(eventsOf(test, 'PersistentVolumeClaim')).toContain(
      'FailedBinding: volume "v" already bound to a different claim.',
    );
  });

  it('that loses its volume is lost', () => {
    const test = new TestControlPlane();
    addVolume(test, 'v', '1Gi');
    addClaim(test, 'data', '1Gi');
    test.run(second);
    test.do(() => test.client.delete(persistentVolumes, { name: 'v' }));
    test.patch(persistentVolumes, 'v', { metadata: { finalizers: null } }, '', '');
    test.run(second);
    expect(claim(test, 'data').status?.phase).toBe('Lost');
    expect(eventsOf(test, 'PersistentVolumeClaim')).toContain(
      'ClaimLost: Bound claim has lost its PersistentVolume. Data on the volume is lost!',
    );
  });
});

describe('a volume whose claim is gone', () => {
  const released = (spec: object): TestControlPlane => {
    const test = new TestControlPlane();
    addVolume(test, 'v', '1Gi', spec);
    addClaim(test, 'data', '1Gi');
    test.run(second);
    deleteClaim(test, 'data');
    return test;
  };

  it('is kept for a person to look at', () => {
    expect(volume(released({}), 'v').status?.phase).toBe('Released');
  });

  it('is deleted where its policy says so', () => {
    expect(volumesOf(released({ persistentVolumeReclaimPolicy: 'Delete' }))).toEqual([]);
  });

  it('fails where nothing can delete it', () => {
    const hostPath = { path: '/data' };
    const test = released({ persistentVolumeReclaimPolicy: 'Delete', hostPath });
    expect(volume(test, 'v').status).toMatchObject({
      phase: 'Failed',
      message: 'host_path deleter only supports /tmp/.+ but received provided /data',
    });
  });
});

describe('the protection of storage in use', () => {
  it('keeps a claim until the last pod that uses it is gone', () => {
    const test = new TestControlPlane();
    addVolume(test, 'v', '1Gi');
    addClaim(test, 'data', '1Gi');
    const volumes = [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }];
    const { spec } = template('nginx', { volumes });
    test.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'user' }, spec });
    const [pod] = podsOf(test);
    if (pod !== undefined) bind(test, pod);
    deleteClaim(test, 'data');
    expect(claim(test, 'data').metadata.deletionTimestamp).toBeDefined();
    remove(test, pod);
    test.run(second);
    expect(test.list(persistentVolumeClaims)).toEqual([]);
  });

  it('keeps a volume until its claim is gone', () => {
    const test = new TestControlPlane();
    addVolume(test, 'v', '1Gi');
    addClaim(test, 'data', '1Gi');
    test.run(second);
    test.do(() => test.client.delete(persistentVolumes, { name: 'v' }));
    test.run(second);
    expect(volumesOf(test)).toEqual(['v']);
    deleteClaim(test, 'data');
    expect(volumesOf(test)).toEqual([]);
  });
});
