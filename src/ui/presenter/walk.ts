/**
 * The way of a clicker through the run: the stops of a tour, and before and after each question;
 * without a tour the player's own steps.
 */
import { player } from '#player/player';
import type { Depth } from '#player/player-state';
import { type AskedQuestion, beatAt, beatCount, questionAt } from '#scenarios/tours/bind-tour';
import { useTour } from '../tour/tour-store.ts';

/** A tour is walked by its stops, whatever the depth. */
const walked = (): Depth | undefined =>
  useTour.getState().tour === undefined ? undefined : 'story';

export const goOn = (): void => player.getState().stepForward(walked());

/** Back to the stop before; from the first one there is no way back, not even to the empty map. */
export function goBack(): void {
  const { marks, cursor, stepBack } = player.getState();
  if (marks?.some(({ fact }) => fact < cursor) !== false) stepBack(walked());
}

/** How far a lesson has come: in beats of the tour, or in steps of the run. */
export function progressAt(): { readonly n: number; readonly total: number } {
  const { tour, bound } = useTour.getState();
  const { step, steps, cursor } = player.getState();
  if (tour === undefined) return { n: (step?.index ?? -1) + 1, total: steps.length };
  return { n: (beatAt(bound, cursor)?.index ?? -1) + 1, total: beatCount(tour) };
}

/** What a tour asks or has just answered at the cursor. */
export function askedAt(cursor: number): AskedQuestion | undefined {
  const { bound, quiz } = useTour.getState();
  return quiz ? questionAt(bound, cursor) : undefined;
}
