import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('a hook delays the signal, a handler ends in time, and process 1 without one is killed', () => {
  const { log } = run();
  const codes = log.facts
    .slice()
    .flatMap((fact) => (fact.type === 'ProcessExited' ? [fact.exitCode] : []));
  expect(codes).toContain(0);
  expect(codes).toContain(137);
});
