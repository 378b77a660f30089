import { describe, expect, it } from 'vitest';
import { recordedNode, recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

const gates = (bed: SchedulerBed, name: string) =>
  bed.facts('PodQueued').flatMap(({ pod, gate }) => {
    return pod === `default/${name}` && gate !== undefined ? [gate] : [];
  });

describe('a pod with scheduling gates', () => {
  it('is held back while it has them, and all are named', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const schedulingGates = [{ name: 'quota' }, { name: 'example.com/license' }];
    bed.create(recordedPod('gated', { spec: { schedulingGates } }), 1);
    expect(gates(bed, 'gated')).toEqual([
      'waiting for scheduling gates: [quota example.com/license]',
    ]);
    expect(bed.failure('gated')).toBe('');
  });
});
