import { describe, expect, it } from 'vitest';
import { recordedPod, type SchedulerBed } from '../../../testing/scheduler-bed.ts';
import { noVictims, told } from '../../../testing/told.fixture.ts';
import { bound, claim, claiming, volume } from '../../../testing/volumes.fixture.ts';

describe('a pod that would share a volume', () => {
  it('is told of a disk that another pod uses', () => {
    const spec = {
      volumes: [{ name: 'disk', awsElasticBlockStore: { volumeID: 'vol-1' } }],
    };
    expect(told(spec, { running: [recordedPod('old', { spec })] })).toBe(
      `0/1 nodes are available: 1 node(s) had no available disk. ${noVictims}`,
    );
  });

  it('is told that a claim for one pod alone is in use', () => {
    const prepare = (bed: SchedulerBed): void => {
      volume(bed, {});
      claim(bed, { volumeName: 'pv-1', accessModes: ['ReadWriteOncePod'] }, bound);
    };
    const running = [recordedPod('old', { spec: claiming('data') })];
    expect(told(claiming('data'), { prepare, running })).toContain(
      'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already ' +
        'in-use by another pod',
    );
  });
});
