import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('the kubelet restarts at once, then after 10 s, then after 20 s', () => {
  const { log, printed } = run();
  const ends = log.facts
    .slice()
    .flatMap((fact) => (fact.type === 'ProcessExited' ? [Math.round(fact.at / 1_000_000)] : []));
  const gaps = ends.slice(1, 4).map((at, index) => at - (ends[index] ?? 0));
  expect(gaps[0]).toBeLessThanOrEqual(2);
  expect(gaps[1]).toBeGreaterThanOrEqual(10);
  expect(gaps[2]).toBeGreaterThanOrEqual(20);
  expect(printed).toContain('Back-off restarting failed container app');
});
