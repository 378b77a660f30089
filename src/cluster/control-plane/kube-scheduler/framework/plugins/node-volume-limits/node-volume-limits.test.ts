import { describe, expect, it } from 'vitest';
import { failureMessage } from '../../../testing/failure-message.fixture.ts';
import {
  boundClaim,
  claiming,
  csiNode,
  nodeWith,
  placed,
  running,
  volumeOf,
} from '../../../testing/placement.fixture.ts';
import type { SchedulerBed } from '../../../testing/scheduler-bed.ts';
import { bound, claim, meta, volume } from '../../../testing/volumes.fixture.ts';

const csi = (driver: string, volumeHandle: string) => ({ csi: { driver, volumeHandle } });
const cluster = (count: number) => ({
  csinodes: [csiNode('node-1', 'd', count)],
  persistentvolumes: [
    volumeOf('pv-a', csi('d', 'a')),
    volumeOf('pv-b', csi('d', 'b')),
    volumeOf('pv-o', csi('other', 'o')),
  ],
  persistentvolumeclaims: ['a', 'b', 'o'].map((name) => boundClaim(name, `pv-${name}`)),
});
const one = [nodeWith('node-1')];
const full = '1 node(s) exceed max volume count. ';

describe('NodeVolumeLimits', () => {
  it('counts the volumes of a driver on a node', () => {
    const old = [running('old', 'node-1', claiming('a'))];
    expect(placed(one, claiming('b'), old, cluster(1))).toContain(full);
    expect(placed(one, claiming('b'), old, cluster(2))).toBe('node-1');
  });

  it('counts a volume once that two pods of the node use', () => {
    const old = [running('old', 'node-1', claiming('a'))];
    expect(placed(one, claiming('a'), old, cluster(1))).toBe('node-1');
  });

  it('does not hold the volumes of one driver against those of another', () => {
    expect(placed(one, claiming('o'), [], cluster(0))).toBe('node-1');
    expect(placed(one, claiming('a'), [], cluster(0))).toContain(full);
  });
});

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
    expect(failureMessage(claiming('data'), { prepare })).toContain(
      '1 node(s) exceed max volume count. ',
    );
  });
});
