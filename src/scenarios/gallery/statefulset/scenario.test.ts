import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('creates in order when the one before is ready, and gives a name only once', () => {
  const { log, printed } = run();
  const created = log.facts
    .slice()
    .flatMap((fact) =>
      fact.type === 'TxnCommitted' && fact.version === 1
        ? (/\/pods\/default\/(db-\d)$/.exec(fact.key)?.[1] ?? [])
        : [],
    );
  expect(created).toEqual(['db-0', 'db-1', 'db-2', 'db-1']);
  expect(printed.trimEnd().split('\n').at(-1)).toMatch(/^db-0 +1\/1 +Running/);
});
