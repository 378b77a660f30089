import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { RunningCache } from '#k8s.io/client-go/tools/cache/running-caches';
import { commit, evidenceOf, exchange, keyOf } from '../facts.fixture.ts';
import { cachesEqualTheStore } from './caches.ts';

const stored = (data: object, labels = {}) => ({
  metadata: { name: 'a', namespace: 'default', labels },
  data,
});
const held = (resourceVersion: string, data: object, labels = {}): KubeObject =>
  ({
    ...stored(data, labels),
    metadata: { ...stored(data, labels).metadata, resourceVersion },
  }) as unknown as KubeObject;

const created = exchange(1, { verb: 'create', name: 'a', revision: 1 }, [
  commit(1, keyOf('a'), stored({ a: '1' })),
]);
const changed = commit(2, keyOf('a'), stored({ a: '2' }), { version: 2, createRevision: 1 });

/** What is wrong with a cache that has these objects after both writes. */
function problemOf(objects: readonly KubeObject[], options: Partial<RunningCache> = {}) {
  const cache: RunningCache = {
    ...{ component: 'client', resource: 'configmaps', synced: true },
    ...{ list: () => objects, misplaced: () => undefined, ...options },
  };
  return cachesEqualTheStore({ ...evidenceOf([...created, changed]), caches: [cache] })?.message;
}

describe('a cache that follows the store', () => {
  it('holds every object at its last version', () => {
    expect(problemOf([held('2', { a: '2' })])).toBeUndefined();
    expect(problemOf([held('1', { a: '1' })])).toBe(
      `client configmaps: ${keyOf('a')}: it is held at 1, and stored at 2`,
    );
    expect(problemOf([])).toContain('it is held at nothing, and stored at 2');
  });

  it('holds every field', () => {
    expect(problemOf([held('2', { a: '1' })])).toContain('its data is not as stored at 2');
    expect(problemOf([held('2', { a: '2' }, { b: 'c' })])).toContain('its metadata is not');
  });

  it('holds nothing else', () => {
    const other = { ...held('2', {}), metadata: { ...held('2', {}).metadata, name: 'b' } };
    expect(problemOf([held('2', { a: '2' }), other])).toContain(
      `holds ${keyOf('b')}, which the store never had`,
    );
  });

  it('holds only what it selects', () => {
    expect(problemOf([], { labelSelector: 'b=c' })).toBeUndefined();
    expect(problemOf([], { fieldSelector: 'metadata.name!=a' })).toBeUndefined();
    expect(problemOf([], { namespace: 'other' })).toBeUndefined();
    expect(problemOf([held('2', { a: '2' })], { labelSelector: 'b' })).toContain('at nothing');
  });

  it('has had its list, and finds its objects by its indexes', () => {
    expect(problemOf([], { synced: false })).toContain('has had no list');
    const misplaced = (): string => 'default/a';
    expect(problemOf([], { misplaced })).toContain('its indexes are wrong about default/a');
  });
});
