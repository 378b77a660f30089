/**
 * Two runs with the same beginning, side by side: where they part, the first object that is stored
 * differently, and the differences at one moment of virtual time.
 */

import type { Scene, StoredKey } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import { isBackgroundKey } from '#trace/background';
import type { FactId } from '#trace/fact';
import { changedFields } from '../inspector/changed-fields.ts';

/** How many facts two runs have in common from the start. */
export function sharedFacts(a: TraceLog, b: TraceLog): FactId {
  const end = Math.min(a.facts.length, b.facts.length);
  let shared = 0;
  while (shared < end && isSameFact(a.fact(shared + 1), b.fact(shared + 1))) shared++;
  return shared;
}

// A fork shares its facts with the run it left; facts that were computed again are only equal.
const isSameFact = (a: unknown, b: unknown): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

/** A write that only one run makes, or that the two runs make differently. */
export interface WriteDifference {
  readonly side: 0 | 1;
  readonly fact: FactId;
  readonly at: number;
  /** `pods/default/nginx-7f9c`. */
  readonly name: string;
}

const nameOfKey = (key: string): string => key.replace(/^\/registry\//, '');

/**
 * The first write after the parting that has no equal in the other run; background does not count.
 */
export function firstOtherWrite(
  a: TraceLog,
  b: TraceLog,
  shared: FactId,
): WriteDifference | undefined {
  const found = [ownWrite(a, b, shared, 0), ownWrite(b, a, shared, 1)].filter(
    (each) => each !== undefined,
  );
  return found.sort((one, other) => one.at - other.at)[0];
}

function ownWrite(
  log: TraceLog,
  other: TraceLog,
  shared: FactId,
  side: 0 | 1,
): WriteDifference | undefined {
  const seen = new Map<string, number>();
  for (let id = shared + 1; id <= log.facts.length; id++) {
    const fact = log.fact(id);
    if (fact?.type !== 'TxnCommitted' || isBackgroundKey(fact.key)) continue;
    const count = seen.get(fact.key) ?? 0;
    seen.set(fact.key, count + 1);
    const rivals = writesAfter(other, fact.key, shared);
    if (count < rivals.length && contentOf(rivals[count]) === contentOf(fact.value)) continue;
    return { side, fact: id, at: fact.at, name: nameOfKey(fact.key) };
  }
  return undefined;
}

function writesAfter(log: TraceLog, key: string, shared: FactId): readonly unknown[] {
  return log
    .revisionsOf(key)
    .filter((id) => id > shared)
    .map((id) => {
      const fact = log.fact(id);
      return fact?.type === 'TxnCommitted' ? fact.value : undefined;
    });
}

/** Fields that differ whenever the same is done again: numbers of the store, moments, ids. */
const passing = new Set([
  'resourceVersion',
  'managedFields',
  'uid',
  'creationTimestamp',
  'lastTransitionTime',
  'lastUpdateTime',
  'lastHeartbeatTime',
  'lastProbeTime',
  'startTime',
  'startedAt',
  'finishedAt',
  'containerID',
]);

const contentOf = (object: unknown): string =>
  JSON.stringify(object, (key, value: unknown) => (passing.has(key) ? undefined : value)) ?? '';

/** An object at one moment that only one run has, or that differs between them. */
interface ObjectDifference {
  readonly name: string;
  readonly kind: 'first' | 'second' | 'changed';
  readonly fields: readonly string[];
}

/** The objects that are stored differently in two scenes, by name. */
export function objectsThatDiffer(a: Scene, b: Scene): readonly ObjectDifference[] {
  const keys = [...new Set([...a.etcd.keys.keys(), ...b.etcd.keys.keys()])];
  return keys
    .filter((key) => !isBackgroundKey(key))
    .sort()
    .flatMap((key) => differenceOf(key, a.etcd.keys.get(key), b.etcd.keys.get(key)) ?? []);
}

function differenceOf(
  key: string,
  one: StoredKey | undefined,
  other: StoredKey | undefined,
): ObjectDifference | undefined {
  const name = nameOfKey(key);
  if (one === other || one?.object === other?.object) return undefined;
  if (one === undefined) return { name, kind: 'second', fields: [] };
  if (other === undefined) return { name, kind: 'first', fields: [] };
  const [before, after] = [contentOf(one.object), contentOf(other.object)];
  if (before === after) return undefined;
  const fields = changedFields(JSON.parse(before || 'null'), JSON.parse(after || 'null'));
  return { name, kind: 'changed', fields };
}

export const countNames = ['pods', 'ready', 'nodes', 'revision', 'events', 'facts'] as const;
type CountName = (typeof countNames)[number];

/** The counts of a scene. */
export function countsOf(scene: Scene): Readonly<Record<CountName, number>> {
  const pods = [...scene.pods.values()].filter(({ stored }) => stored);
  return {
    pods: pods.length,
    ready: pods.filter(({ ready }) => ready).length,
    nodes: [...scene.nodes.values()].filter(({ ready }) => ready).length,
    revision: scene.etcd.revision,
    events: scene.events.length,
    facts: scene.cursor,
  };
}
