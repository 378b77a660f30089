/**
 * The player of this page: one worker, one cursor, and the hook that components read it with.
 * `startPlayback` moves it while it plays; the page starts that with the pace of its reader.
 */

import { useStore } from 'zustand';
import { type ConnectSimulator, connectWorker } from '#worker/worker-client';
import type { Player } from './player-state.ts';
import { withFrames } from './show-pace.ts';
import { createPlayerStore } from './store.ts';

let connect: ConnectSimulator = connectWorker;

export const player = createPlayerStore((listener) => connect(listener), withFrames);

/** Takes the runs from another simulator; to be called before the first one. */
export function takeRunsFrom(other: ConnectSimulator): void {
  connect = other;
}

/** Reads a slice of the player; the component renders when the slice has changed. */
export function usePlayer<T>(selector: (state: Player) => T): T {
  return useStore(player, selector);
}
