import { expect, it } from 'vitest';
import { Turns } from './balance.ts';

const picks = (turns: Turns, weights: readonly number[], count: number) =>
  Array.from({ length: count }, () => turns.next('rule', weights));

it('gives each backend its turns according to its weight', () => {
  const all = picks(new Turns(), [9, 1], 20);
  expect(all.filter((index) => index === 1)).toHaveLength(2);
  expect(picks(new Turns(), [1, 1, 1], 6)).toEqual([0, 1, 2, 0, 1, 2]);
});

it('gives none to a weight of 0, and has nobody when all are 0', () => {
  expect(picks(new Turns(), [0, 5], 3)).toEqual([1, 1, 1]);
  expect(picks(new Turns(), [0, 0], 1)).toEqual([undefined]);
});

it('begins anew with a new configuration', () => {
  const turns = new Turns();
  expect(picks(turns, [3, 1], 3)).toEqual([0, 0, 0]);
  turns.reset();
  expect(picks(turns, [3, 1], 4)).toEqual([0, 0, 0, 1]);
});
