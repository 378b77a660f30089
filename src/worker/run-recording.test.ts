import { describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import type { Fact } from '#trace/facts';
import { readHostAction } from '#trace/host-words';
import { hashTrace } from '#trace/trace-hash';
import { ClusterRefused, LiveSimulation } from './live-simulation.ts';
import type { Recording, TimedInput } from './protocol.ts';
import { runRecording } from './run-recording.ts';
import { SimulationPool } from './simulation-pool.ts';

const create: TimedInput = {
  at: 30_000_000,
  kind: 'command',
  line: 'kubectl create deployment nginx --image=nginx --replicas=2',
  user: 'admin',
};
const run = { scenario: 'create-deployment', seed: 1, inputs: [create] };

function traceOf(recording: Recording): readonly Fact[] {
  let facts: readonly Fact[] = [];
  for (const slice of runRecording(recording, allParts)) facts = slice.facts;
  return facts;
}

describe('a what-if', () => {
  const before = traceOf(run);

  it.each([
    'stop_kubelet node-2',
    'cut_node node-1',
    'stop_component registry',
    'skew_clock node-3 -600',
  ])('has the same trace up to its moment: %s', (words) => {
    const at = 30_040_000;
    const action = readHostAction(words);
    const after = traceOf({ ...run, inputs: [create, { at, kind: 'host', action }] });
    const shared = before.filter((fact) => fact.at < at);
    expect(after.slice(0, shared.length)).toEqual(shared);
    expect(after[shared.length]).toMatchObject({ type: 'HostActionTaken', action });
  });

  it('goes on until a lost node has been noticed', () => {
    const stop = {
      at: 36_000_000,
      kind: 'host',
      action: readHostAction('stop_kubelet 2'),
    } as const;
    const decided = (facts: readonly Fact[]): boolean =>
      facts.some((fact) => fact.type === 'DecisionMade' && /^node-lifecycle/.test(fact.decision));
    const longer = traceOf({ ...run, inputs: [create, stop], until: 120_000_000 });
    expect(decided(longer)).toBe(true);
    expect(longer.at(-1)?.at).toBeGreaterThan(100_000_000);
  });
});

it('a command is told of at once, before the rest of what it does is computed', () => {
  const live = new LiveSimulation(run, allParts);
  while (!live.runTo(create.at - 1, []));
  const before = live.facts.length;
  runRecording(run, allParts, live).next();
  const told = live.facts.slice(before);
  expect(told[0]?.type).toBe('CommandEntered');
  expect(told.length).toBeLessThan(20);
});

it('a run that its reader cannot keep ends with so many facts, and the rest is as ever', () => {
  const most = 6500;
  const whole = traceOf(run);
  const slices = [...runRecording(run, allParts, new LiveSimulation(run, allParts), most)];
  const last = slices.at(-1);
  expect(last?.ended).toBe('full');
  expect(slices.filter(({ ended }) => ended !== undefined)).toHaveLength(1);
  const kept = last?.facts ?? [];
  expect(kept.length).toBeGreaterThanOrEqual(most);
  expect(kept.length).toBeLessThan(whole.length);
  expect(kept).toEqual(whole.slice(0, kept.length));
});

describe('a cluster that the recording brings', () => {
  it('takes the place of the scenario’s own', () => {
    const cluster = JSON.stringify({
      version: 1,
      nodes: [{ name: 'only', cpu: '2', memory: '4Gi' }],
    });
    const facts = traceOf({ ...run, scenario: 'empty-cluster', cluster });
    const bound = facts.filter((fact) => fact.type === 'PodBound');
    expect(bound).toHaveLength(2);
    expect(facts.some((fact) => fact.component === 'only/kubelet')).toBe(true);
  });

  it('is refused with all that is wrong in it', () => {
    const broken = { ...run, cluster: '{"version":1,"nodes":[]}' };
    expect(() => traceOf(broken)).toThrow(ClusterRefused);
    expect(() => traceOf(broken)).toThrow(/nodes: a cluster needs at least one node/);
  });
});

it('facts that were let go are computed again for whoever lacks them, and the hash knows them', () => {
  const whole = traceOf(run);
  const pool = new SimulationPool();
  const live = pool.take(run, allParts);
  for (const { facts } of runRecording(run, allParts, live)) live.letGo(facts.length - 500);
  expect(live.keptFrom).toBe(whole.length - 500);
  expect(live.facts[0]).toBeUndefined();
  expect(live.facts).toHaveLength(whole.length);
  const hash = live.goneHash;
  for (const fact of live.facts.slice(live.keptFrom)) hash.add(fact);
  expect(hash.digest()).toBe(hashTrace(whole));

  const longer = { ...run, until: live.at + 1_000_000 };
  pool.give(live, run, true);
  expect(pool.take(longer, allParts, live.keptFrom - 1)).not.toBe(live);
  expect(pool.take(longer, allParts, live.keptFrom)).toBe(live);
  let last: readonly Fact[] = [];
  for (const { facts } of runRecording(longer, allParts, live)) last = facts;
  expect(last.slice(live.keptFrom)).toEqual(traceOf(longer).slice(live.keptFrom));
});
