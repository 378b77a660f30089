/** Claims, volumes and classes for tests of the scheduler's plugins that look at them. */
import { defined } from '#base/defined';
import type { PersistentVolume } from '#k8s.io/api/core/v1';
import type { SchedulerBed } from './scheduler-bed.ts';

export const meta = (name: string, namespace?: string) => ({
  name,
  uid: `uid-${name}`,
  resourceVersion: '1',
  creationTimestamp: '2026-01-01T00:00:00Z',
  ...defined({ namespace }),
});

/** The claim `data`. */
export const claim = (bed: SchedulerBed, spec: object, annotations = {}, status = {}): void =>
  bed.api.put('persistentvolumeclaims', {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...meta('data', 'default'), annotations },
    spec,
    status,
  } as never);

/** The annotation of a claim that is bound. */
export const bound = { 'pv.kubernetes.io/bind-completed': 'yes' };

/** The volume `pv-1`. */
export const volume = (
  bed: SchedulerBed,
  change: Partial<PersistentVolume['spec']>,
  labels = {},
): void =>
  bed.api.put('persistentvolumes', {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { ...meta('pv-1'), labels },
    spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], ...change },
    status: { phase: 'Available' },
  } as never);

/** The class `local`, whose volumes are bound when a pod needs them. */
export const storageClass = (bed: SchedulerBed, provisioner: string): void =>
  bed.api.put('storageclasses', {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: meta('local'),
    provisioner,
    volumeBindingMode: 'WaitForFirstConsumer',
  } as never);

export const onlyOn = (name: string) => ({
  nodeAffinity: {
    required: {
      nodeSelectorTerms: [
        {
          matchExpressions: [
            { key: 'kubernetes.io/hostname', operator: 'In' as const, values: [name] },
          ],
        },
      ],
    },
  },
});

/** The spec of a claim that waits for its pod. */
export const waiting = {
  storageClassName: 'local',
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
};
