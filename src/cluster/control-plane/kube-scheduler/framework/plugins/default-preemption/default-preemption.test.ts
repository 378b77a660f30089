import { describe, expect, it } from 'vitest';
import type { PodSpec } from '#k8s.io/api/core/v1';
import { failureMessage } from '../../../testing/failure-message.fixture.ts';
import { asking, nodeWith, running } from '../../../testing/placement.fixture.ts';
import { recordedNode, recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

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

const gates = (bed: SchedulerBed, name: string) =>
  bed.facts('PodQueued').flatMap(({ pod, gate }) => {
    return pod === `default/${name}` && gate !== undefined ? [gate] : [];
  });

describe('a pod for which others would have to go', () => {
  it('is told when it may not preempt', () => {
    const running = [recordedPod('old', { requests: { cpu: '2' } })];
    const spec = { ...asking({ cpu: '1' }), priority: 10, preemptionPolicy: 'Never' as const };
    expect(failureMessage(spec, { running })).toBe(
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, ' +
        'preemption: not eligible due to preemptionPolicy=Never.',
    );
  });

  it('is held back while the pods that it displaces are still being deleted', () => {
    const bed = new SchedulerBed([recordedNode('node-1')]);
    const low = { spec: { priority: 1 }, requests: { cpu: '700m' } };
    bed.create(recordedPod('a', low));
    bed.create(recordedPod('b', low));
    const urgent = { spec: { priority: 1000 }, requests: { cpu: '2' } };
    const api = bed.api;
    const patched = () => api.writes.some(({ url }) => /pods\/[ab]\/status/.test(url));
    bed.create(recordedPod('urgent', urgent), 0);
    for (let i = 0; i < 1000 && !patched(); i++) bed.run(0.001);
    // Resources become free before the deletions are done: too early to try again.
    bed.act(() => api.put('nodes', recordedNode('node-2')));
    bed.run(1);
    expect(gates(bed, 'urgent')).toContain(
      'waiting for the preemption for this pod to be finished',
    );
  });
});
