import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed } from '../admission-bed.fixture.ts';

const storageClass = (name: string, allowVolumeExpansion?: boolean) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner: 'example.com/disk',
  allowVolumeExpansion,
});
const claim = (name: string, storageClassName: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    volumeName: `pv-${name}`,
    storageClassName,
  },
});

describe('PersistentVolumeClaimResize', () => {
  let bed: AdmissionBed;
  const grow = (name: string, storageClassName: string, storage = '2Gi') => {
    const bound = claim(name, storageClassName);
    bed.send(bound);
    bed.change(bound, { status: { phase: 'Bound' } }, { subresource: 'status' });
    return bed.change(bound, { spec: { resources: { requests: { storage } } } });
  };
  const refusal = (name: string) =>
    `persistentvolumeclaims "${name}" is forbidden: only dynamically provisioned pvc can be ` +
    'resized and the storageclass that provisions the pvc must support resize';

  beforeAll(() => {
    bed = new AdmissionBed();
    bed.send(storageClass('fixed'));
    bed.send(storageClass('elastic', true));
  });

  it('lets a bound claim grow whose class allows it', () => {
    expect(grow('elastic', 'elastic').code).toBe(200);
  });

  it('refuses where the class does not say that it can, is not there, or is none', () => {
    for (const [name, className] of [
      ['fixed', 'fixed'],
      ['lost', 'nope'],
      ['static', ''],
    ] as const) {
      const refused = grow(name, className);
      expect([refused.code, messageOf(refused)]).toEqual([403, refusal(name)]);
    }
  });

  it('has nothing against the same size written otherwise', () => {
    expect(grow('same', 'fixed', '1024Mi').code).toBe(200);
  });
});
