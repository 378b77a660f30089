/**
 * Which keys of etcd the map shows: those that the story wrote, as many as there is room for, and
 * always the object of the step among them.
 */

import type { EtcdScene, StoredKey } from '#player/scene';
import { isBesideStoryKey } from '#trace/background';
import { storedObjectKey } from '#trace/object-key';

const kindOrder = ['Deployment', 'ReplicaSet', 'Pod'];

/** The step: its fact, and the object that it is about (`pods/default/nginx`). */
interface StepOfKeys {
  readonly fact: number;
  readonly subject: string | undefined;
}

/**
 * The keys written since the story began, by kind, then oldest first. Keys that are written over
 * and over appear only if the step itself writes them.
 */
export function storyKeys({ keys }: EtcdScene, start: number, now: number): readonly StoredKey[] {
  const story: StoredKey[] = [];
  const beside: StoredKey[] = [];
  for (const stored of keys.values()) {
    if (stored.fact < start) continue;
    if (!isBesideStoryKey(stored.key)) story.push(stored);
    else if (stored.fact === now) beside.push(stored);
  }
  const place = ({ object }: StoredKey): number => {
    const known = kindOrder.indexOf(object?.kind ?? '');
    return known < 0 ? kindOrder.length : known;
  };
  story.sort((a, b) => place(a) - place(b) || a.createRevision - b.createRevision);
  return [...story, ...beside];
}

interface PlaceForKeys {
  readonly rows: number;
  readonly tickets: number;
}

/**
 * As many keys as there are tickets; if some are left out, the last row shows how many. The key
 * that the step wrote and the object that it is about take the last places if they would be left
 * out. A single row shows one of these, else the key written last.
 */
export function shownKeys(
  keys: readonly StoredKey[],
  { rows, tickets }: PlaceForKeys,
  { fact, subject }: StepOfKeys,
): readonly StoredKey[] {
  if (keys.length <= tickets) return keys;
  const room = Math.max(1, rows - 1);
  const wanted = new Set([
    ...keys.filter((key) => key.fact === fact),
    ...keys.filter(({ key }) => storedObjectKey(key) === subject),
  ]);
  const others = rows > 1 ? keys : [...keys].sort((a, b) => b.revision - a.revision);
  const chosen = new Set([...wanted].slice(0, room));
  for (const key of others) if (chosen.size < room) chosen.add(key);
  return keys.filter((key) => chosen.has(key));
}
