import { describe, expect, it } from 'vitest';
import { nodeWith } from '../../../testing/placement.fixture.ts';
import { recordedNode, recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';
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
