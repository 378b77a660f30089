/**
 * How a stop of a tour is told: its own words with what they name, and the cast of the fact where
 * it stands together with what is named. What changed and why is said of a beat of the run.
 */
import type { Anchor, Telling } from '#facts/telling';
import { inEtcd } from '#facts/tellings/anchors';
import { roomAt } from '#player/place';
import type { TraceLog } from '#player/trace-log';
import type { BoundBeat } from '#scenarios/tours/bind-tour';
import type { Fact } from '#trace/facts';
import { etcdFolder } from '#trace/object-key';
import { anchoredWords, type WordsPlace } from './anchored-words.ts';
import type { Tellings } from './tour-store.ts';

interface Stop {
  readonly log: TraceLog;
  readonly stop: BoundBeat;
  readonly text: string;
  /** What the author of the words has named in them, as `[[name|words]]`. */
  readonly named?: Readonly<Record<string, Anchor>>;
}

export function stopTelling(
  { log, stop, text, named: own = {} }: Stop,
  tellings: Tellings,
): Telling | undefined {
  const fact = log.fact(stop.fact);
  if (fact === undefined) return undefined;
  const beat = log.beats.find((each) => each.fact === fact.id);
  const told = toldOf(log, fact, tellings);
  const place: WordsPlace = {
    node: nodeOf(log, fact, told.cast),
    nodes: nodesOf(log, fact),
    ...tellings.controllersOnMap(log, fact.id),
    atStation: fact.component === 'kube-apiserver',
    object: writtenBy(fact),
    asks: told.cast.includes('kubectl'),
    cast: stop.beat.cast ?? [],
  };
  const { line, anchors } = anchoredWords(text, place, own);
  const named = [...(stop.beat.cast ?? []), ...Object.values(anchors)];
  const cast = [...new Set([...told.cast, ...named.flatMap((anchor) => anchor.split(' '))])];
  const { changed, why, whatIf, help } = beat === undefined ? nothing : told;
  // A line that is no id of the story's words stands as it is.
  const reasons = { changed, why, whatIf, help };
  return { line: { id: line, params: {} }, anchors, cast, ...reasons, terms: told.terms };
}

/** How the run itself tells a fact. */
export function toldOf(log: TraceLog, fact: Fact, tellings: Tellings): Telling {
  const beat = log.beats.find((each) => each.fact === fact.id);
  const told = beat === undefined ? undefined : tellings.tellingAt(log, beat);
  return told ?? tellings.tellingOfFact(log, fact);
}

const nothing = { changed: [], why: undefined, whatIf: undefined, help: undefined } as const;

/** The node that the fact is about. */
function nodeOf(log: TraceLog, fact: Fact, cast: readonly Anchor[]): string | undefined {
  const room = roomAt(log.sceneAt(fact.id), fact.component);
  const own = /^node-[^/]+/.exec(room ?? '')?.[0];
  if (own !== undefined) return own;
  const nodes = new Set(cast.flatMap((anchor) => /^node-[^/ ]+/.exec(anchor)?.[0] ?? []));
  return nodes.size === 1 ? [...nodes][0] : undefined;
}

/** A cluster of hundreds is no cast. */
const mostNodes = 5;

const nodesOf = (log: TraceLog, { id }: Fact): readonly string[] =>
  log
    .keysUnder(etcdFolder('nodes'))
    .filter((key) => (log.revisionsOf(key)[0] ?? id) < id)
    .slice(0, mostNodes)
    .map((key) => key.slice(key.lastIndexOf('/') + 1))
    .sort();

function writtenBy(fact: Fact): WordsPlace['object'] {
  if (fact.type !== 'TxnCommitted') return undefined;
  const { kind = '' } = (fact.value ?? {}) as { readonly kind?: string };
  return { kind, anchor: inEtcd(fact.key) };
}
