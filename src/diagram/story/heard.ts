/** The watch event of the beat that the page shows. */
import { beatHere } from '#player/beat-here';
import { placeOf } from '#player/place';
import type { Player } from '#player/player-state';
import type { WatchEvent } from '../motion/signal.ts';

/**
 * The last event that was heard of in the beat, if nothing was asked of the API server since. Its
 * ticket stays on its line until the beat ends, while the room that heard of it begins to work.
 */
export function heardOf(player: Player): WatchEvent | undefined {
  const { log, steps, scene, cursor } = player;
  const beat = beatHere(player);
  const here = log.stepAt(cursor)?.index;
  if (beat === undefined || here === undefined) return undefined;
  if (placeOf(log, scene)?.request !== undefined) return undefined;
  for (let index = here; index >= beat.first; index--) {
    const fact = log.fact(steps[index]?.fact ?? 0);
    if (fact?.type === 'WatchEventReceived') return fact;
    if (fact?.type === 'RequestSent' || fact?.type === 'TxnCommitted') return undefined;
  }
  return undefined;
}
