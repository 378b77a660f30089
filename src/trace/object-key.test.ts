import { describe, expect, it } from 'vitest';
import { clusterTrustBundles, etcdKey, resources } from '#k8s.io/apimachinery/resources';
import {
  etcdFolder,
  etcdKeyOf,
  etcdKeyOfObject,
  kindOfResource,
  objectKey,
  ownerKey,
  shortNameOfKind,
  storedObjectKey,
} from './object-key.ts';

const refOf = (plural: string, group: string, namespace: string) => ({
  resource: group === '' ? plural : `${plural}.${group}`,
  namespace,
  name: 'one',
});

describe('the name of an object', () => {
  const all = [...resources, clusterTrustBundles];

  it.each(all.map((info) => [`${info.apiVersion} ${info.plural}`, info] as const))(
    'is the same in a reference and in etcd: %s',
    (_, info) => {
      const ref = refOf(info.plural, info.group, info.namespaced ? 'default' : '');
      const key = etcdKey(info, 'default', 'one');
      expect(etcdKeyOf(ref)).toBe(key);
      expect(storedObjectKey(key)).toBe(objectKey(ref));
      expect(kindOfResource(ref.resource)).toBe(info.kind);
    },
  );

  it('follows the folders of etcd that are no plurals', () => {
    expect(storedObjectKey('/registry/minions/node-1')).toBe('nodes/node-1');
    expect(storedObjectKey('/registry/services/specs/default/web')).toBe('services/default/web');
    expect(storedObjectKey('/registry/services/endpoints/default/web')).toBe(
      'endpoints/default/web',
    );
    expect(storedObjectKey('/registry/ingress/default/web')).toBe('ingresses/default/web');
    expect(etcdFolder('node')).toBe('/registry/minions/');
    expect(etcdKeyOfObject('clusterroles/admin')).toBe('/registry/clusterroles/admin');
  });

  it('is that of a custom resource in the folder of its group', () => {
    const ref = refOf('boats', 'sea.example.com', 'default');
    const key = '/registry/sea.example.com/boats/default/one';
    expect(etcdKeyOf(ref)).toBe(key);
    expect(storedObjectKey(key)).toBe('boats/default/one');
    expect(kindOfResource(ref.resource)).toBeUndefined();
  });

  it('is empty where etcd holds something of its own', () => {
    expect(storedObjectKey('compact_rev_key')).toBe('');
    expect(storedObjectKey('/registry/ranges/serviceips')).toBe('ranges/serviceips');
  });
});

describe('an owner', () => {
  it('is an object in the namespace of what it owns', () => {
    expect(ownerKey({ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web' }, 'default')).toBe(
      'replicasets/default/web',
    );
    const ingress = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name: 'web' };
    expect(ownerKey(ingress, 'default')).toBe('ingresses/default/web');
    const boat = { apiVersion: 'sea.example.com/v1', kind: 'Boat', name: 'one' };
    expect(ownerKey(boat, 'default')).toBe('boats/default/one');
  });

  it('of no namespace is none: a node’s Lease does not follow from what is done to the node', () => {
    const node = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };
    expect(ownerKey(node, 'kube-node-lease')).toBeUndefined();
  });
});

it('a kind has kubectl’s short name', () => {
  expect(shortNameOfKind('Deployment')).toBe('deploy');
  expect(shortNameOfKind('Secret')).toBeUndefined();
});
