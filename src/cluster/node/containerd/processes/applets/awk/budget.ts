/**
 * What one run of awk may work, because it runs in a browser: steps, depth, and the length of its
 * texts. A run that passes a limit ends as the system would end it.
 */
import type { Regexp } from '#base/regexp';
import { deepest, killedExitCode, mostInVariable, stackExitCode } from '../../bounds.ts';
import { AwkEnd, notSimulated, outOfMemory } from './syntax.ts';

const mostSteps = 2_000_000;
/** Expressions and statements in each other, with those of the functions that called. */
const mostNested = 1000;
const elementSteps = 5;
/** So many characters cost as much as a step. */
const charactersOfStep = 32;

/** The characters that may be held against patterns. */
const mostMatched = 8_000_000;
/** To say what was found costs as much as so many characters, and only whether, less. */
const charactersOfMatch = 4;
const testIsCheaper = 8;
/** A pattern of this size takes twice the time of a short one. */
const ordinarySize = 12;
const longestPattern = 2000;
/** A pattern with a higher one is refused. */
const mostCount = 1000;
const patternSteps = 50;
const sizeSteps = 10;

/** How many characters a pattern would have if its counts were written out. */
function sizeOf(pattern: string): number {
  const sizes = [0];
  let last = 1;
  for (const [token, most] of pattern.matchAll(/\\[\s\S]|\{\d*,?(\d*)\}|[\s\S]/g)) {
    if (token === '(') sizes.push(0);
    else {
      if (token === ')' && sizes.length > 1) last = sizes.pop() ?? 1;
      else if (most === undefined) last = 1;
      else
        last *= Math.min(Number(most || Number.parseInt(token.slice(1), 10) || 1), mostCount) - 1;
      sizes.push((sizes.pop() ?? 0) + last);
    }
  }
  return sizes.reduce((sum, size) => sum + size, 0);
}

export class Budget {
  #steps = 0;
  #nested = 0;
  #calls = 0;
  #matched = 0;

  get steps(): number {
    return this.#steps;
  }

  /** Elements that an array may get. */
  elements(count: number): void {
    this.spend(count * elementSteps);
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

  /** A pattern to compile. */
  pattern(pattern: string): void {
    if (pattern.length > longestPattern) {
      throw notSimulated(`a pattern of ${pattern.length} characters`);
    }
    this.spend(patternSteps + sizeOf(pattern) * sizeSteps);
  }

  /** A compiled pattern whose matches are counted. */
  counted(pattern: string, { test, exec, all }: Regexp): Regexp {
    const weight = 1 + sizeOf(pattern) / ordinarySize;
    return {
      test: (text) => {
        this.#match((text.length * weight) / testIsCheaper);
        return test(text);
      },
      exec: (text) => {
        this.#match(text.length * weight);
        return exec(text);
      },
      all: (text) => {
        this.#match(text.length * weight);
        const found = all(text);
        this.#match(found.length * charactersOfMatch);
        return found;
      },
    };
  }

  #match(characters: number): void {
    this.spend(1);
    this.#matched += characters;
    if (this.#matched <= mostMatched) return;
    throw new AwkEnd(killedExitCode, 'too much is matched for this simulation: killed');
  }
}
