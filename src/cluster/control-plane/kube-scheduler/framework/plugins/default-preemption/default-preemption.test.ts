import { describe, expect, it } from 'vitest';
import { recordedNode, recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';
import { asking, told } from '../../../testing/told.fixture.ts';

const gates = (bed: SchedulerBed, name: string) =>
  bed.facts('PodQueued').flatMap(({ pod, gate }) => {
    return pod === `default/${name}` && gate !== undefined ? [gate] : [];
  });

describe('a pod for which others would have to go', () => {
  it('is told when it may not preempt', () => {
    const running = [recordedPod('old', { requests: { cpu: '2' } })];
    const spec = { ...asking({ cpu: '1' }), priority: 10, preemptionPolicy: 'Never' as const };
    expect(told(spec, { running })).toBe(
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
    // Something frees room before the deletions are done: too early to try again.
    bed.act(() => api.put('nodes', recordedNode('node-2')));
    bed.run(1);
    expect(gates(bed, 'urgent')).toContain(
      'waiting for the preemption for this pod to be finished',
    );
  });
});
