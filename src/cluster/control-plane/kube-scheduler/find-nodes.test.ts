import { describe, expect, it } from 'vitest';
import { feasibleNodesToFind } from './find-nodes.ts';

describe('feasibleNodesToFind', () => {
  it.each([
    [3, 3],
    [99, 99],
    [100, 100],
    [500, 230],
    [1000, 420],
    [2000, 680],
    [5000, 500],
    [6000, 300],
  ])('scores enough of %i nodes', (nodes, wanted) => {
    expect(feasibleNodesToFind(nodes)).toBe(wanted);
  });
});
