/** Who hears of a write: each watcher of its kind, what it asks for, and when it heard. */
import type { Scene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf, FactType } from '#trace/facts';
import { storedResource, withoutGroup } from '#trace/object-key';
import type { Write } from './writes.ts';

/** What a watch asks for; `fields` and `labels` as the request has them. */
export interface Question {
  readonly kind: 'all' | 'unfinished' | 'fields' | 'labels';
  readonly words: string;
}

export interface Watcher {
  readonly request: number;
  readonly client: string;
  readonly question: Question;
  /** `waits`: the cache has not told yet. `silent`: the write is no answer to its question. */
  readonly state: 'heard' | 'on-the-way' | 'waits' | 'silent';
  readonly event: FactOf<'WatchEventSent'> | undefined;
  /** When it heard. */
  readonly at: number | undefined;
}

export interface Fan {
  readonly write: Write;
  /** Plural with its group, as the watches have it; without one that of the key. */
  readonly resource: string;
  /** When the watch cache of the resource took the write in. */
  readonly cached: FactOf<'WatchCacheUpdated'> | undefined;
  /** The revision that the cache is at; `undefined`: nobody has it kept. */
  readonly cacheAt: string | undefined;
  readonly watchers: readonly Watcher[];
}

export function fanOf(log: TraceLog, scene: Scene, write: Write): Fan {
  const cursor = scene.cursor;
  const cached = effectOf(log, write.id, 'WatchCacheUpdated', cursor)[0];
  const plural = storedResource(write.key);
  const own = [...scene.watches.values()].filter(
    ({ resource }) => resource === cached?.ref.resource || withoutGroup(resource) === plural,
  );
  const resource = cached?.ref.resource ?? own[0]?.resource ?? plural;
  const sent = cached === undefined ? [] : effectOf(log, cached.id, 'WatchEventSent', cursor);
  const told = cached !== undefined && sent.length >= cached.watchers;
  const watchers = own
    .filter(({ resource: each }) => each === resource)
    .flatMap(({ request, client }): Watcher[] => {
      const asked = log.fact(log.factsOfRequest(request)[0] ?? 0);
      const event = sent.find((each) => each.request === request);
      // Whoever asked later got the object with its first list.
      if (asked?.type !== 'RequestSent') return [];
      if (cached !== undefined && asked.id > cached.id && event === undefined) return [];
      const heard =
        event === undefined ? undefined : effectOf(log, event.id, 'WatchEventReceived', cursor)[0];
      const state =
        heard !== undefined
          ? 'heard'
          : event !== undefined
            ? 'on-the-way'
            : told
              ? 'silent'
              : 'waits';
      return [{ request, client, question: questionOf(asked.url), state, event, at: heard?.at }];
    });
  return {
    write,
    resource,
    cached,
    cacheAt: scene.watchCaches.get(resource)?.resourceVersion,
    watchers: inOrder(newestOfEach(watchers)),
  };
}

/** A watch ends and is opened again: of those of one client with one question the last counts. */
function newestOfEach(watchers: readonly Watcher[]): readonly Watcher[] {
  const last = new Map<string, Watcher>();
  for (const watcher of watchers) {
    const key = `${watcher.client} ${watcher.question.words}`;
    const known = last.get(key);
    if (known?.event === undefined || watcher.event !== undefined) last.set(key, watcher);
  }
  return [...last.values()];
}

const ranks = ['heard', 'on-the-way', 'waits', 'silent'] as const;

/** Those that do something first, in the order in which they heard. */
function inOrder(watchers: readonly Watcher[]): readonly Watcher[] {
  const name = ({ client }: Watcher): string => client;
  return [...watchers].sort(
    (a, b) =>
      ranks.indexOf(a.state) - ranks.indexOf(b.state) ||
      (a.at ?? 0) - (b.at ?? 0) ||
      (name(a) < name(b) ? -1 : 1),
  );
}

/** The selectors of a watch, from its URL. */
export function questionOf(url: string): Question {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const fields = query.get('fieldSelector') ?? '';
  const labels = query.get('labelSelector') ?? '';
  if (fields === unfinished) return { kind: 'unfinished', words: fields };
  if (fields !== '') return { kind: 'fields', words: fields.replaceAll(/(spec|metadata)\./g, '') };
  return labels === '' ? { kind: 'all', words: '' } : { kind: 'labels', words: labels };
}

/** How the scheduler asks for the Pods that may still need a node. */
const unfinished = 'status.phase!=Succeeded,status.phase!=Failed';

function effectOf<T extends FactType>(
  log: TraceLog,
  id: FactId,
  type: T,
  cursor: FactId,
): readonly FactOf<T>[] {
  return log
    .effectsOf(id)
    .map((effect) => log.fact(effect))
    .filter((fact): fact is FactOf<T> & Fact => fact?.type === type && fact.id <= cursor);
}
