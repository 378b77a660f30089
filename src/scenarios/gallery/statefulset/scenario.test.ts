import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('creates in order when the one before is ready, and gives a name only once', () => {
  const { log, printed } = run();
  const created = log.steps.flatMap(
    ({ id }) => /^etcd\/commit\/pods\/default\/(db-\d)$/.exec(id)?.[1] ?? [],
  );
  expect(created).toEqual(['db-0', 'db-1', 'db-2']);
  expect(printed.trimEnd().split('\n').at(-1)).toMatch(/^db-0 +1\/1 +Running/);
});
