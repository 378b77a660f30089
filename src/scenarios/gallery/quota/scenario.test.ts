import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('two Pods pass, the ReplicaSet says why the others did not, and they come when the quota goes', () => {
  const { printed } = run();
  expect(printed).toMatch(/deployment.apps\/web +2\/4/);
  expect(printed).toMatch(
    /exceeded quota: two-pods, requested: pods=1, used: pods=2, limited: pods=2/,
  );
  expect(printed.match(/1\/1 +Running/g)).toHaveLength(4);
});
