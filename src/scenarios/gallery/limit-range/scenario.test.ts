import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('fills in what is missing and refuses what is too much', () => {
  const { printed } = run();
  expect(printed).toContain('"requests":{"cpu":"100m","memory":"64Mi"}');
  expect(printed).toContain('maximum cpu usage per Container is 1, but limit is 2');
});
