import { describe, expect, it } from 'vitest';
import type { FactDraft } from '#trace/facts';
import { commit, evidenceOf, exchange, keyOf } from '../facts.fixture.ts';
import { cachesEqualTheStore } from './caches.ts';

const value = { metadata: { name: 'a', namespace: 'default' } };
const ref = { resource: 'configmaps', namespace: '', name: '' };
const url = '/api/v1/configmaps?sendInitialEvents=true&watch=true';
const watch: FactDraft = {
  ...{ type: 'RequestSent', component: 'client', request: 5, method: 'GET', url, headers: {} },
  ...{ userAgent: 'test', user: 'admin', ref },
};
const synced = (items: number): FactDraft => ({
  ...{ type: 'InformerSynced', component: 'client', resource: 'configmaps' },
  ...{ items, resourceVersion: '1' },
});
const created = exchange(1, { verb: 'create', name: 'a', revision: 1 }, [
  commit(1, keyOf('a'), value),
]);
const changed = commit(2, keyOf('a'), value, { version: 2, createRevision: 1 });
const heard: FactDraft = {
  ...{ type: 'WatchEventReceived', component: 'client', request: 5, event: 'MODIFIED' },
  ...{ ref: { ...ref, namespace: 'default', name: 'a' }, resourceVersion: '2' },
};

describe('the cache of an informer', () => {
  it('holds what it listed and what it heard since', () => {
    const facts = [...created, watch, synced(1), changed, heard];
    expect(cachesEqualTheStore(evidenceOf(facts))).toBeUndefined();
  });

  it('is wrong when it has not heard of a change', () => {
    const facts = [...created, watch, synced(1), changed];
    expect(cachesEqualTheStore(evidenceOf(facts))?.message).toBe(
      `client configmaps: holds ${keyOf('a')} at 1, the store has 2`,
    );
  });

  it('is wrong when its list was not the whole', () => {
    expect(cachesEqualTheStore(evidenceOf([...created, watch, synced(0)]))?.message).toBe(
      'client listed 0 configmaps at 1, the store has 1',
    );
  });

  it('is none any more when its process has ended', () => {
    const ended: FactDraft = { type: 'ComponentStopped', component: 'client', reason: 'test' };
    const facts = [...created, watch, synced(1), changed, ended];
    expect(cachesEqualTheStore(evidenceOf(facts))).toBeUndefined();
  });
});
