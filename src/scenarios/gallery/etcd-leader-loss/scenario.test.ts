import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('writes need a majority of the members, and only that', () => {
  const { printed } = run();
  expect(printed).toContain('configmap/during created');
  expect(printed).toMatch(/timed out|timeout/i);
  expect(printed).toContain('configmap/later created');
});
