/** The writes to etcd since a story began, and which of them the picture speaks of. */
import type { TraceLog } from '#player/trace-log';
import { isBesideStoryKey, isHeartbeatKey } from '#trace/background';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf } from '#trace/facts';
import { storedResource } from '#trace/object-key';

export type Write = FactOf<'TxnCommitted'>;

/** A write whose condition did not hold: no revision was used up. */
export type RefusedWrite = FactOf<'TxnRefused'>;

export interface Writes {
  /** Up to the cursor, oldest first. */
  readonly past: readonly Write[];
  /** Those that come after it, as far as the run is known. */
  readonly ahead: readonly Write[];
  readonly refused: readonly RefusedWrite[];
}

/** What was written since a fact, without heartbeats; `told` is never left out. */
export function writesSince(log: TraceLog, start: FactId, cursor: FactId, told?: FactId): Writes {
  const past: Write[] = [];
  const ahead: Write[] = [];
  const refused: RefusedWrite[] = [];
  for (const id of log.factsOf('etcd')) {
    if (id < start) continue;
    const fact = log.fact(id);
    if (fact?.type === 'TxnRefused' && id <= cursor && !isHeartbeatKey(fact.key)) {
      refused.push(fact);
    }
    if (fact?.type !== 'TxnCommitted' || !(id === told || isShown(log, fact))) continue;
    (id <= cursor ? past : ahead).push(fact);
  }
  return { past, ahead, refused };
}

/** A write that somebody follows: objects, Events, and what is a step of the run. */
function isShown(log: TraceLog, { id, key }: Write): boolean {
  if (!isBesideStoryKey(key) || isEventKey(key)) return true;
  return !isHeartbeatKey(key) && log.stepAt(id)?.fact === id;
}

export const isEventKey = (key: string): boolean => storedResource(key) === 'events';

/** How many causes back a write is still what a fact is about. */
const farthest = 12;

/**
 * The write that a moment speaks of: the one that happens, the one that somebody hears of, that of
 * the request under way, or the nearest among the causes; else the last one.
 */
export function toldWrite(log: TraceLog, start: FactId, cursor: FactId): Write | undefined {
  const fact = log.fact(cursor);
  if (fact === undefined) return undefined;
  if (fact.type === 'TxnRefused') return writeOf(log.fact(lastOf(log, fact.key, cursor)));
  return (
    ofRequest(log, cursor) ??
    ofCauses(log, fact, start) ??
    writesSince(log, start, cursor).past.at(-1)
  );
}

const lastOf = (log: TraceLog, key: string, cursor: FactId): FactId =>
  log.revisionsOf(key).findLast((id) => id <= cursor) ?? 0;

function ofRequest(log: TraceLog, cursor: FactId): Write | undefined {
  const request = log.requestOf(cursor);
  if (request === 0) return undefined;
  const ids = log.factsOfRequest(request).filter((id) => id <= cursor);
  return ids.flatMap((id) => writeOf(log.fact(id)) ?? []).at(-1);
}

function ofCauses(log: TraceLog, from: Fact, start: FactId): Write | undefined {
  let fact: Fact | undefined = from;
  for (let count = 0; count < farthest && fact !== undefined && fact.id >= start; count++) {
    if (fact.type === 'TxnCommitted') return fact;
    fact = log.fact(fact.cause);
  }
  return undefined;
}

const writeOf = (fact: Fact | undefined): Write | undefined =>
  fact?.type === 'TxnCommitted' ? fact : undefined;

/** What the API server asked of etcd for a write, or for one that was refused. */
export function askedFor(
  log: TraceLog,
  write: Pick<Fact, 'cause'> & { readonly key: string },
): FactOf<'StorageWriteStarted'> | undefined {
  let fact = log.fact(write.cause);
  // With several members the entry of the log stands between.
  if (fact?.type === 'EntryCommitted') fact = log.fact(fact.cause);
  return fact?.type === 'StorageWriteStarted' && fact.key === write.key ? fact : undefined;
}
