import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('binds one to one, protects a claim in use, and keeps the volume afterwards', () => {
  const { printed } = run();
  expect(printed).toMatch(/data +Pending/);
  expect(printed).toMatch(/data +Bound +disk-1 +5Gi/);
  expect(printed).toMatch(/data +Terminating/);
  expect(printed).toMatch(/disk-1 +5Gi +RWO +Retain +Released/);
});
