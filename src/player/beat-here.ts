/** The beat that the page shows: that of the cursor, or the one that a movement goes to. */
import type { FactId } from '#trace/fact';
import type { Beat } from './beats.ts';
import { captionedFact } from './captioned-fact.ts';
import type { Player } from './player-state.ts';

type Here = Pick<Player, 'log' | 'beats' | 'depth' | 'cursor' | 'toward' | 'live'>;

/** `undefined` if the depth is not *Story*, and between beats. */
export function beatHere(here: Here): Beat | undefined {
  const { log, beats, depth } = here;
  if (depth !== 'story') return undefined;
  const step = log.stepAt(captionedFact(here))?.index;
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
 * The beat that is told at a fact: the one that stands there. In *Story*, the exit of a command is
 * told with its answer.
 */
export function beatAt(
  { log, depth }: Pick<Player, 'log' | 'depth'>,
  at: FactId,
): Beat | undefined {
  const beat = log.beats.find(({ fact }) => fact === at);
  if (beat !== undefined || depth !== 'story' || log.fact(at)?.type !== 'CommandExited')
    return beat;
  const answer = log.beats.findLast(({ fact }) => fact < at);
  return answer?.fact === log.stepAt(at)?.fact ? answer : undefined;
}
