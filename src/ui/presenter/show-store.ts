/** What a presenter does with the screen beside walking: blank it, point at it, count hands. */
import { create } from 'zustand';

/** How many hands went up for each answer, round by round; the last round is the open one. */
export type Tally = readonly (readonly number[])[];

interface Show {
  readonly blank: boolean;
  /** Whether the notes of a lesson stand beside the picture, for who has one screen. */
  readonly notes: boolean;
  /** While the key is held. */
  readonly pointing: boolean;
  /** By the id of the words of the question's beat. */
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

/** The open round, and the one before it if the class voted twice. */
export function roundsOf(tallies: Show['tallies'], question: string): Tally {
  return tallies[question] ?? [noHands];
}

/** Adds hands for a choice, or takes some away; never fewer than none. */
export function count(question: string, choice: number, hands: number): void {
  useShow.setState(({ tallies }) => {
    const rounds = roundsOf(tallies, question);
    const open = (rounds.at(-1) ?? noHands).map((n, index) =>
      index === choice ? Math.min(mostHands, Math.max(0, n + hands)) : n,
    );
    return { tallies: { ...tallies, [question]: [...rounds.slice(0, -1), open] } };
  });
}

/** After a talk with the neighbour the class votes again; the first round stays to be seen. */
export function voteAgain(question: string): void {
  useShow.setState(({ tallies }) => {
    const last = roundsOf(tallies, question).at(-1) ?? noHands;
    return { tallies: { ...tallies, [question]: [last, noHands] } };
  });
}
