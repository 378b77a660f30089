import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('connections are drawn one by one, until the rules remember a client', () => {
  const { log } = run();
  const changed = log.facts.find(
    (fact) => fact.type === 'NetfilterChanged' && JSON.stringify(fact.chains).includes('recent'),
  );
  const servers = (before: boolean): number =>
    new Set(
      log.facts
        .slice()
        .flatMap((fact) =>
          fact.type === 'ConnectionAnswered' &&
          fact.to.port === 80 &&
          fact.id < (changed?.id ?? 0) === before
            ? [fact.server.ip]
            : [],
        ),
    ).size;
  expect(servers(true)).toBeGreaterThan(1);
  expect(servers(false)).toBe(1);
});
