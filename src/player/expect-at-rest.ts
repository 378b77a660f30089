/**
 * Tells the simulator where a reader rests who may type there, and what stands at the prompt: not
 * at each step on the way, nor at each key.
 */
import type { StoreApi } from 'zustand/vanilla';
import { isAtEnd } from './navigation.ts';
import type { Player } from './player-state.ts';

/** Milliseconds at one place after which a reader rests. */
const rest = 800;
/** Milliseconds without a key after which a line may be meant as it stands. */
const typingRest = 150;

/** Follows a player until the returned function is called. */
export function expectAtRest(player: StoreApi<Player>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = player.subscribe((state, before) => {
    const moved = state.cursor !== before.cursor || state.playing !== before.playing;
    const typed = state.atPrompt !== before.atPrompt;
    if (!moved && !typed && state.status.kind === before.status.kind) return;
    clearTimeout(timer);
    if (!rests(state)) return;
    timer = setTimeout(() => player.getState().expectHere(), typed ? typingRest : rest);
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
