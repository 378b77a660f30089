/**
 * The tour that is open: its data, where its beats stand in the run, and what a person answered.
 * This file is small because every page loads it; the rest of a tour is fetched when one is opened.
 */
import { create } from 'zustand';
import type { ControllersOnMap } from '#diagram/nodes/kube-controller-manager-room.tsx';
import type { Telling } from '#facts/telling';
import { player, usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type * as TellingsInLog from '#player/telling-in-log';
import type { TraceLog } from '#player/trace-log';
import type { BoundBeat } from '#scenarios/tours/bind-tour';
import type { Tour } from '#scenarios/tours/tour';
import type { FactId } from '#trace/fact';

/** What tells a run, fetched beside it, and what the page knows of its own map. */
export type Tellings = typeof TellingsInLog & {
  readonly controllersOnMap: (log: TraceLog, fact: FactId) => ControllersOnMap;
};

export type Answer = 0 | 1 | 2 | 3 | 'skipped';

export interface TourState {
  readonly tour: Tour | undefined;
  readonly bound: readonly BoundBeat[];
  /** The answers, by the id of the beat's words. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Whether questions are asked. */
  readonly quiz: boolean;
  /** What the tour says where it stops, in the reader's language; elsewhere nothing. */
  readonly captionAt: (cursor: number) => string;
  /** How a stop of the tour is told; `undefined` beside its stops. */
  readonly tellingAt: (log: TraceLog, fact: FactId, tellings: Tellings) => Telling | undefined;
  /** The words' id of the question that is open at a cursor: what answers it is withheld. */
  readonly asksAt: (cursor: number) => string | undefined;
  /** The same of a run without a tour, whose questions come from its own facts. */
  readonly runAsksAt: (state: Player) => string | undefined;
}

const closed = { tour: undefined, bound: [], answers: {} } as const;

export const useTour = create<TourState>(() => ({
  ...closed,
  quiz: true,
  captionAt: () => '',
  tellingAt: () => undefined,
  asksAt: () => undefined,
  runAsksAt: () => undefined,
}));

/** The question of the tour that is open at the cursor: right before the step that decides it. */
export function useTourAsks(): string | undefined {
  const cursor = usePlayer((state) => state.cursor);
  return useTour(({ asksAt }) => asksAt(cursor));
}

/** The question that is open at the cursor, of the tour or of the run: what follows is withheld. */
export function useAsks(): string | undefined {
  const ofTour = useTourAsks();
  const runAsksAt = useTour((state) => state.runAsksAt);
  const ofRun = usePlayer(runAsksAt);
  return ofTour ?? ofRun;
}

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
