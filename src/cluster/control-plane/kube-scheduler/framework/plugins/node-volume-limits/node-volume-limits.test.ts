import { describe, expect, it } from 'vitest';
import type { SchedulerBed } from '../../../testing/scheduler-bed.ts';
import { told } from '../../../testing/told.fixture.ts';
import { bound, claim, claiming, meta, volume } from '../../../testing/volumes.fixture.ts';

describe('a pod with a claim', () => {
  it('is told that the node holds no further volume', () => {
    const prepare = (bed: SchedulerBed): void => {
      bed.api.put('csinodes', {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'CSINode',
        metadata: meta('node-1'),
        spec: { drivers: [{ name: 'd', nodeID: 'n', allocatable: { count: 0 } }] },
      } as never);
      volume(bed, { csi: { driver: 'd', volumeHandle: 'v' } });
      claim(bed, { volumeName: 'pv-1' }, bound);
    };
    expect(told(claiming('data'), { prepare })).toContain('1 node(s) exceed max volume count. ');
  });
});
