import { describe, expect, it } from 'vitest';
import { asking, nodeWith } from '../../../testing/placement.fixture.ts';
import { recordedPod, SchedulerBed } from '../../../testing/scheduler-bed.ts';

const node = nodeWith('node-1', {
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
});
// Scores are only emitted when several nodes fit.
const twin = nodeWith('node-2', {
  status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
});
const name = 'NodeResourcesBalancedAllocation';

function score(requests: Readonly<Record<string, string>>): number | undefined {
  const bed = new SchedulerBed([node, twin]);
  bed.create(recordedPod('new', { spec: asking(requests) }), 1);
  const found = new RegExp(`${name}=(\\d+)`).exec(bed.scores('new')['node-1'] ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}

describe('NodeResourcesBalancedAllocation', () => {
  it('neither likes nor dislikes a pod that leaves the balance as it was', () => {
    expect(score({ cpu: '1', memory: '2Gi' })).toBe(75);
  });

  it('likes a node less, the more cpu and memory part', () => {
    // Half of the cpu and no memory: a deviation of 0.25, 50 + (50 + 75 - 100) / 2.
    expect(score({ cpu: '2', memory: '0' })).toBe(62);
    expect(score({ cpu: '4', memory: '0' })).toBe(50);
  });

  it('has no say about a pod that asks for nothing', () => {
    expect(score({}) ?? 0).toBe(0);
  });
});
