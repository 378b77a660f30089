import { describe, expect, it } from 'vitest';
import { objectOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';

const accessModes = ['ReadWriteOnce'];
const claim = (name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, ...metadata },
  spec: { accessModes, resources: { requests: { storage: '1Gi' } } },
});
const volume = {
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'disk' },
  spec: { accessModes, capacity: { storage: '1Gi' }, hostPath: { path: '/disk' } },
};

describe('StorageObjectInUseProtection', () => {
  const bed = new AdmissionBed();
  const finalizersOf = (manifest: Parameters<AdmissionBed['send']>[0]) =>
    objectOf(bed.send(manifest)).metadata.finalizers;

  it('keeps a claim and a volume from going while they are used, by a finalizer each', () => {
    expect(finalizersOf(claim('data'))).toEqual(['kubernetes.io/pvc-protection']);
    expect(finalizersOf(volume)).toEqual(['kubernetes.io/pv-protection']);
  });

  it('sets it behind those that are there, and once', () => {
    const protection = 'kubernetes.io/pvc-protection';
    const own = claim('own', { finalizers: ['example.com/own'] });
    expect(finalizersOf(own)).toEqual(['example.com/own', protection]);
    expect(finalizersOf(claim('twice', { finalizers: [protection] }))).toEqual([protection]);
  });

  it('does not set it again on a claim from which it was taken', () => {
    const stripped = bed.change(claim('data'), { metadata: { finalizers: null } });
    expect(objectOf(stripped).metadata.finalizers).toBeUndefined();
  });

  it('has a deleted claim wait for the controller that takes the finalizer', () => {
    bed.send(claim('waits'));
    bed.delete(claim('waits'));
    const path = '/api/v1/namespaces/default/persistentvolumeclaims/waits';
    expect(objectOf(bed.api.call('GET', path)).metadata.deletionTimestamp).toBeDefined();
  });
});
