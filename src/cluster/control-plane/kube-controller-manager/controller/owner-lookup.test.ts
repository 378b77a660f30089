import { describe, expect, it } from 'vitest';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import { newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { Indexer, metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import { OwnerLookup } from './owner-lookup.ts';

const namespace = 'default';
const stamps = { namespace, resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

const setOf = (name: string, uid = name): ReplicaSet => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { ...stamps, name, uid },
  spec: { selector: { matchLabels: { app: name } } },
});

const [web, api] = [setOf('web'), setOf('api')];

const podOf = (app: string | undefined, owner?: ReplicaSet): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    ...stamps,
    name: 'p',
    uid: 'p',
    ...(app === undefined ? {} : { labels: { app } }),
    ...(owner === undefined ? {} : { ownerReferences: [newControllerRef(owner)] }),
  },
});

function lookup(...sets: readonly ReplicaSet[]): OwnerLookup<ReplicaSet> {
  const lister = new Indexer<ReplicaSet>();
  const owners = { lister, addIndex: lister.addIndex.bind(lister) };
  const found = new OwnerLookup('ReplicaSet', owners, ({ spec }) => spec.selector);
  for (const set of sets) lister.set(metaNamespaceKey(set), set);
  return found;
}

describe('a change of a pod', () => {
  it('concerns the owner that controls it, unless the name is another object now', () => {
    const pod = podOf('web', web);
    expect(lookup(web, api).ownerOf(pod)).toBe(web);
    expect(lookup(setOf('web', 'made-anew')).ownerOf(pod)).toBeUndefined();
  });

  it('concerns the former owner and who may adopt it when it is released', () => {
    const concerned = lookup(web, api).concernedBy(podOf('web', web), podOf('api'));
    expect(concerned).toEqual({ former: web, owner: undefined, adopters: [api] });
  });

  it('concerns nobody when an orphan stays as it was', () => {
    const concerned = lookup(web, api).concernedBy(podOf('web'), podOf('web'));
    expect(concerned).toEqual({ former: undefined, owner: undefined, adopters: [] });
  });

  it('concerns no adopter when it has no labels', () => {
    expect(lookup(web).adoptersOf(podOf(undefined))).toEqual([]);
  });
});
