import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('a Pod without a controller is started like any other, and nobody replaces it', () => {
  const { printed } = run();
  expect(printed).toMatch(/web +1\/1 +Running/);
  expect(printed.trimEnd()).toMatch(/No resources found in default namespace.$/);
});
