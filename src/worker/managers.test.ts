import { describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { scenarios } from '#scenarios/index';
import type { Fact, FactOf } from '#trace/facts';
import { managersIn } from './managers.ts';
import { runRecording } from './run-recording.ts';

const { readyAt } = scenarios['create-deployment'];
const line = 'kubectl create deployment web --image=nginx';
const inputs = [{ at: readyAt, kind: 'command', line, user: 'admin' }] as const;

let facts: readonly Fact[] = [];
for (const slice of runRecording({ scenario: 'create-deployment', seed: 1, inputs }, allParts)) {
  facts = slice.facts;
}
const isOurs = (fact: Fact): fact is FactOf<'TxnCommitted'> =>
  fact.type === 'TxnCommitted' && fact.key === '/registry/deployments/default/web';

describe('the managers of an object', () => {
  it('are those who wrote it up to a revision, with their subresources', () => {
    const named = facts.filter(isOurs).map(({ id, at, key, value }) => {
      const { uid } = (value as { readonly metadata: { readonly uid: string } }).metadata;
      return managersIn(facts, { kind: 'managers', fact: id, at, key, uid }).managers?.map(
        ({ manager, subresource = '' }) => `${manager} ${subresource}`,
      );
    });
    expect(named[0]).toEqual(['kubectl-create ']);
    expect(named.at(-1)).toEqual(['kubectl-create ', 'kube-controller-manager status']);
  });

  it('are not told of a write of another run', () => {
    const [first] = facts.filter(isOurs);
    const asked = { fact: first?.id ?? 0, at: first?.at ?? 0, key: first?.key ?? '' };
    const other = { kind: 'managers', ...asked, uid: 'another' } as const;
    expect(managersIn(facts, other).managers).toBeUndefined();
  });
});
