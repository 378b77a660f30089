import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('counts zones, not nodes, and a Pod that would tip the balance waits', () => {
  const { printed } = run();
  const lists = printed.split('NOMINATED NODE').slice(1);
  const onNode1 = lists.map((list) => list.match(/ node-1 /g)?.length ?? 0);
  expect(onNode1).toEqual([2, 2, 3]);
  expect(lists[1]).toContain('Pending');
  expect(lists[1]?.match(/Running/g)).toHaveLength(5);
});
