/** Informers: every cache ends equal to the store. */
import { second } from '#base/sim-time';
import type { Breach, Evidence } from '../evidence.ts';
import type { History } from '../history.ts';
import { type InformerCache, InformerCaches } from '../informer-caches.ts';

/** An event of this age has arrived. */
const underWay = 3 * second;

/**
 * After healing the cache of every informer holds the objects of the store at their versions. A
 * controller that works from a cache which has missed a change would be wrong for ever.
 */
export function cachesEqualTheStore({ facts, history, now }: Evidence): Breach | undefined {
  const caches = new InformerCaches(facts, history);
  const [wrong] = caches.wrongLists;
  if (wrong !== undefined) return wrong;
  for (const cache of caches.living(now)) {
    const difference = differenceOf(cache, history, now);
    if (difference === undefined) continue;
    return { fact: 0, message: `${cache.component} ${cache.resource}: ${difference}` };
  }
  return undefined;
}

function differenceOf(cache: InformerCache, history: History, now: number): string | undefined {
  const { prefix, selects, versions } = cache;
  const here = new Set<string>();
  for (const { key, value, revision, at } of history.lastVersions(prefix)) {
    here.add(key);
    const held = versions.get(key);
    const stored = value !== undefined && selects(value) ? String(revision) : undefined;
    if (held === stored || at > now - underWay) continue;
    return `holds ${key} at ${held ?? 'nothing'}, the store has ${stored ?? 'nothing'}`;
  }
  const unknown = [...versions.keys()].find((key) => !here.has(key));
  return unknown && `holds ${unknown}, which the store never had`;
}
