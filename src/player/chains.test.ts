/** Causes find their effects, also after the run was cut. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Chains } from './chains.ts';
import { Column } from './column.ts';

/** Facts with these causes, numbered from 1. */
function causedBy(causes: readonly number[]): Chains {
  const effects = new Chains();
  causes.forEach((cause, index) => {
    if (cause > 0) effects.add(cause, index + 1);
  });
  return effects;
}

describe('the effects of a fact', () => {
  it('stand in the order in which they happened', () => {
    const effects = causedBy([0, 1, 1, 2, 1]);
    expect([1, 2, 3].map((id) => effects.of(id))).toEqual([[2, 3, 5], [4], []]);
  });

  it('are those that are left when the last facts are forgotten', () => {
    const effects = causedBy([0, 1, 1, 2, 1]);
    effects.cut(2);
    expect([1, 2].map((id) => effects.of(id))).toEqual([[2], []]);
    effects.add(2, 3);
    expect([1, 2].map((id) => effects.of(id))).toEqual([[2], [3]]);
  });
});

it('a column is a list of integers, however it was filled and cut', () => {
  const change = fc.record({ push: fc.array(fc.integer({ min: -1, max: 3 })), cut: fc.nat(4000) });
  fc.assert(
    fc.property(fc.array(change), fc.array(fc.constant(-1), { maxLength: 3000 }), (all, quiet) => {
      const column = new Column(-1);
      const list: number[] = [];
      for (const { push, cut } of all) {
        for (const value of [...quiet, ...push]) column.push(value);
        list.push(...quiet, ...push);
        column.cut(cut);
        list.length = Math.min(list.length, cut);
      }
      expect(column.list()).toEqual(list);
      expect(column.at(list.length)).toBe(-1);
    }),
    { numRuns: 50 },
  );
});
