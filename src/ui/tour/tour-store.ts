/**
 * The tour that is open: its data, where its beats stand in the run, and what a person answered.
 * This file is small because every page loads it; the rest of a tour is fetched when one is opened.
 */
import { create } from 'zustand';
import { player } from '#player/player';
import type { BoundBeat } from '#scenarios/tours/bind-tour';
import type { Tour } from '#scenarios/tours/tour';

export type Answer = 0 | 1 | 2 | 3 | 'skipped';

export interface TourState {
  readonly tour: Tour | undefined;
  readonly bound: readonly BoundBeat[];
  /** The answers, by the id of the beat's words. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Whether questions are asked. */
  readonly quiz: boolean;
  /** Finds the tour's words at a cursor, in the reader's language; nothing without a tour. */
  readonly captionAt: (cursor: number) => string;
}

const closed = { tour: undefined, bound: [], answers: {} } as const;

export const useTour = create<TourState>(() => ({
  ...closed,
  quiz: true,
  captionAt: () => '',
}));

export interface TourPlace {
  readonly seed: number;
  /** The id of the step to begin at. */
  readonly step?: string | undefined;
  /** The id of the chapter to begin at, if no step is given. */
  readonly chapter?: string | undefined;
}

/** Closes the tour: the run stays as it is, and the words of the tour go. */
export function leaveTour(): void {
  useTour.setState(closed);
  player.getState().setMarks(undefined);
}

export function answer(beat: string, given: Answer): void {
  useTour.setState(({ answers }) => ({ answers: { ...answers, [beat]: given } }));
}
