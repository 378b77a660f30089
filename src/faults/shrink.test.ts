import { describe, expect, it } from 'vitest';
import { planOfSeed, usualSize } from './generate/plan-of-seed.ts';
import type { FaultPlan } from './plan.ts';
import { shrink } from './shrink.ts';

const plan = planOfSeed(3, usualSize);

describe('a plan that breaks something', () => {
  it('keeps only the inputs that are needed, wherever they are', () => {
    const needed = [plan.inputs[1], plan.inputs[8], plan.inputs.at(-1)];
    const breaks = ({ inputs }: FaultPlan) => needed.every((one) => one && inputs.includes(one));
    expect(shrink(plan, breaks).inputs).toEqual(needed);
  });

  it('keeps none when it breaks by itself, on the plainest cluster', () => {
    const { inputs, cluster } = shrink(plan, () => true);
    expect(inputs).toEqual([]);
    expect(JSON.parse(cluster)).toMatchObject({ etcdMembers: 1, controlPlanes: 1, dns: false });
    expect(JSON.parse(cluster).nodes).toHaveLength(1);
  });

  it('keeps the size of the cluster when it matters', () => {
    const breaks = ({ cluster }: FaultPlan) => cluster === plan.cluster;
    expect(shrink(plan, breaks).cluster).toBe(plan.cluster);
  });
});

describe('the plan of a seed', () => {
  it('is always the same', () => {
    expect(planOfSeed(7)).toEqual(planOfSeed(7));
    expect(planOfSeed(7)).not.toEqual(planOfSeed(8));
  });
});
