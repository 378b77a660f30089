/**
 * The beats of a run: the steps at which something stands, and the steps that each of them folds.
 *
 * A beat is one cause and its effect. It stands where an object, a decision, a process or what a
 * person sees has changed (`facts/` says which facts those are); the steps since the beat
 * before are folded into it. Siblings that come to the same state before the next beat are told
 * with it: the beat moves on to the last of them. Decided step by step, as facts arrive, and for
 * every run by the same rule.
 */
import { kindOf } from '#facts/facts';
import type { BeatKind, Standing } from '#facts/standing';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { type Journal, NotedMap } from './journal.ts';
import { type FactContext, RunUpTo } from './run-so-far.ts';
import type { Step } from './steps.ts';

export interface Beat {
  /** From 0, over the whole run. */
  readonly index: number;
  readonly kind: BeatKind;
  /** The steps that it tells, as indices into `steps`; it stands at the last of them. */
  readonly first: number;
  readonly last: number;
  /** The fact of the step at which it stands. */
  readonly fact: FactId;
  /** The main line's own step where siblings were told with it; else the same as `last`. */
  readonly main: number;
  /** How often the same has happened by now, where the third and later times are one beat. */
  readonly rounds: number;
}

/** From how many times on the same is told as one beat. */
const roundsTogether = 3;

export class BeatIndex {
  readonly #beats: Beat[] = [];
  #changed = false;
  readonly #journal: Journal;
  readonly #run: RunUpTo;
  /** What the last beat stands for: `created pods`, `status Running 1/1`. */
  #state = '';
  /** How often each state was come to, by the pod or object that came to it. */
  readonly #rounds: Map<string, number>;

  /** With the journal the beats are cut too. */
  constructor(journal: Journal) {
    this.#journal = journal;
    this.#run = new RunUpTo(journal);
    this.#rounds = new NotedMap(journal);
  }

  /** Whether the beats are others than when they were taken last. */
  get changed(): boolean {
    return this.#changed;
  }

  /** The beats so far, as a value of their own. */
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

  /** The same is told once more: a sibling, or another round. */
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

  /** Before a change: keeps how it is undone. */
  #keep(): void {
    const [count, last, state] = [this.#beats.length, this.#beats.at(-1), this.#state];
    this.#changed = true;
    this.#journal.note(() => {
      this.#beats.length = count;
      if (last !== undefined) this.#beats[count - 1] = last;
      this.#state = state;
      this.#changed = true;
    });
  }
}
