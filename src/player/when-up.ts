/** Waits for the player: until a condition holds, or until the run is up. */
import { player } from './player.ts';
import type { Player } from './player-state.ts';

/** Resolves when the player satisfies the condition, or at once if it does. */
export function when(holds: (state: Player) => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (holds(player.getState())) {
      resolve();
      return;
    }
    const stop = player.subscribe((state) => {
      if (!holds(state)) return;
      stop();
      resolve();
    });
  });
}

/** Whether the simulator has nothing more to add, because the run is done or has failed. */
export const isOver = ({ status }: Player): boolean =>
  status.kind !== 'loading' && status.kind !== 'running';

/**
 * Resolves when the run has come to where it begins. Work that the first picture does not need
 * waits for it: a slow connection loads one thing at a time.
 */
export const whenUp = (): Promise<void> =>
  when((state) => state.goal === undefined || isOver(state));
