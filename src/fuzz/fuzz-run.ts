/**
 * A block of inputs of one kind: made from a seed, given to one door after the other, judged, and
 * what is found made smaller.
 *
 * In: a kind and a seed; a block's seed is all that it depends on. Out: findings. A finding that
 * needs what came before it says so.
 */
import fc from 'fast-check';
import type { FuzzKind } from './fuzz-kind.ts';
import { type Finding, judge, signatureOf } from './judge.ts';

/** Inputs that share a door; the next block has the next seed. */
export const blockSize = 100;

/** Milliseconds in which a finding is made smaller. */
const patience = 15_000;

export interface FoundInput extends Finding {
  readonly seed: number;
  /** The smallest input that was found, as text. */
  readonly input: string;
  /** The inputs right before it, if it says nothing at a new door. */
  readonly after: readonly string[];
}

export interface BlockOptions {
  readonly seed: number;
  /** Only so many of the block. */
  readonly inputs: number;
  /** Signatures of findings that need no second report. */
  readonly known: Set<string>;
  /** Called before each input, which waits for it. */
  readonly begins: (input: () => string) => Promise<void>;
}

/** Plays one block. */
export async function fuzzBlock<T>(
  kind: FuzzKind<T>,
  options: BlockOptions,
): Promise<readonly FoundInput[]> {
  const found: FoundInput[] = [];
  for (let done = 0; done < options.inputs; ) {
    const part = new BlockPart(kind, options, done);
    const [finding] = await part.play();
    if (finding !== undefined) found.push(finding);
    done = part.done;
  }
  return found;
}

/** From one input to the next finding. */
class BlockPart<T> {
  readonly #kind: FuzzKind<T>;
  readonly #options: BlockOptions;
  readonly #from: number;
  readonly #played: T[] = [];
  #count = 0;
  #finding: Finding | undefined;
  #shrinkUntil = 0;

  constructor(kind: FuzzKind<T>, options: BlockOptions, from: number) {
    this.#kind = kind;
    this.#options = options;
    this.#from = from;
  }

  /** The inputs of the block that are behind, this part's included. */
  get done(): number {
    return this.#count;
  }

  async play(): Promise<readonly FoundInput[]> {
    const { seed, inputs } = this.#options;
    const last = Math.min(inputs, blockSize);
    const door = this.#kind.open(seed);
    const property = fc.asyncProperty(this.#kind.inputs, async (input) => {
      if (this.#finding !== undefined) return !(await this.#isSame(input));
      if (++this.#count <= this.#from || this.#count > last) return true;
      await this.#options.begins(() => textOf(input));
      const finding = await judge(door, input, true);
      if (finding === undefined || this.#isKnown(finding)) {
        this.#played.push(input);
        return true;
      }
      this.#finding = finding;
      this.#shrinkUntil = performance.now() + patience;
      return false;
    });
    const { counterexample } = await fc.check(property, { seed, numRuns: blockSize });
    return counterexample === null ? [] : [await this.#report(counterexample[0])];
  }

  #isKnown(finding: Finding): boolean {
    const { known } = this.#options;
    const signature = signatureOf(finding);
    return known.size === known.add(signature).size;
  }

  /** Whether a new door answers it in the same way. */
  async #isSame(input: T): Promise<boolean> {
    if (performance.now() > this.#shrinkUntil || this.#finding === undefined) return false;
    await this.#options.begins(() => textOf(input));
    const finding = await judge(this.#kind.open(this.#options.seed), input, true);
    return finding !== undefined && signatureOf(finding) === signatureOf(this.#finding);
  }

  async #report(input: T): Promise<FoundInput> {
    const { seed } = this.#options;
    const finding = this.#finding ?? { type: 'exception', message: '' };
    this.#shrinkUntil = performance.now() + patience;
    const alone = await this.#isSame(input);
    return {
      ...finding,
      seed,
      input: textOf(input),
      after: alone ? [] : this.#played.slice(-8).map(textOf),
    };
  }
}

/** As a line of the corpus has it; what JSON does not have, in JavaScript's words. */
function textOf(input: unknown): string {
  const words = fc.stringify(input);
  return /^[[{"]/.test(words) ? (JSON.stringify(input, plainValue) ?? words) : words;
}

const plainValue = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? `${value}n` : value;
