import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a kubelet that mounts volumes', () => {
  const bed = new NodeBed();
  const claim = { name: 'data', persistentVolumeClaim: { claimName: 'later' } };
  const mounts = { volumeMounts: [{ name: 'data', mountPath: '/data' }] };
  bed.apply({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'later' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      resources: { requests: { storage: '1Gi' } },
    },
  });
  bed.pod('claim', mounts, { volumes: [claim] });
  bed.wait(15);

  it('tells at once that a claim is not bound, and mounts it when it is', () => {
    expect(bed.events('FailedMount')).toContain(
      'Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], ' +
        'failed to process volumes=[data]: error processing PVC default/later: PVC is not bound',
    );
    bed.apply({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv' },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        hostPath: { path: '/data' },
      },
    });
    bed.wait(60);
    expect(bed.run('get pod claim')).toContain('Running');
  });
});
