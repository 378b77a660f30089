import { describe, expect, it } from 'vitest';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { TraceLog } from './trace-log.ts';

const facts = createDeploymentFacts();
const log = new TraceLog();
log.append(facts);

const stepsOf = (type: string) =>
  log.steps.filter((step) => step.type === type).map(({ id, main }) => ({ id, main }));

describe('the main line of a command', () => {
  it('follows the first pod and leaves its siblings beside it', () => {
    const selected = stepsOf('HostSelected');
    expect(selected.map(({ main }) => main)).toEqual([true, false, false]);
  });

  it('contains nothing from before the command', () => {
    const first = log.steps[0]!.fact;
    const roles = facts.slice(0, first - 1).map(({ id }) => log.roleOf(id).role);
    expect(new Set(roles)).toEqual(new Set(['noise']));
  });

  it('goes on with what a component notices by its own timer', () => {
    const seen = facts.find(({ type }) => type === 'PodLifecycleEventSeen')!;
    expect(facts[seen.cause - 1]?.type).toBe('TimerFired');
    expect(log.roleOf(seen.id).role).toBe('main');
  });

  it('knows the request that a commit in etcd belongs to', () => {
    const committed = log.steps.find(({ type }) => type === 'TxnCommitted')!;
    const request = log.requestOf(committed.fact);
    const types = log.factsOfRequest(request).map((id) => log.fact(id)?.type);
    expect(types[0]).toBe('RequestSent');
    expect(types).toContain('TxnCommitted');
    expect(types.at(-1)).toBe('ResponseReceived');
  });
});
