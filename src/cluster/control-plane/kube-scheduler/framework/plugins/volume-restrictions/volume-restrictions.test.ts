import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { failureMessage, noVictims } from '../../../testing/failure-message.fixture.ts';
import {
  boundClaim,
  claiming,
  nodeWith,
  placed,
  running,
  volumeOf,
} from '../../../testing/placement.fixture.ts';
import { recordedPod, type SchedulerBed } from '../../../testing/scheduler-bed.ts';
import { bound, claim, volume } from '../../../testing/volumes.fixture.ts';

const two = [nodeWith('node-1'), nodeWith('node-2')];
const disk = (volumeID: string) =>
  ({ volumes: [{ name: 'disk', awsElasticBlockStore: { volumeID } }] }) as Partial<PodSpec>;
const cluster = (accessMode: string) => ({
  persistentvolumes: [volumeOf('pv')],
  persistentvolumeclaims: [boundClaim('data', 'pv', accessMode)],
});

describe('VolumeRestrictions', () => {
  it('keeps two pods with one disk of old off one node', () => {
    const old = [running('old', 'node-1', disk('vol-1'))];
    expect(placed(two, disk('vol-1'), old)).toBe('node-2');
    expect(placed(two.slice(0, 1), disk('vol-1'), old)).toContain(
      '1 node(s) had no available disk. ',
    );
    expect(placed(two.slice(0, 1), disk('vol-2'), old)).toBe('node-1');
  });

  it('keeps a second pod off a claim for one pod, on every node', () => {
    const old = [running('old', 'node-1', claiming('data'))];
    expect(placed(two, claiming('data'), old, cluster('ReadWriteOncePod'))).toContain(
      'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode ' +
        'already in-use by another pod',
    );
  });

  it('leaves a claim for one node to all pods of the scheduler', () => {
    const old = [running('old', 'node-1', claiming('data'))];
    expect(placed(two.slice(0, 1), claiming('data'), old, cluster('ReadWriteOnce'))).toBe('node-1');
  });
});

describe('a pod that would share a volume', () => {
  it('is told of a disk that another pod uses', () => {
    const spec = {
      volumes: [{ name: 'disk', awsElasticBlockStore: { volumeID: 'vol-1' } }],
    };
    expect(failureMessage(spec, { running: [recordedPod('old', { spec })] })).toBe(
      `0/1 nodes are available: 1 node(s) had no available disk. ${noVictims}`,
    );
  });

  it('is told that a claim for one pod alone is in use', () => {
    const prepare = (bed: SchedulerBed): void => {
      volume(bed, {});
      claim(bed, { volumeName: 'pv-1', accessModes: ['ReadWriteOncePod'] }, bound);
    };
    const running = [recordedPod('old', { spec: claiming('data') })];
    expect(failureMessage(claiming('data'), { prepare, running })).toContain(
      'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already ' +
        'in-use by another pod',
    );
  });
});
