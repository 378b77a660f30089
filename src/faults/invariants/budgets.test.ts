import { describe, expect, it } from 'vitest';
import { commit, evidenceOf, pod } from '../facts.fixture.ts';
import { budgetsAreKept } from './budgets.ts';

const budgetKey = '/registry/poddisruptionbudgets/default/budget';
const podKey = '/registry/pods/default/web';
const later = (version: number) => ({ version, createRevision: 1 });

const budget = (disruptionsAllowed: number, disruptedPods = {}) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'budget', namespace: 'default', uid: 'b', generation: 1 },
  spec: { minAvailable: 1, selector: {} },
  status: { disruptionsAllowed, disruptedPods },
});

const ready = { type: 'Ready', status: 'True' };
const evicted = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' };
const web = (...conditions: object[]) => ({ ...pod('web'), status: { conditions } });
const taken = { web: '2026-01-01T00:00:00Z' };

/** More than a second: the budget is known to everybody. */
const aWhile = Array.from({ length: 1200 }, (_, index) =>
  commit(index + 3, `/registry/configmaps/default/${index}`, pod('x')),
);

describe('a disruption budget', () => {
  const before = [commit(1, budgetKey, budget(1)), commit(2, podKey, web(ready)), ...aWhile];

  it('gives one disruption for each eviction', () => {
    const evidence = evidenceOf([
      ...before,
      commit(2000, budgetKey, budget(0, taken), later(2)),
      commit(2001, podKey, web(ready, evicted), later(2)),
    ]);
    expect(budgetsAreKept(evidence)).toBeUndefined();
  });

  it('never gives one that it does not have', () => {
    const evidence = evidenceOf([
      commit(1, budgetKey, budget(0)),
      commit(2, budgetKey, budget(-1, taken), later(2)),
    ]);
    expect(budgetsAreKept(evidence)?.message).toBe(
      `${budgetKey} allowed 0, and allows -1 after the eviction of web`,
    );
  });

  it('is asked before a ready Pod is evicted', () => {
    const evict = commit(2000, podKey, web(ready, evicted), later(2));
    expect(budgetsAreKept(evidenceOf([...before, evict]))?.message).toBe(
      `${podKey} was evicted, and ${budgetKey} has not been asked`,
    );
    const young = [commit(1, podKey, web(ready)), commit(2, budgetKey, budget(1))];
    expect(budgetsAreKept(evidenceOf([...young, evict]))).toBeUndefined();
  });
});
