/**
 * What one run of awk may work, because it runs in a browser: steps, depth, and the length of its
 * texts. A run that passes a limit ends as the system would end it.
 */
import type { Regexp } from '#base/regexp';
import { deepest, killedExitCode, mostInVariable, stackExitCode } from '../../bounds.ts';
import { AwkEnd, outOfMemory } from './syntax.ts';

const mostSteps = 2_000_000;
/** Expressions and statements in each other, with those of the functions that called. */
const mostNested = 2000;
/** So many characters cost as much as a step. */
const charactersOfStep = 32;

export class Budget {
  #steps = 0;
  #nested = 0;
  #calls = 0;

  get steps(): number {
    return this.#steps;
  }

  spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps <= mostSteps) return;
    throw new AwkEnd(killedExitCode, `more than ${mostSteps} steps in this simulation: killed`);
  }

  /** Goes into an expression or a statement. */
  enter(): void {
    this.spend(1);
    if (++this.#nested > mostNested) throw this.#tooDeep(mostNested, 'expressions');
  }

  leave(): void {
    this.#nested--;
  }

  enterCall(): void {
    if (++this.#calls > deepest) throw this.#tooDeep(deepest, 'calls');
  }

  leaveCall(): void {
    this.#calls--;
  }

  /** Something was thrown to the loop over the records. */
  leaveAll(): void {
    this.#nested = 0;
    this.#calls = 0;
  }

  #tooDeep(most: number, what: string): AwkEnd {
    return new AwkEnd(stackExitCode, `more than ${most} ${what} in each other: segmentation fault`);
  }

  /** A text that the program makes. */
  text(text: string): string {
    if (text.length > mostInVariable) throw outOfMemory();
    this.spend(Math.trunc(text.length / charactersOfStep));
    return text;
  }

  /** A pattern whose matches are counted. */
  counted({ test, exec, all }: Regexp): Regexp {
    const pay = (text: string): string => {
      this.spend(1 + Math.trunc(text.length / charactersOfStep));
      return text;
    };
    return {
      test: (text) => test(pay(text)),
      exec: (text) => exec(pay(text)),
      all: (text) => all(pay(text)),
    };
  }
}
