import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('a webhook that cannot be reached refuses by default, and is skipped with Ignore', () => {
  const { printed } = run();
  expect(printed).toContain('failed calling webhook "guard.example.com"');
  expect(printed).toMatch(/deployment.apps\/web +0\/1/);
  expect(printed).toMatch(/web +1\/1 +Running/);
});
