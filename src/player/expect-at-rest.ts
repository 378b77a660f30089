/** Tells the simulator where a reader rests who may type there: not at each step on the way. */
import type { StoreApi } from 'zustand/vanilla';
import { isAtEnd } from './navigation.ts';
import type { Player } from './player-state.ts';

/** Milliseconds at one place after which a reader rests. */
const rest = 800;

/** Follows a player until the returned function is called. */
export function expectAtRest(player: StoreApi<Player>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = player.subscribe((state, before) => {
    const moved = state.cursor !== before.cursor || state.playing !== before.playing;
    if (!moved && state.status.kind === before.status.kind) return;
    clearTimeout(timer);
    if (rests(state)) timer = setTimeout(() => player.getState().expectHere(), rest);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** At the end of a run the simulator stands there already. */
const rests = (state: Player): boolean =>
  state.status.kind === 'done' &&
  !state.playing &&
  state.goal === undefined &&
  state.live === undefined &&
  !isAtEnd(state);
