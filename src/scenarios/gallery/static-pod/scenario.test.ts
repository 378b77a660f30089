import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('follows its file, not its mirror', () => {
  const { printed } = run();
  const lists = printed.split('NOMINATED NODE').slice(1);
  expect(lists[0]).toMatch(/web-node-1 +1\/1 +Running/);
  expect(lists[1]).toContain('web-node-1');
  expect(printed.trimEnd()).toMatch(/No resources found in default namespace.$/);
});
