/** What a presenter does with the screen besides walking: blank it, point at it, count hands. */
import { create } from 'zustand';

/** How many hands went up for each answer in each round; the last round is still open. */
export type Tally = readonly (readonly number[])[];

interface Show {
  readonly blank: boolean;
  /** Whether the notes of a lesson stand beside the picture, for a speaker with one screen. */
  readonly notes: boolean;
  /** True while the key is held. */
  readonly pointing: boolean;
  /** The counts, by the id of the words of the question's beat. */
  readonly tallies: Readonly<Record<string, Tally>>;
}

/** A question of a tour has three, one of a lesson two to four. */
export const choices = [0, 1, 2, 3] as const;
/** As large as a class may be. */
const mostHands = 999;
const noHands: readonly number[] = choices.map(() => 0);

export const useShow = create<Show>(() => ({
  blank: false,
  notes: false,
  pointing: false,
  tallies: {},
}));

export const toggleBlank = (): void => useShow.setState(({ blank }) => ({ blank: !blank }));
export const toggleNotes = (): void => useShow.setState(({ notes }) => ({ notes: !notes }));
export const point = (pointing: boolean): void => useShow.setState({ pointing });

/** The open round, and the one before it if the class votes twice. */
export function roundsOf(tallies: Show['tallies'], question: string): Tally {
  return tallies[question] ?? [noHands];
}

/** Adds hands to an answer, or takes some away; the count is never negative. */
export function count(question: string, choice: number, hands: number): void {
  useShow.setState(({ tallies }) => {
    const rounds = roundsOf(tallies, question);
    const open = (rounds.at(-1) ?? noHands).map((n, index) =>
      index === choice ? Math.min(mostHands, Math.max(0, n + hands)) : n,
    );
    return { tallies: { ...tallies, [question]: [...rounds.slice(0, -1), open] } };
  });
}

/** Begins a second vote after a talk with the neighbour; the first round stays visible. */
export function voteAgain(question: string): void {
  useShow.setState(({ tallies }) => {
    const last = roundsOf(tallies, question).at(-1) ?? noHands;
    return { tallies: { ...tallies, [question]: [last, noHands] } };
  });
}
