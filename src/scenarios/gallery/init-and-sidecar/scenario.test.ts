import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('starts in order, shares a volume, and succeeds although its sidecar was killed', () => {
  const { printed } = run();
  expect(printed).toContain('Init:0/2');
  expect(printed).toContain('hello');
  expect(printed).toMatch(/app +0\/2 +Completed/);
});
