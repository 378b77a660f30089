/**
 * The beats of a run: the steps at which something stands, and the steps that each of them folds.
 *
 * A beat is one cause and its effect. It stands where an object, a decision, a process or what a
 * person sees has changed (the records in `facts/` decide that); the steps since the beat before
 * are folded into it. Siblings that come to the same state before the next beat are told with it:
 * the beat moves on to the last of them. Beats are found step by step, as facts arrive, and for
 * every run by the same rule.
 */
import { kindOf } from '#facts/facts';
import type { BeatKind, Standing } from '#facts/standing';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { type Copying, type Journal, NotedMap, type Revertible } from './journal.ts';
import { type FactContext, RunUpTo } from './run-so-far.ts';
import type { Step } from './steps.ts';

export interface Beat {
  /** From 0, over the whole run. */
  readonly index: number;
  readonly kind: BeatKind;
  /** The steps of the beat, as indices into `steps`; it stands at the last of them. */
  readonly first: number;
  readonly last: number;
  /** The fact of the step at which it stands. */
  readonly fact: FactId;
  /** The main line's own step if siblings were told with it; else the same as `last`. */
  readonly main: number;
  /** How often the same has happened by now, where the third and later times are one beat. */
  readonly rounds: number;
}

/** From this many times on, the same is told as one beat. */
const roundsTogether = 3;

/** What stood before a change. */
interface Before {
  readonly count: number;
  readonly last: Beat | undefined;
  readonly state: string;
}

export class BeatIndex implements Revertible {
  #beats: Beat[] = [];
  #changed = false;
  readonly #journal: Journal;
  #run: RunUpTo;
  /** The state of the last beat: `created pods`, `status Running 1/1`. */
  #state = '';
  /** How often each pod or object came to each state. */
  readonly #rounds: NotedMap<string, number>;

  /** The beats are cut together with the journal. */
  constructor(journal: Journal) {
    this.#journal = journal;
    this.#run = new RunUpTo(journal);
    this.#rounds = new NotedMap(journal);
  }

  /** Whether the beats have changed since they were taken last. */
  get changed(): boolean {
    return this.#changed;
  }

  /** The beats so far, as a value that does not change later. */
  take(): readonly Beat[] {
    this.#changed = false;
    return [...this.#beats];
  }

  /** Takes the next fact, with the step that it became, if it is one. */
  add(fact: Fact, step: Step | undefined, context: FactContext): void {
    this.#run.note(fact, step, context);
    if (step === undefined) return;
    const standing = kindOf(fact).standing?.(fact, this.#run);
    if (standing === undefined) return;
    if (standing.joins === true && standing.state === this.#state) this.#extend(step);
    else if (standing.alone !== false) this.#push(step, standing);
  }

  /** Tells the same once more: a sibling, or another round. */
  #extend({ index, fact }: Step, rounds?: number): void {
    const beat = this.#beats.at(-1);
    if (beat === undefined) return;
    this.#keep();
    this.#beats[beat.index] = { ...beat, last: index, fact, rounds: rounds ?? beat.rounds };
  }

  #push(step: Step, { kind, state, round }: Standing): void {
    const rounds = round === undefined ? 1 : (this.#rounds.get(round) ?? 0) + 1;
    if (round !== undefined) this.#rounds.set(round, rounds);
    if (rounds > roundsTogether && this.#state === state) {
      this.#extend(step, rounds);
      return;
    }
    this.#keep();
    const index = this.#beats.length;
    const first = (this.#beats.at(-1)?.last ?? -1) + 1;
    const { index: last, fact } = step;
    this.#beats.push({ index, kind, first, last, fact, main: last, rounds });
    this.#state = state;
  }

  /** To be called before a change: keeps a way to undo it. */
  #keep(): void {
    const before: Before = {
      count: this.#beats.length,
      last: this.#beats.at(-1),
      state: this.#state,
    };
    this.#changed = true;
    this.#journal.note(this, undefined, before);
  }

  revert(_: unknown, { count, last, state }: Before): void {
    this.#beats.length = count;
    if (last !== undefined) this.#beats[count - 1] = last;
    this.#state = state;
    this.#changed = true;
  }

  copy(copying: Copying): BeatIndex {
    const copy = new BeatIndex(copying.journal);
    copying.isTwin(this, copy);
    copying.map(this.#rounds, copy.#rounds);
    copy.#run = this.#run.copy(copying);
    copy.#beats = [...this.#beats];
    copy.#state = this.#state;
    copy.#changed = true;
    return copy;
  }
}
