import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('a budget delays a drain until there is a Pod to spare', () => {
  const { printed } = run();
  expect(printed).toContain("Cannot evict pod as it would violate the pod's disruption budget.");
  expect(printed).toContain('node/node-1 drained');
  const [, list = ''] = printed.split('NOMINATED NODE');
  expect(list).not.toMatch(/ node-1 /);
});
