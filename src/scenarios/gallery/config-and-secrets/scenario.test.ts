import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('a file follows its ConfigMap, a variable does not, and a missing Secret only delays', () => {
  const { printed } = run();
  expect(printed).toMatch(/app +0\/1 +CreateContainerConfigError/);
  expect(printed).toContain('color=blue size=10');
  expect(printed.trimEnd()).toMatch(/color=blue size=11$/);
  expect(printed).not.toContain('color=red');
});
