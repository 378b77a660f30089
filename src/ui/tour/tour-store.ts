/**
 * The tour that is open: its data, where its beats stand in the run, and what a person answered.
 * Small, because every page has it; all else of a tour is fetched when one is opened.
 */
import { create } from 'zustand';
import { player } from '#player/player';
import type { BoundBeat } from '#scenarios/tours/bind-tour';
import type { Tour } from '#scenarios/tours/tour';

export type Answer = 0 | 1 | 2 | 3 | 'skipped';

export interface TourState {
  readonly tour: Tour | undefined;
  readonly bound: readonly BoundBeat[];
  /** By the id of the beat's words. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Whether questions are asked. */
  readonly quiz: boolean;
  /** What the tour says at a cursor, in the reader's language; nothing without a tour. */
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
  /** The id of a step to begin at. */
  readonly step?: string | undefined;
  /** Or the id of a chapter. */
  readonly chapter?: string | undefined;
}

/** The run stays as it is; its words go. */
export function leaveTour(): void {
  useTour.setState(closed);
  player.getState().setMarks(undefined);
}

export function answer(beat: string, given: Answer): void {
  useTour.setState(({ answers }) => ({ answers: { ...answers, [beat]: given } }));
}
