/** Keeps scenes of a run that is over, in moments in which the page has nothing else to do. */
import type { StoreApi } from 'zustand/vanilla';
import type { Player } from './player-state.ts';
import type { TraceLog } from './trace-log.ts';

/** Milliseconds after which it goes on even if the page never rests. */
const longest = 2_000;
/** Milliseconds between two scenes in a browser that does not say when the page rests. */
const pause = 20;

/** Follows a player until the returned function is called. */
export function keepScenesAtRest(player: StoreApi<Player>): () => void {
  let isAsked = false;
  const keep = (log: TraceLog): void => {
    if (!log.keepScene()) return;
    isAsked = true;
    whenIdle(() => {
      isAsked = false;
      keep(player.getState().log);
    });
  };
  return player.subscribe(({ status, log }, before) => {
    if (!isAsked && status.kind === 'done' && before.status !== status) keep(log);
  });
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: longest });
  else setTimeout(work, pause);
}
