/** What the inspector is about: the fact at the cursor, its request, and the object it names. */
import { podOf, refOf } from '#facts/names';
import { captionedFact } from '#player/captioned-fact';
import { isBeforeAll } from '#player/navigation';
import { isKubeObject } from '#player/object-words';
import { player, usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type { KubeObject, RequestScene, StoredKey } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf } from '#trace/facts';
import { etcdFolder, etcdKeyOf } from '#trace/object-key';
import { useInspector } from './inspector-store.ts';

/**
 * The fact at the cursor. At the start there is none: a person did not come for the cluster's own
 * latest heartbeat.
 */
export function useFact(): Fact | undefined {
  const captioned = usePlayer(captionedFact);
  const atHome = usePlayer((state) => {
    const { goal, cursor, steps, toward } = state;
    if (toward !== undefined) return false;
    // A first command was given, and none of its steps has come yet.
    if (goal?.kind === 'input') return steps.length === 0;
    return goal === undefined && isBeforeAll(state, cursor);
  });
  return atHome ? undefined : player.getState().log.fact(captioned);
}

/** Every fact of one request up to the cursor, oldest first. */
export function factsOfRequest(log: TraceLog, fact: Fact, scene: RequestScene | undefined): Fact[] {
  if (scene !== undefined) {
    return scene.facts.flatMap((id) => log.fact(id) ?? []).filter(({ id }) => id <= fact.id);
  }
  const request = log.requestOf(fact.id);
  if (request === 0) return [];
  const found: Fact[] = [];
  for (let id = fact.id; id > 0; id = log.fact(id)?.cause ?? 0) {
    if (log.requestOf(id) !== request) break;
    const cause = log.fact(id);
    if (cause !== undefined) found.unshift(cause);
  }
  return found;
}

export const findFact = <T extends Fact['type']>(
  facts: readonly Fact[],
  type: T,
): FactOf<T> | undefined => facts.findLast((fact): fact is FactOf<T> => fact.type === type);

/** The object that a fact is about: as stored at the cursor, or as sent. */
export interface Subject {
  readonly key: string;
  readonly stored: StoredKey | undefined;
  readonly object: KubeObject | undefined;
  /** The revision that removed it, if `object` is what was stored before. */
  readonly removed?: number;
}

function subjectOf(
  fact: Fact,
  request: readonly Fact[],
  { log, scene }: Pick<Player, 'log' | 'scene'>,
): Subject | undefined {
  if (fact.type === 'ManifestGenerated') {
    return { key: '', stored: undefined, object: fact.object };
  }
  const key = subjectKey(fact, request);
  if (key === undefined) return undefined;
  const stored = scene.etcd.keys.get(key);
  const object = stored?.object ?? sentObject(request);
  return object === undefined ? lastOf(log, key, scene.cursor) : { key, stored, object };
}

/** All writes to a key up to a fact, oldest first. */
export function writesOf(
  log: TraceLog,
  key: string,
  cursor: FactId,
): readonly FactOf<'TxnCommitted'>[] {
  return log.revisionsOf(key).flatMap((id) => {
    const fact = id <= cursor ? log.fact(id) : undefined;
    return fact?.type === 'TxnCommitted' ? [fact] : [];
  });
}

/** An object that is no longer stored at a fact, as it was before. */
function lastOf(log: TraceLog, key: string, cursor: FactId): Subject {
  const [before, last] = writesOf(log, key, cursor).slice(-2);
  const value = before?.value;
  if (last?.op !== 'delete' || !isKubeObject(value)) {
    return { key, stored: undefined, object: undefined };
  }
  return { key, stored: undefined, object: value, removed: last.revision };
}

function subjectKey(fact: Fact, request: readonly Fact[]): string | undefined {
  if (fact.type === 'TxnCommitted' || fact.type === 'TxnRefused') return fact.key;
  const ref = refOf(fact);
  if (ref !== undefined && ref.name !== '') return etcdKeyOf(ref);
  const write = findFact(request, 'StorageWriteStarted') ?? findFact(request, 'TxnCommitted');
  if (write !== undefined) return write.key;
  const pod = podOf(fact);
  if (pod !== undefined) return etcdFolder('pods') + pod;
  const sent = findFact(request, 'RequestSent');
  if (sent !== undefined && sent.ref.name !== '') return etcdKeyOf(sent.ref);
  return undefined;
}

function sentObject(request: readonly Fact[]): KubeObject | undefined {
  const body = findFact(request, 'RequestSent')?.body;
  // The options of a deletion have a kind too, but are no object; a patch is a part of one.
  return isKubeObject(body) && 'kind' in body ? body : undefined;
}

/** The subject at the cursor. */
export function useSubject(): Subject | undefined {
  const fact = useFact();
  const scene = usePlayer((state) => state.scene);
  if (fact === undefined) return undefined;
  const { log } = player.getState();
  const request = factsOfRequest(log, fact, scene.requests.get(log.requestOf(fact.id)));
  return subjectOf(fact, request, { log, scene });
}

/** The object that a person chose, or else the subject at the cursor. */
export function useShownObject(): Subject | undefined {
  const subject = useSubject();
  const pinned = useInspector((state) => state.object);
  const scene = usePlayer((state) => state.scene);
  if (pinned === undefined) return subject;
  const stored = scene.etcd.keys.get(pinned);
  if (stored === undefined) return lastOf(player.getState().log, pinned, scene.cursor);
  return { key: pinned, stored, object: stored.object };
}
