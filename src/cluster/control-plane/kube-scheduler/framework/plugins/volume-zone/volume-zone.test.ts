import { describe, expect, it } from 'vitest';
import { failureMessage } from '../../../testing/failure-message.fixture.ts';
import {
  boundClaim,
  claiming,
  nodeWith,
  placed,
  volumeOf,
} from '../../../testing/placement.fixture.ts';
import type { SchedulerBed } from '../../../testing/scheduler-bed.ts';
import { bound, claim, volume } from '../../../testing/volumes.fixture.ts';

const zone = 'topology.kubernetes.io/zone';
const at = (zones: string) => ({
  persistentvolumeclaims: [boundClaim('data', 'disk')],
  persistentvolumes: [volumeOf('disk', {}, { [zone]: zones })],
});
const nodes = ['a', 'b'].map((name) => nodeWith(`node-${name}`, { labels: { [zone]: name } }));

describe('VolumeZone', () => {
  it('puts a pod into the zone of its volume', () => {
    expect(placed(nodes, claiming('data'), [], at('b'))).toBe('node-b');
    expect(placed(nodes, claiming('data'), [], at('c'))).toContain(
      '2 node(s) had no available volume zone. ',
    );
  });

  it('reads the zones of a volume that is in several', () => {
    expect(placed(nodes.slice(1), claiming('data'), [], at('a__b'))).toBe('node-b');
  });

  it('asks nothing of nodes in a cluster without zones', () => {
    expect(placed([nodeWith('node-1')], claiming('data'), [], at('a'))).toBe('node-1');
  });
});

describe('a pod with a claim', () => {
  it('is told that its volume is in another zone', () => {
    const labels = { 'topology.kubernetes.io/zone': 'a' };
    const prepare = (bed: SchedulerBed): void => {
      volume(bed, {}, { 'topology.kubernetes.io/zone': 'b' });
      claim(bed, { volumeName: 'pv-1' }, bound);
    };
    expect(failureMessage(claiming('data'), { labels, prepare })).toContain(
      '1 node(s) had no available volume zone. ',
    );
  });
});
