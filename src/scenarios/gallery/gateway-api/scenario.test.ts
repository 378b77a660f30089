import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

it('shares requests out by the weights of a route, and answers 500 for what is not there', () => {
  const { printed, log } = run();
  expect(printed).toMatch(/^edge +traefik +172\.30\.255\.1 +True /m);
  expect(printed).toMatch(/Reason: +BackendNotFound\n/);
  const proxied = log.facts
    .slice()
    .flatMap((fact) => (fact.type === 'RequestProxied' ? [fact] : []));
  const [one, other, none] = ['default/shop', 'default/shop-new', 'default/shop-newer'];
  expect(proxied.map(({ service }) => service)).toEqual(
    [one, one, one, other].concat([one, one, one, none]),
  );
  expect(proxied.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200, 500]);
  // The Pod of shop-newer does not exist, so nobody was asked.
  expect(proxied.at(-1)?.endpoint).toBe('');
});
