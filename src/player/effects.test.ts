/** Causes find their effects, also after the run was cut. */
import { describe, expect, it } from 'vitest';
import type { Fact } from '#trace/facts';
import { Effects } from './effects.ts';

/** Facts with these causes, numbered from 1. */
const causedBy = (causes: readonly number[]): readonly Fact[] =>
  causes.map((cause, index) => ({
    ...{ id: index + 1, at: 0, cause },
    ...{ type: 'TimerFired', component: 'node-1/kubelet', timer: 'sync', firedAt: 0 },
  }));

describe('the effects of a fact', () => {
  it('stand in the order in which they happened', () => {
    const effects = new Effects();
    for (const fact of causedBy([0, 1, 1, 2, 1])) effects.add(fact);
    expect([1, 2, 3].map((id) => effects.of(id))).toEqual([[2, 3, 5], [4], []]);
  });

  it('are those that are left when the last facts are forgotten', () => {
    const effects = new Effects();
    const facts = causedBy([0, 1, 1, 2, 1]);
    for (const fact of facts) effects.add(fact);
    for (const fact of facts.slice(2).reverse()) effects.forget(fact);
    expect([1, 2].map((id) => effects.of(id))).toEqual([[2], []]);
  });
});
