import { describe, expect, it } from 'vitest';
import type { Fact } from '#trace/facts';
import { advance } from '../advance.ts';
import { createDeploymentFacts } from '../create-deployment.fixture.ts';
import { emptyScene, type Scene } from '../scene.ts';

const facts = createDeploymentFacts();
const before = advance(emptyScene, facts, facts.length);
const component = 'kube-controller-manager/replicaset-controller';
const decided = before.controllers.get(component)?.decision;

function then(...more: readonly object[]): Scene {
  const stamp = { at: before.at, cause: 1, component };
  const added = more.map((fact, index) => ({ id: facts.length + 1 + index, ...stamp, ...fact }));
  const all = [...facts, ...added] as unknown as readonly Fact[];
  return advance(before, all, all.length);
}

describe('the last decision of a controller', () => {
  const key = decided?.key ?? '';

  it('is its last word until its key is compared again', () => {
    expect(decided?.decision).toBe('replicaset.create-pods');
    expect(before.controllers.get(component)?.comparedSince).toBe(false);
    const again = then({ type: 'SyncStarted', key }, { type: 'SyncFinished', key });
    expect(again.controllers.get(component)).toMatchObject({ comparedSince: true, syncing: [] });
    const other = then({ type: 'SyncStarted', key: 'default/other' });
    expect(other.controllers.get(component)?.comparedSince).toBe(false);
  });

  it('is followed by the next, which speaks of now', () => {
    const decision = { type: 'DecisionMade', key, decision: 'replicaset.delete-pods', params: {} };
    const next = then({ type: 'SyncStarted', key }, decision).controllers.get(component);
    expect(next?.decision?.decision).toBe('replicaset.delete-pods');
    expect(next?.comparedSince).toBe(false);
  });
});
