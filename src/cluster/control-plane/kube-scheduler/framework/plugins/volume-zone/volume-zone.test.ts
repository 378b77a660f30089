import { describe, expect, it } from 'vitest';
import type { SchedulerBed } from '../../../testing/scheduler-bed.ts';
import { told } from '../../../testing/told.fixture.ts';
import { bound, claim, claiming, volume } from '../../../testing/volumes.fixture.ts';

describe('a pod with a claim', () => {
  it('is told that its volume is in another zone', () => {
    const labels = { 'topology.kubernetes.io/zone': 'a' };
    const prepare = (bed: SchedulerBed): void => {
      volume(bed, {}, { 'topology.kubernetes.io/zone': 'b' });
      claim(bed, { volumeName: 'pv-1' }, bound);
    };
    expect(told(claiming('data'), { labels, prepare })).toContain(
      '1 node(s) had no available volume zone. ',
    );
  });
});
