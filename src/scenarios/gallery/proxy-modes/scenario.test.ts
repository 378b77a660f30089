import { expect, it } from 'vitest';
import { describeScenario } from '../describe-scenario.fixture.ts';
import { tour } from './scenario.ts';

const run = describeScenario(tour);

/** How many rules were looked at for the first packet of each connection to the server. */
const examined = (): readonly number[] =>
  run()
    .log.facts.slice()
    .flatMap((fact) =>
      fact.type === 'PacketHop' && fact.hop === 'received' && fact.namespace === 'default/server'
        ? [Number(fact.params['examined'])]
        : [],
    );

it('pays for each Service in iptables mode, and for none of them in the other two', () => {
  const [few = 0, many = 0, nftables = 0, ipvs = 0, ...more] = examined();
  expect(more).toEqual([]);
  expect(many - few).toBe(100);
  expect(Math.max(nftables, ipvs)).toBeLessThanOrEqual(few + 1);
});

it('leaves no chain of one mode behind in the next, and answers in all of them', () => {
  const { log } = run();
  const changes = log.facts
    .slice()
    .flatMap((fact) =>
      fact.type === 'NetfilterChanged' && fact.component === 'node-2/kernel' ? [fact] : [],
    );
  const written = new Set<string>();
  for (const { table, chains, deleted } of changes) {
    for (const chain of Object.keys(chains)) written.add(`${table} ${chain}`);
    for (const chain of deleted) written.delete(`${table} ${chain}`);
  }
  const left = [...written].filter((name) => /KUBE-(SVC|SEP)-|^ip kube-proxy [^@]/.test(name));
  expect(left).toEqual([]);
  const refused = log.facts
    .slice()
    .filter((fact) => fact.type === 'ConnectionAnswered' && fact.error);
  expect(refused).toEqual([]);
  expect(run().printed).not.toContain('wget:');
});
