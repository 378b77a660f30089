import { describe, expect, it } from 'vitest';
import { nodeWith } from '../../../testing/placement.fixture.ts';
import { recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';
import { schedulingGates } from './scheduling-gates.ts';

const gated = (...names: readonly string[]) =>
  recordedPod('new', { spec: { schedulingGates: names.map((name) => ({ name })) } });

describe('SchedulingGates', () => {
  it('names all gates that a pod waits for', () => {
    expect(schedulingGates.preEnqueue?.(gated('a', 'b'))).toMatchObject({
      code: 'UnschedulableAndUnresolvable',
      reasons: ['waiting for scheduling gates: [a b]'],
    });
    expect(schedulingGates.preEnqueue?.(gated())).toBeUndefined();
  });

  it('keeps the pod out of the queue until the last gate is gone', () => {
    const bed = new SchedulerBed([nodeWith('node-1')]);
    bed.create(gated('a', 'b'), 1);
    bed.create(gated('b'), 1);
    expect(bed.facts('PodPopped')).toEqual([]);
    bed.create(gated(), 1);
    expect(bed.nodeOf('new')).toBe('node-1');
  });
});
