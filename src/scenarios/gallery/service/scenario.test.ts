import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('answers by a rewritten packet, and refuses when nothing is behind it', () => {
  const { printed, log } = run();
  expect(printed).toContain('Welcome to nginx!');
  expect(printed).toContain('Connection refused');
  const hops = log.facts.slice().flatMap((fact) => (fact.type === 'PacketHop' ? [fact.hop] : []));
  expect(hops).toContain('translated');
  expect(hops).toContain('rejected');
});
