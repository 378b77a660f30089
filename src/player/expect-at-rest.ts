/**
 * Tells the simulator where a reader rests who may type there, and what stands at the prompt: not
 * at each step on the way, nor at each key. A line that came at once (pasted, chosen, or from the
 * history) may be meant as it stands.
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
    const wait = !typed ? rest : cameAtOnce(before.atPrompt, state.atPrompt) ? 0 : typingRest;
    timer = setTimeout(() => player.getState().expectHere(), wait);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** Whether one key more does not make one line of the other. */
const cameAtOnce = (before: string, line: string): boolean => line.length - before.length > 1;

/** At the end of a run the simulator stands there already. */
const rests = (state: Player): boolean =>
  state.status.kind === 'done' &&
  !state.playing &&
  state.goal === undefined &&
  state.live === undefined &&
  !isAtEnd(state);
