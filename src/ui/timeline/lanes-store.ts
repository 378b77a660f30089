/**
 * Whether the lanes are open. In the story they are folded to beads and the strip of the run until
 * somebody opens them; in the finer depths they are open until somebody folds them.
 */
import { create } from 'zustand';
import { player, usePlayer } from '#player/player';
import type { Depth } from '#player/player-state';

export const useLanesStore = create<{ readonly story: boolean; readonly closer: boolean }>(() => ({
  story: false,
  closer: true,
}));

const keyOf = (depth: Depth) => (depth === 'story' ? 'story' : 'closer');

export function useLanesOpen(): boolean {
  const key = keyOf(usePlayer((state) => state.depth));
  return useLanesStore((state) => state[key]);
}

/** Opens the lanes, or folds them again, for the present depth. */
export function toggleLanes(): void {
  const key = keyOf(player.getState().depth);
  useLanesStore.setState((state) => ({ [key]: !state[key] }));
}
