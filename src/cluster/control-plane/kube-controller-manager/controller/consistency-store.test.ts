import { describe, expect, it } from 'vitest';
import { pods, replicaSets } from '#k8s.io/client-go/rest/resource';
import { ConsistencyStore } from './consistency-store.ts';

const owner = 'default/web';

/** Caches that have reached these versions. */
const reading = (sets: number, ofPods: number) => {
  const caches = { sets: String(sets), pods: String(ofPods) };
  const cacheOf = (name: keyof typeof caches) => ({
    get lastSyncResourceVersion() {
      return caches[name];
    },
  });
  const store = new ConsistencyStore([
    [replicaSets, cacheOf('sets')],
    [pods, cacheOf('pods')],
  ]);
  return { caches, store };
};

describe('a controller that wrote', () => {
  it('waits until its cache has seen the write, and says which one has not', () => {
    const { caches, store } = reading(10, 10);
    store.wroteAt(owner, pods, '12');
    expect(store.staleness(owner)).toBe(
      'read version: 10 is not as new as written version: 12 for group resource pods',
    );
    caches.pods = '12';
    expect(store.staleness(owner)).toBeUndefined();
  });

  it('waits for the last of several writes, in whatever order it hears of them', () => {
    const { caches, store } = reading(10, 10);
    store.wroteAt(owner, replicaSets, '15');
    store.wroteAt(owner, replicaSets, '12');
    caches.sets = '12';
    expect(store.staleness(owner)).toContain('written version: 15');
    expect(store.staleness(owner)).toContain('group resource replicasets.apps');
  });

  it('does not wait for what it wrote for another object, or for one that is gone', () => {
    const { store } = reading(10, 10);
    store.wroteAt(owner, pods, '12');
    expect(store.staleness('default/api')).toBeUndefined();
    store.clear(owner);
    expect(store.staleness(owner)).toBeUndefined();
  });
});
