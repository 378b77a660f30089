/**
 * Where a clicker stops: at the stops of a tour, and before and after each question. Without a tour
 * it moves by the player's own steps.
 */
import { countAt } from '#player/navigation';
import { player } from '#player/player';
import type { Depth } from '#player/player-state';
import { type AskedQuestion, beatAt, beatCount, questionAt } from '#scenarios/tours/bind-tour';
import { useTour } from '../tour/tour-store.ts';

/** A tour is walked by its stops, at any depth. */
const walked = (): Depth | undefined =>
  useTour.getState().tour === undefined ? undefined : 'story';

export const goOn = (): void => player.getState().stepForward(walked());

/** Goes back to the stop before; nothing is before the first stop, not even the empty map. */
export function goBack(): void {
  const { marks, cursor, stepBack } = player.getState();
  if (marks?.some(({ fact }) => fact < cursor) !== false) stepBack(walked());
}

/** How far the presentation has come: in stops of the tour, or as the player counts. */
export function progressAt(): { readonly n: number; readonly total: number } {
  const { tour, bound } = useTour.getState();
  const state = player.getState();
  if (tour === undefined) {
    const [n, total] = countAt(state);
    return { n, total };
  }
  return { n: (beatAt(bound, state.cursor)?.index ?? -1) + 1, total: beatCount(tour) };
}

/** The question that a tour asks, or has just answered, at the cursor. */
export function askedAt(cursor: number): AskedQuestion | undefined {
  const { bound, quiz } = useTour.getState();
  return quiz ? questionAt(bound, cursor) : undefined;
}
