import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('scaling writes numbers: one ReplicaSet is created, and three of its Pods are deleted', () => {
  const { printed, log } = run();
  expect(printed.match(/^web-.*$/gm)).toEqual([expect.stringMatching(/1\/1 +Running/)]);
  const decisions = log.steps.filter(({ id }) => id.includes('/deployment.create-replica-set'));
  expect(decisions).toHaveLength(1);
});
