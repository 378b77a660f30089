/**
 * Which nodes need which objects, updated as pods are added and removed.
 *
 * Models kubernetes plugin/pkg/auth/authorizer/node graph.go and graph_populator.go: edges lead
 * from a pod to its node, and from the objects that a pod names to the pod. Here paths are counted
 * per node, so that a check is one look-up.
 */

import { must } from '#base/assert';
import type { PersistentVolume, Pod } from '#k8s.io/api/core/v1';
import type { VolumeAttachment } from '#k8s.io/api/storage/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { type ResourceInfo, resourceForKind } from '#k8s.io/apimachinery/resources';
import type { ResourceCache } from '../../storage/resource-cache.ts';
import { podReferences } from './pod-references.ts';

export class NodeGraph {
  /** `secrets/default/tls` → node → number of its pods that need it. */
  readonly #nodes = new Map<string, Map<string, number>>();
  readonly #volumes: ResourceCache;

  constructor(cache: (resource: ResourceInfo) => ResourceCache) {
    const watch = (apiVersion: string, kind: string, keys: KeysOf): void => {
      cache(must(resourceForKind(apiVersion, kind), kind)).addHandler((object, previous) => {
        const before = previous && keys(previous);
        const after = object && keys(object);
        if (sameEdges(before, after)) return;
        if (before !== undefined) this.#count(before, -1);
        if (after !== undefined) this.#count(after, 1);
      });
    };
    watch('v1', 'Pod', (object) => podEdges(asObject<Pod>(object)));
    watch('storage.k8s.io/v1', 'VolumeAttachment', (object) => {
      const { spec, metadata } = asObject<VolumeAttachment>(object);
      return { node: spec.nodeName, keys: [`volumeattachments//${metadata.name}`] };
    });
    this.#volumes = cache(must(resourceForKind('v1', 'PersistentVolume'), 'PersistentVolume'));
  }

  /** Whether a node needs an object. The namespace is empty for cluster-scoped ones. */
  hasPath(resource: string, namespace: string, name: string, node: string): boolean {
    if (resource === 'persistentvolumes') return this.#hasPathToVolume(name, node);
    return this.#nodes.get(`${resource}/${namespace}/${name}`)?.has(node) ?? false;
  }

  /** The path to a volume leads through the claim that it is bound to. */
  #hasPathToVolume(name: string, node: string): boolean {
    const volume = this.#volumes.get(name) as PersistentVolume | undefined;
    const claim = volume?.spec?.claimRef;
    if (claim?.name === undefined) return false;
    return this.hasPath('persistentvolumeclaims', claim.namespace ?? '', claim.name, node);
  }

  #count({ node, keys }: Edges, change: 1 | -1): void {
    for (const key of keys) {
      const counts = this.#nodes.get(key) ?? new Map<string, number>();
      const count = (counts.get(node) ?? 0) + change;
      if (count > 0) counts.set(node, count);
      else counts.delete(node);
      if (counts.size > 0) this.#nodes.set(key, counts);
      else this.#nodes.delete(key);
    }
  }
}

interface Edges {
  readonly node: string;
  readonly keys: Iterable<string>;
  /** The pod's spec: while it is the same object, its edges are the same. */
  readonly spec?: unknown;
  readonly pod?: string;
}

type KeysOf = (object: object) => Edges | undefined;

const edgesOfSpec = new WeakMap<object, Edges>();

/** A pod has no edges before it is bound. */
function podEdges(pod: Pod): Edges | undefined {
  const node = pod.spec.nodeName;
  if (node === undefined || node === '') return undefined;
  const { namespace, name } = pod.metadata;
  const known = edgesOfSpec.get(pod.spec);
  // Pods from one template may share a spec, so the name is compared too.
  if (known?.pod === name) return known;
  const keys = [...podReferences(pod), `pods/${namespace}/${name}`];
  const edges: Edges = { node, keys, spec: pod.spec, pod: name };
  edgesOfSpec.set(pod.spec, edges);
  return edges;
}

const sameEdges = (a: Edges | undefined, b: Edges | undefined): boolean =>
  a === b || (a?.spec !== undefined && a.spec === b?.spec);
