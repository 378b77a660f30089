import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPrng, type Prng } from '#base/prng';
import { inOrderOfFinish } from './filter-workers.ts';

const nodes = ['node-1', 'node-2', 'node-3'];

/** A random source that returns these numbers in order. */
const saying = (...numbers: readonly number[]): Prng => {
  const left = [...numbers];
  const next = (): number => left.shift() ?? 1;
  return { ...createPrng(0), nextInt: next, between: next };
};

describe('the Filter workers', () => {
  it('find the nodes in their order when none is held up', () => {
    expect(inOrderOfFinish(nodes, saying(1, 1, 1))).toBe(nodes);
  });

  it('find the first node last when its worker is overtaken by two', () => {
    expect(inOrderOfFinish(nodes, saying(0, 2))).toEqual(['node-2', 'node-3', 'node-1']);
  });

  it('find every node once, whoever is held up', () => {
    fc.assert(
      fc.property(fc.nat(), fc.uniqueArray(fc.nat()), (seed, items) => {
        const found = [...inOrderOfFinish(items, createPrng(seed))];
        expect(found.sort((a, b) => a - b)).toEqual([...items].sort((a, b) => a - b));
      }),
    );
  });
});
