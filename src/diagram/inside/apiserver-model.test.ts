import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { TraceLog } from '#player/trace-log';
import { apiserverColumns } from './apiserver-model.ts';

const log = new TraceLog();
log.append(createDeploymentFacts());
const mutated = log.steps.find(({ type }) => type === 'Mutated')!;
const facts = log.factsOfRequest(log.requestOf(mutated.fact)).map((id) => log.fact(id)!);
const rowsAt = (cursor: number) =>
  apiserverColumns(facts, cursor)
    .flat()
    .flatMap((section) => section.rows);

describe('the strip of a request', () => {
  it('has exactly one present row at each stage of the request', () => {
    for (const { fact, type } of log.steps) {
      const own = facts.some(({ id }) => id === fact);
      if (!own || type === 'RequestSent' || type === 'ResponseReceived') continue;
      const now = rowsAt(fact).filter(({ state }) => state === 'now');
      expect(now.length, type).toBeLessThanOrEqual(1);
    }
  });

  it('fills the rows that the request has passed, and leaves the others hollow', () => {
    const states = rowsAt(mutated.fact).map(({ state }) => state);
    const now = states.indexOf('now');
    expect(new Set(states.slice(0, now))).toEqual(new Set(['past']));
    expect(new Set(states.slice(now + 1))).toEqual(new Set(['ahead']));
  });

  it('names the plugins ahead without showing what they will do', () => {
    const before = facts.find(({ type }) => type === 'Authorized')!;
    const plugin = rowsAt(before.id).find(({ name }) => name === 'ServiceAccount');
    expect(plugin).toMatchObject({ state: 'ahead', weight: 'passes', note: '' });
    const after = rowsAt(mutated.fact).find(({ name }) => name === 'ServiceAccount');
    expect(after).toMatchObject({ state: 'now', weight: 'decides', note: 'default' });
  });
});
