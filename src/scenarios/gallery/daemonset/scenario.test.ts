import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('puts a Pod on each node that matches, cordoned or not, and takes it from one that does not', () => {
  const { printed } = run();
  const lists = printed.split('NOMINATED NODE');
  for (const list of lists.slice(1, 3)) {
    expect(new Set(list.match(/ node-\d /g)).size).toBe(3);
  }
  expect(printed).toMatch(/agent +2 +2 +2/);
});
