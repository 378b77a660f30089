import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('an object with a finalizer outlives its deletion, and goes with the finalizer', () => {
  const { printed } = run();
  expect(printed).toContain('configmap "held" deleted');
  expect(printed).toContain('deletionTimestamp:');
  expect(printed).toContain('Error from server (NotFound): configmaps "held" not found');
});
