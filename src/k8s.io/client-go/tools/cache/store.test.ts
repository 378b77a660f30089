import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { Indexer, metaNamespaceKey } from './store.ts';

const pod = (name: string, nodeName: string, namespace = 'default'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, uid: name, resourceVersion: '1', creationTimestamp: '' },
  spec: { nodeName },
});

const byNode = (object: KubeObject): readonly string[] => [
  (object.spec as { nodeName: string }).nodeName,
];

describe('an indexer', () => {
  it('keys objects by namespace and name, and those of the cluster by name', () => {
    expect(metaNamespaceKey(pod('web', 'node-1'))).toBe('default/web');
    expect(metaNamespaceKey(pod('node-1', '', ''))).toBe('node-1');
  });

  it('finds an object under its values now, whether the index or the object came first', () => {
    const indexer = new Indexer<KubeObject>();
    indexer.set('default/a', pod('a', 'node-1'));
    indexer.addIndex('node', byNode);
    indexer.set('default/b', pod('b', 'node-1'));
    const names = (node: string): readonly string[] =>
      indexer.byIndex('node', node).map(({ metadata }) => metadata.name);
    expect(names('node-1')).toEqual(['a', 'b']);
    indexer.set('default/a', pod('a', 'node-2'));
    expect([names('node-1'), names('node-2')]).toEqual([['b'], ['a']]);
    indexer.delete('default/b');
    expect(indexer.indexValues('node')).toEqual(['node-2']);
  });

  it('gives the newest form of an object that stayed under the same value', () => {
    const indexer = new Indexer<KubeObject>({ node: byNode });
    indexer.set('default/a', pod('a', 'node-1'));
    const newer = { ...pod('a', 'node-1'), status: { phase: 'Running' } };
    indexer.set('default/a', newer);
    expect(indexer.byIndex('node', 'node-1')).toEqual([newer]);
  });

  it('knows a key that an index has in another place than its function says', () => {
    let values = ['x'];
    const indexer = new Indexer<KubeObject>({ changing: () => values });
    indexer.set('default/a', pod('a', 'node-1'));
    expect(indexer.misplaced()).toBeUndefined();
    values = ['y'];
    expect(indexer.misplaced()).toBe('default/a');
    values = [];
    expect(indexer.misplaced()).toBe('default/a');
  });
});
