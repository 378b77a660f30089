/**
 * The beat that the page shows: that of the cursor, or the one that a movement goes to; and the
 * watch event of the beat.
 */
import type { Beat } from '#player/beats';
import { placeOf } from '#player/place';
import type { Player } from '#player/player-state';
import type { WatchEvent } from '../motion/signal.ts';

type Here = Pick<Player, 'log' | 'beats' | 'depth' | 'cursor' | 'toward'>;

/** `undefined` if the depth is not *Story*, and between beats. */
export function beatHere({ log, beats, depth, cursor, toward }: Here): Beat | undefined {
  if (depth !== 'story') return undefined;
  const step = log.stepAt(toward ?? cursor)?.index;
  if (step === undefined) return undefined;
  let [low, high] = [0, beats.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((beats[middle]?.last ?? 0) < step) low = middle + 1;
    else high = middle;
  }
  const beat = beats[low];
  return beat !== undefined && beat.first <= step && step <= beat.last ? beat : undefined;
}

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
