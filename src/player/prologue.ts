/**
 * What the map shows before the first command: a cluster is never idle, and the last request that a
 * component made of its own accord (it renews its Lease) travels once more over the map. All of it
 * is in the trace; only the pace is the page's.
 */

import type { StoreApi } from 'zustand/vanilla';
import { stationOf } from '#facts/facts';
import type { FactId } from '#trace/fact';
import type { Player } from './player-state.ts';
import { at } from './run.ts';
import type { TraceLog } from './trace-log.ts';

/** Few stops: what moves unasked must rest within five seconds (WCAG 2.2.2). */
const stops: ReadonlySet<string | undefined> = new Set([
  'sent',
  'received',
  'store',
  'etcd',
  'returned',
]);
/** Milliseconds between two movements. */
const breath = 60;

/**
 * The facts of the last write before a moment, one for each stop of its way; none without a write.
 */
export function prologueOf(log: TraceLog, readyAt: number): readonly FactId[] {
  for (let id = log.lastFactAt(readyAt); id > 0; id--) {
    const fact = log.fact(id);
    if (fact?.type !== 'ResponseReceived') continue;
    const facts = log.factsOfRequest(fact.request);
    const sent = log.fact(facts[0] ?? 0);
    if (sent?.type === 'RequestSent' && sent.method !== 'GET') return stopsAmong(log, facts);
  }
  return [];
}

function stopsAmong(log: TraceLog, facts: readonly FactId[]): readonly FactId[] {
  const seen = new Set<string>();
  return facts.filter((id) => {
    const fact = log.fact(id);
    const station = fact && stationOf(fact);
    if (station === undefined || !stops.has(station) || seen.has(station)) return false;
    seen.add(station);
    return true;
  });
}

/**
 * Plays it once for each run that begins without a command, unless motion is reduced; it ends when
 * something else moves the cursor. Returns the function that stops it.
 */
export function playPrologue(player: StoreApi<Player>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ahead: FactId[] = [];
  let here: FactId | undefined;

  const end = (): void => {
    clearTimeout(timer);
    here = undefined;
    player.getState().log.prologue = new Set();
  };
  const begin = (state: Player): void => {
    const { log, options } = state;
    ahead = [...prologueOf(log, options.readyAt)];
    log.prologue = new Set(ahead);
    // Nothing moves at the first stop.
    const [first] = ahead.splice(0, 1);
    if (first === undefined) return;
    here = first;
    player.setState(at(state, first));
    goOn();
  };
  const goOn = (): void => {
    const state = player.getState();
    const [next] = ahead.splice(0, 1);
    here = next;
    if (next !== undefined) {
      player.setState({ ...at(state, next), from: state.scene, t: 0 });
      return;
    }
    end();
    state.toStart();
  };
  const unsubscribe = player.subscribe((state, before) => {
    if (isHome(state) && !isHome(before)) {
      begin(state);
      return;
    }
    if (here === undefined) return;
    if (state.cursor !== here) end();
    else if (state.goal !== undefined) {
      // A command was entered: its first facts move the cursor, and the map changes once.
      clearTimeout(timer);
    } else if (!isHome(state)) {
      end();
      if (state.steps.length === 0 && state.live === undefined) state.toStart();
    } else if (state.t === 1 && before.t < 1) timer = setTimeout(goOn, breath);
  });
  return () => {
    unsubscribe();
    end();
  };
}

/** Whether the cluster is there, nobody has typed anything, and no time passes. */
const isHome = ({ goal, recording, steps, reducedMotion, live }: Player): boolean =>
  goal === undefined &&
  recording?.inputs.length === 0 &&
  steps.length === 0 &&
  !reducedMotion &&
  live === undefined;
