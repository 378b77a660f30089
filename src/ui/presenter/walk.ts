/**
 * The way of a clicker through the run. In a tour: its beats, and before and after each question;
 * without one: the player's own steps.
 */
import { player } from '#player/player';
import { type AskedQuestion, beatAt, beatCount, questionAt } from '#scenarios/tours/bind-tour';
import { useTour } from '../tour/tour-store.ts';

/** The facts that a clicker stops at, oldest first; none without a tour. */
function stops(): readonly number[] {
  const { bound, quiz } = useTour.getState();
  const facts = bound.flatMap(({ fact, question }) =>
    question === undefined || !quiz ? [fact] : [fact, question.stop, question.reveal],
  );
  return [...new Set(facts)].sort((a, b) => a - b);
}

export function goOn(): void {
  const { cursor, pause, seek, stepForward } = player.getState();
  if (useTour.getState().tour === undefined) {
    stepForward();
    return;
  }
  const next = stops().find((fact) => fact > cursor);
  pause();
  if (next !== undefined) seek(next);
}

export function goBack(): void {
  const { cursor, pause, seek, stepBack } = player.getState();
  if (useTour.getState().tour === undefined) {
    stepBack();
    return;
  }
  const before = stops().findLast((fact) => fact < cursor);
  pause();
  if (before !== undefined) seek(before);
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
