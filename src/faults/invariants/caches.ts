/** Informers and watch caches: each ends equal to the store. */
import { second } from '#base/sim-time';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { RunningCache } from '#k8s.io/client-go/tools/cache/running-caches';
import type { Breach, Evidence } from '../evidence.ts';
import type { History, Version } from '../history.ts';
import { selectionOf } from '../selection.ts';
import { otherField } from '../stored-fields.ts';

/** A change of this age has arrived. */
const underWay = 3 * second;

/**
 * After healing each cache that follows the store holds what the store holds, in all fields: the
 * watch caches of the API server and the informers of every program, with their indexes. A
 * controller that works from a cache which has missed a change would be wrong for ever.
 */
export function cachesEqualTheStore({ caches, history, now }: Evidence): Breach | undefined {
  for (const cache of caches) {
    const difference = differenceOf(cache, history, now);
    if (difference === undefined) continue;
    return { fact: 0, message: `${cache.component} ${cache.resource}: ${difference}` };
  }
  return undefined;
}

function differenceOf(cache: RunningCache, history: History, now: number): string | undefined {
  if (!cache.synced) return 'has had no list';
  const misplaced = cache.misplaced();
  if (misplaced !== undefined) return `its indexes are wrong about ${misplaced}`;
  const prefix = history.prefixOf(cache.resource);
  const held = new Map(cache.list().map((object) => [`${prefix}${nameOf(object)}`, object]));
  if (prefix === undefined) {
    const [first] = held.keys();
    return first && `holds ${first}, which the store never had`;
  }
  const { labelSelector, fieldSelector } = cache;
  const selects = selectionOf(labelSelector, fieldSelector);
  const below = cache.namespace === undefined ? prefix : `${prefix}${cache.namespace}/`;
  for (const version of history.lastVersions(below)) {
    const object = held.get(version.key);
    held.delete(version.key);
    if (version.at > now - underWay) continue;
    const { value } = version;
    const stored = value !== undefined && selects(value) ? version : undefined;
    const difference = differenceOfOne(object, stored);
    if (difference !== undefined) return `${version.key}: ${difference}`;
  }
  const [unknown] = held.keys();
  return unknown && `holds ${unknown}, which the store never had`;
}

function differenceOfOne(
  object: KubeObject | undefined,
  stored: Version | undefined,
): string | undefined {
  const at = object?.metadata.resourceVersion;
  const due = stored && String(stored.revision);
  if (at !== due) return `it is held at ${at ?? 'nothing'}, and stored at ${due ?? 'nothing'}`;
  if (object === undefined || stored === undefined || isKnownEqual(object, stored))
    return undefined;
  const other = stored.value && otherField(object, stored.value, stored.revision);
  if (other !== undefined) return `its ${other} is not as stored at ${due}`;
  equal.set(object, stored);
  return undefined;
}

/** The processes of a simulation share most objects: each has to be compared once. */
const equal = new WeakMap<KubeObject, Version>();
const isKnownEqual = (object: KubeObject, stored: Version) => equal.get(object) === stored;

const nameOf = ({ metadata: { namespace = '', name } }: KubeObject): string =>
  namespace === '' ? name : `${namespace}/${name}`;
