/**
 * The live clock: the cursor rides at the head of the run, and virtual time passes as fast as the
 * reader's own, times the speed. The simulator has always run ahead; the clock shows no more
 * than it has reached, and asks for more before it gets there.
 */
import type { FactId } from '#trace/fact';
import { homeOf } from './navigation.ts';
import type { Player, PlayerActions, PlayerState } from './player-state.ts';
import { at, type Get, type Run, type SetState } from './run.ts';

/** Microseconds of virtual time in a millisecond. */
const millisecond = 1000;
const second = 1_000_000;
/** How far the simulator is ahead of the clock at least, and how far it goes then, at 1×. */
const ahead = 10 * second;
const stretch = 25 * second;
/**
 * The page keeps every fact of a run: with so many of them, a day of a quiet cluster, the clock
 * stands. A run asked for ends a little later.
 */
export const mostLiveFacts = 2_800_000;

export type LiveAction = 'goLive' | 'leaveLive' | 'rideOn';

export function liveActions(run: Run, set: SetState, get: Get): Pick<PlayerActions, LiveAction> {
  return {
    goLive() {
      const state = get();
      const { scene, lived = 0, options, recording, factCount, goal, steps } = state;
      if (recording === undefined || factCount >= mostLiveFacts) return;
      const live = Math.max(scene.at, lived, options.readyAt);
      // Before the first command the cursor may be anywhere before the ready cluster.
      const home = goal === undefined && steps.length === 0 ? at(state, homeOf(state)) : {};
      set({ ...home, playing: false, loop: undefined, live, lived: live });
      rideTo(live, set, get);
    },
    leaveLive: () => set({ live: undefined }),
    rideOn(milliseconds) {
      const state = get();
      const { live, status, speed, factCount } = state;
      if (live === undefined) return;
      if (!goesOn(state) || factCount >= mostLiveFacts) {
        set({ live: undefined });
        return;
      }
      const passed = milliseconds * millisecond * speed;
      const reached = status.kind === 'running' || status.kind === 'done' ? status.at : 0;
      // The clock of a served run is the server's.
      const own = state.served === undefined;
      const moment = Math.max(live, own ? Math.min(live + passed, reached) : reached);
      rideTo(moment, set, get);
      if (!own) return;
      if (status.kind === 'done' && status.at - moment < ahead * speed) {
        run.extend(status.at + stretch * speed);
      } else if (Math.floor(moment / second) > Math.floor(live / second)) run.expect(moment);
    },
  };
}

const goesOn = ({ status: { kind } }: Player): boolean =>
  kind === 'loading' || kind === 'running' || kind === 'done';

/** Puts the clock to a moment, and the cursor to the last fact up to it that the run tells. */
function rideTo(moment: number, set: SetState, get: Get): void {
  const state = get();
  const { cursor, goal } = state;
  const head = goal === undefined ? lastToldAt(state, moment) : cursor;
  set({ ...(head === cursor ? {} : at(state, head)), live: moment, lived: moment });
}

/** Heartbeats that follow the cursor are passed over: nothing on the page is about them. */
function lastToldAt({ log, cursor }: PlayerState, moment: number): FactId {
  const last = log.lastFactAt(moment);
  for (let fact = last; fact > cursor; fact--) if (!log.isNoise(fact)) return fact;
  return cursor;
}
