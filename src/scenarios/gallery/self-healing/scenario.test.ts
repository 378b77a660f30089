import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('the replacement is created while the old Pod still ends, with another name', () => {
  const { printed } = run();
  const lists = printed.split('NOMINATED NODE').slice(1);
  expect(lists[1]?.match(/web-/g)).toHaveLength(3);
  expect(lists[1]).toContain('Terminating');
  expect(lists[2]?.match(/1\/1 +Running/g)).toHaveLength(2);
});
