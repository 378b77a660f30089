import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('is Unknown after 50 s, evicts after 300 s more, and cleans up when the kubelet is back', () => {
  const { printed } = run();
  expect(printed).toMatch(/node-2 +NotReady/);
  const lists = printed.split('NOMINATED NODE');
  expect(lists[2]).toMatch(/Terminating/);
  expect(lists[3]).not.toMatch(/Terminating/);
});
