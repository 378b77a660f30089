import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('adds a container without restarting anything, and without counting it', () => {
  const { printed } = run();
  expect(printed).toMatch(/web +1\/1 +Running +0/);
  expect(printed).toContain('Ephemeral Containers:');
});
