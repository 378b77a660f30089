import { describe, expect, it } from 'vitest';
import type { FactDraft } from '#trace/facts';
import { collection, commit, evidenceOf, exchange, keyOf } from '../facts.fixture.ts';
import { watchesTellEverything } from './watches.ts';

const value = { metadata: { name: 'a', namespace: 'default' } };
const created = exchange(1, { verb: 'create', name: 'a', revision: 1 }, [
  commit(1, keyOf('a'), value),
]);
const again = (revision: number): FactDraft =>
  commit(revision, keyOf('a'), value, { version: revision, createRevision: 1 });
const stream = { resource: 'configmaps', namespace: 'default', name: 'a' };
const sent = (
  event: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK',
  revision: number,
): FactDraft => ({
  ...{ type: 'WatchEventSent', component: 'kube-apiserver', request: 5, event, to: 'client' },
  ...{ ref: stream, resourceVersion: String(revision) },
});
const taken = (revision: number): FactDraft => ({
  ...{ type: 'WatchEventReceived', component: 'client', request: 5, event: 'MODIFIED' },
  ...{ ref: stream, resourceVersion: String(revision) },
});
const problemOf = (...facts: readonly FactDraft[]): string | undefined =>
  watchesTellEverything(evidenceOf([...created, ...facts]))?.message;

describe('a watch from a revision', () => {
  const watch = collection(5, 'watch=true&resourceVersion=1');

  it('tells each change once and in order', () => {
    const all = [watch, again(2), sent('MODIFIED', 2), again(3), sent('MODIFIED', 3)];
    expect(problemOf(...all, taken(2), taken(3))).toBeUndefined();
    expect(problemOf(...all, sent('MODIFIED', 3))).toContain('at 3 after 3');
    expect(problemOf(...all, taken(3))).toContain('at 3, not what was sent');
  });

  it('leaves nothing out before an event or a bookmark', () => {
    expect(problemOf(watch, again(2), again(3), sent('MODIFIED', 3))).toBe(
      `client, which watches configmaps, misses ${keyOf('a')} at 2 before MODIFIED default/a at 3`,
    );
    expect(problemOf(watch, again(2), sent('BOOKMARK', 2))).toContain('hears of 2, but not of');
  });

  it('tells what happened, and nothing else', () => {
    expect(problemOf(watch, again(2), sent('DELETED', 2))).toContain('which was not so');
    const selecting = collection(5, 'watch=true&resourceVersion=1&labelSelector=b');
    expect(problemOf(selecting, again(2), sent('BOOKMARK', 2))).toBeUndefined();
    expect(problemOf(selecting, again(2), sent('MODIFIED', 2))).toContain('which was not so');
  });
});

describe('a watch that begins with a state', () => {
  const watch = collection(5, 'watch=true&sendInitialEvents=true');
  const synced = (items: number): FactDraft => ({
    ...{ type: 'InformerSynced', component: 'client', resource: 'configmaps' },
    ...{ items, resourceVersion: '1' },
  });

  it('has all of it before its first bookmark', () => {
    expect(problemOf(watch, sent('ADDED', 1), sent('BOOKMARK', 1))).toBeUndefined();
    expect(problemOf(watch, sent('BOOKMARK', 1))).toContain('first at undefined');
    expect(problemOf(watch, again(2), sent('ADDED', 1), sent('BOOKMARK', 2))).toContain(
      `has ${keyOf('a')} first at 1, and at 2 it was 2`,
    );
  });

  it('fills the cache of its informer with exactly that', () => {
    const state = [watch, sent('ADDED', 1), sent('BOOKMARK', 1)];
    expect(problemOf(...state, synced(1))).toBeUndefined();
    expect(problemOf(...state, synced(0))).toContain('has listed 0 configmaps at 1');
  });
});
