import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('a policy denies by its expression, labels by another, and does not see a subresource', () => {
  const { printed } = run();
  expect(printed).toContain(
    "ValidatingAdmissionPolicy 'max-replicas' with binding 'max-replicas' denied request: no more than 3 replicas",
  );
  expect(printed).toMatch(/web +4\/4 .*team=blue/);
});
