import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('answers, times out, answers whom the second policy allows, and times out for others', () => {
  const { printed } = run();
  const said = printed.match(/Welcome to nginx!<\/h1>|download timed out/g);
  expect(said).toEqual([
    'Welcome to nginx!</h1>',
    'download timed out',
    'Welcome to nginx!</h1>',
    'download timed out',
  ]);
});

it('drops the packet by a rule of the Pod that it is for', () => {
  const { log } = run();
  const dropped = log.facts
    .slice()
    .filter((fact) => fact.type === 'PacketHop' && fact.hop === 'dropped');
  for (const fact of dropped) {
    expect(fact.type === 'PacketHop' && fact.rules.at(-1)).toMatch(/^-A cali-tw-cali\w{11} /);
  }
});
