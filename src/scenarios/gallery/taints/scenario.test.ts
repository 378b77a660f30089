import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('NoSchedule acts on new Pods, NoExecute on those that run, and nothing returns afterwards', () => {
  const { printed } = run();
  const lists = printed.split('NAME ').slice(1);
  const onNode1 = lists.map((list) => list.match(/ node-1 /g)?.length ?? 0);
  expect(onNode1).toEqual([1, 0, 0]);
  expect(lists.map((list) => list.includes('Terminating'))).toEqual([false, false, false]);
});
