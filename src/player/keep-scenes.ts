/** Keeps scenes of a run that is over, in moments in which the page has nothing else to do. */
import type { StoreApi } from 'zustand/vanilla';
import type { Player } from './player-state.ts';
import { whenIdle } from './when-idle.ts';

/** Milliseconds after which it goes on even if the page never rests. */
const longest = 2_000;
/** Milliseconds between two scenes in a browser that does not say when the page rests. */
const pause = 20;

/** Follows a player until the returned function is called. */
export function keepScenesAtRest(player: StoreApi<Player>): () => void {
  let isAsked = false;
  const ask = (): void => {
    isAsked = true;
    const keep = (): void => {
      isAsked = player.getState().log.keepScene();
      if (isAsked) ask();
    };
    whenIdle(keep, longest, pause);
  };
  return player.subscribe(({ status }, before) => {
    if (!isAsked && status.kind === 'done' && before.status !== status) ask();
  });
}
