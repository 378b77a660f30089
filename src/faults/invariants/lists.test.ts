import { describe, expect, it } from 'vitest';
import type { FactDraft } from '#trace/facts';
import { collection, commit, evidenceOf, exchange, keyOf } from '../facts.fixture.ts';
import { listsShowOneState } from './lists.ts';

const object = (a: string, metadata = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'default', ...metadata },
  data: { a },
});
const created = exchange(1, { verb: 'create', name: 'a', revision: 1 }, [
  commit(1, keyOf('a'), object('1')),
]);
const changed = commit(2, keyOf('a'), object('2'), { version: 2, createRevision: 1 });
const answer = (resourceVersion: string, ...items: readonly object[]): FactDraft => ({
  ...{ type: 'ResponseSent', component: 'kube-apiserver', request: 5, code: 200, reason: '' },
  ...{ message: '', ref: { resource: 'configmaps', namespace: '', name: '' } },
  body: { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion }, items },
});
const problemOf = (query: string, list: FactDraft): string | undefined =>
  listsShowOneState(evidenceOf([...created, changed, collection(5, query), list]))?.message;

describe('a list', () => {
  const first = object('1', { resourceVersion: '1' });
  const second = object('2', { resourceVersion: '2' });

  it('shows every object as it was at the version of the list', () => {
    expect(problemOf('', answer('2', second))).toBeUndefined();
    expect(problemOf('', answer('2', first))).toContain('is 1, and at 2 it was 2');
    expect(problemOf('', answer('2'))).toContain('is nothing, and at 2 it was 2');
    expect(problemOf('', answer('2', object('1', { resourceVersion: '2' })))).toContain(
      'has another data than at 2',
    );
  });

  it('is not older than the request, unless the client allows it', () => {
    expect(problemOf('', answer('1', first))).toContain('it shows 1, and 2 was committed');
    expect(problemOf('resourceVersion=0', answer('1', first))).toBeUndefined();
  });

  it('has only what it selects', () => {
    expect(problemOf('labelSelector=b', answer('2'))).toBeUndefined();
    expect(problemOf('labelSelector=b', answer('2', second))).toContain('is not selected');
  });
});
