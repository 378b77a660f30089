/**
 * The watch event of a beat: its ticket stays on its line until the beat ends, while the room that
 * heard of it begins to work.
 */
import { placeOf } from '#player/place';
import type { Player } from '#player/player-state';
import type { WatchEvent } from '../motion/signal.ts';
import { beatHere } from './beat-here.ts';

/** The last event that a room heard of in the beat, unless a request followed it. */
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
