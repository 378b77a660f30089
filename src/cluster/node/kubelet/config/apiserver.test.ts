import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a kubelet that watches its pods', () => {
  const bed = new NodeBed();
  bed.pod('gated', {}, { nodeName: undefined, schedulingGates: [{ name: 'later' }] });
  bed.wait(15);

  it('never hears of a pod whose scheduling is gated', () => {
    expect(bed.run('get pod gated -o yaml')).toContain(
      'message: Scheduling is blocked due to non-empty scheduling gates\n',
    );
    expect(bed.run('get pod gated')).toContain('SchedulingGated');
  });
});
