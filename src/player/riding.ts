/** Moves the live clock: some times a second while it goes, and not at all while nobody looks. */
import type { StoreApi } from 'zustand/vanilla';
import type { Player } from './player-state.ts';

/** Milliseconds between two looks at the clock. */
const pace = 100;
/** The most that passes between two looks: a page that was out of sight goes on where it stood. */
const longest = 1000;

/** Keeps the live clock of a player going until the returned function is called. */
export function startRiding(player: StoreApi<Player>): () => void {
  let frame = 0;
  let last = 0;
  const look = (now: number): void => {
    frame = 0;
    const { live, rideOn } = player.getState();
    if (live === undefined) return;
    if (now - last >= pace) {
      const passed = Math.min(now - last, longest);
      last = now;
      rideOn(passed);
    }
    frame = requestAnimationFrame(look);
  };
  const begin = (): void => {
    last = performance.now();
    frame = requestAnimationFrame(look);
  };
  const unsubscribe = player.subscribe(({ live }, before) => {
    if (live !== undefined && before.live === undefined && frame === 0) begin();
  });
  if (player.getState().live !== undefined) begin();
  return () => {
    unsubscribe();
    cancelAnimationFrame(frame);
  };
}
