import { describe, expect, it } from 'vitest';
import type { TraceLog } from '#player/trace-log';
import type { FactOf } from '#trace/facts';
import { firstFact, realRun } from '../real-run.fixture.ts';
import { chainOf, foldedIn, groupsOf, patchLine } from './chain-model.ts';
import { allowingRule } from './rbac-rule.ts';
import { linesOf } from './station-lines.ts';

const log = realRun('create-deployment');
const start = log.steps[0]?.fact ?? 0;
const mutated = firstFact(
  log,
  'Mutated',
  ({ id, plugins, request }) =>
    id > start &&
    firstFact(log, 'RequestSent', (sent) => sent.request === request).url.endsWith('/pods') &&
    plugins.length > 0,
);
const factsOf = (of: TraceLog, request: number) =>
  of.factsOfRequest(request).flatMap((id) => of.fact(id) ?? []);
const at = (cursor: number) => chainOf(factsOf(log, mutated.request), cursor);
const statesAt = (cursor: number): string =>
  at(cursor)
    .stations.map(({ state }) => state)
    .join(' ');

describe('the ten questions', () => {
  it('are answered up to the present one, and the rest is ahead', () => {
    expect(statesAt(mutated.id)).toBe('past past past past past now ahead ahead ahead ahead');
  });

  it('wait for a request before there is one', () => {
    expect(new Set(chainOf([], 0).stations.map(({ state }) => state))).toEqual(new Set(['ahead']));
  });

  it('have times that add up, from the moment at which the server received the request', () => {
    const back = firstFact(log, 'ResponseReceived', ({ request }) => request === mutated.request);
    const sent = firstFact(log, 'RequestSent', ({ request }) => request === mutated.request);
    const { times } = at(back.id);
    const sum = Object.values(times).reduce((all: number, each) => all + (each ?? 0), 0);
    expect(sum).toBe(back.at - sent.at);
    expect(at(mutated.id).times.etcd).toBeUndefined();
  });

  it('sort the plugins by what they did', () => {
    const { changed, looked, inert, off } = groupsOf(mutated.plugins);
    expect(changed.map(({ plugin }) => plugin)).toContain('ServiceAccount');
    expect(changed.length + looked.length + inert + off).toBe(mutated.plugins.length);
  });

  it('name binding, role and rule that allowed', () => {
    const authorized = firstFact(log, 'Authorized', ({ request }) => request === mutated.request);
    const tried = authorized.tried.find(({ rbac }) => rbac !== undefined)?.rbac;
    if (tried === undefined) throw new Error('RBAC was not asked.');
    const rule = allowingRule(log.sceneAt(mutated.id).etcd.keys, tried);
    expect(rule).toMatchObject({
      binding: 'system:controller:replicaset-controller',
      roleKind: 'ClusterRole',
    });
    expect(rule?.verbs).toContain('create');
    expect(rule?.resources).toContain('pods');
  });

  it('write a patch as one line', () => {
    expect(patchLine({ op: 'add', path: '/spec/priority', value: 0 })).toBe('+ spec.priority: 0');
    expect(patchLine({ op: 'remove', path: '/metadata/labels' })).toBe('- metadata.labels');
  });
});

describe('where there is little room', () => {
  it('the stations farthest behind are folded first, the present one never', () => {
    const chain = at(mutated.id);
    const lines = linesOf(chain, 6);
    const column = chain.stations.slice(0, 4);
    expect(foldedIn(column, lines, 2000).size).toBe(0);
    expect([...foldedIn(column, lines, 300)][0]).toBe('authenticate');
    expect(foldedIn(chain.stations.slice(4), lines, 10).has('mutate')).toBe(false);
  });
});

describe('a request that is refused', () => {
  const refused = realRun(
    'create-deployment',
    'kubectl create deployment web --image=nginx',
    'alice',
  );
  const authorized = firstFact(refused, 'Authorized', ({ allowed }) => !allowed);
  const answer = firstFact(
    refused,
    'ResponseSent',
    ({ request }) => request === authorized.request,
  );
  const states = (fact: FactOf<'Authorized'> | FactOf<'ResponseSent'>): string =>
    chainOf(factsOf(refused, authorized.request), fact.id)
      .stations.map(({ state, refused: no }) => (no ? 'refused' : state))
      .join(' ');

  it('ends at the station that said no, and reaches none behind it', () => {
    const rest = Array(7).fill('unreached').join(' ');
    expect(states(authorized)).toBe(`past past refused ${rest}`);
    expect(states(answer)).toBe(`past past refused ${rest}`);
  });
});
