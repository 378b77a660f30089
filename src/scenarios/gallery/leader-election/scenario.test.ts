import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('nothing is reconciled while no manager leads, and nothing is lost', () => {
  const { printed } = run();
  expect(printed).toMatch(/web +0\/2/);
  expect(printed).toMatch(/web +2\/2/);
  expect(printed).toContain('vm-2_');
});
