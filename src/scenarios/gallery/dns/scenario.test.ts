import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('tries the search paths in order before a name with few dots is asked as it is', () => {
  const { log } = run();
  const asked = log.facts
    .slice()
    .flatMap((fact) => (fact.type === 'DnsAnswered' ? [fact.name] : []));
  const names = [...new Set(asked.filter((name) => name.startsWith('example.com')))];
  expect(names.map((name) => name.replace(/\.$/, ''))).toEqual([
    'example.com.default.svc.cluster.local',
    'example.com.svc.cluster.local',
    'example.com.cluster.local',
    'example.com',
  ]);
});
