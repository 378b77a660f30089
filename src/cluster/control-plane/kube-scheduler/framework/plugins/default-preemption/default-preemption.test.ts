import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { asking, nodeWith, running } from '../../../testing/placement.fixture.ts';
import { recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

function preempting(more: Partial<PodSpec>, ...victims: readonly Partial<PodSpec>[]) {
  const bed = new SchedulerBed([nodeWith('node-1')]);
  for (const [index, spec] of victims.entries()) {
    bed.create(running(`old-${index}`, 'node-1', spec));
  }
  bed.create(recordedPod('new', { spec: { ...asking({ cpu: '1' }), priority: 10, ...more } }), 1);
  const deleted = bed.api.writes
    .filter(({ method }) => method === 'DELETE')
    .map(({ url }) => url.split('/').at(-1));
  return { bed, deleted };
}
const taking = (cpu: string, priority: number) => ({ ...asking({ cpu }), priority });

describe('DefaultPreemption', () => {
  it('deletes the least important pods, as few as make room', () => {
    const { deleted } = preempting({}, taking('1', 0), taking('1', 5));
    expect(deleted).toEqual(['old-0']);
  });

  it('spares pods that are as important', () => {
    const { bed, deleted } = preempting({}, taking('2', 10));
    expect(deleted).toEqual([]);
    expect(bed.failure('new')).toContain('No preemption victims found for incoming pod.');
  });

  it('does nothing for a pod that never preempts', () => {
    const { bed, deleted } = preempting({ preemptionPolicy: 'Never' }, taking('2', 0));
    expect(deleted).toEqual([]);
    expect(bed.failure('new')).toContain('preemption: not eligible due to preemptionPolicy=Never.');
  });

  it('does not help where no deletion would make the node fit', () => {
    const { bed, deleted } = preempting(asking({ cpu: '3' }), taking('2', 0));
    expect(deleted).toEqual([]);
    expect(bed.failure('new')).toContain('Preemption is not helpful for scheduling.');
  });
});
