/**
 * The lines that a client with a prompt reads: typed in a terminal behind its prompt, or sent
 * without one as they come. Ctrl-C gives up the line, as the line editors of these clients do.
 */
import { firstOf, Signal } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { ProcessContext } from '../program.ts';
import type { Input } from '../shell/input.ts';

export class TypedLines {
  readonly #context: ProcessContext;
  readonly #input: Input;
  readonly #interrupted: Signal;
  readonly #release: (() => void) | undefined;

  constructor(context: ProcessContext, input: Input) {
    this.#context = context;
    this.#input = input;
    this.#interrupted = new Signal(context.sim);
    this.#release = context.terminal?.onInterrupt(() => this.#interrupted.notifyAll());
  }

  /** The next line without its end; `''` for one that was given up; undefined at the end. */
  *next(prompt: string): Process<string | undefined> {
    const { terminal, sim, out } = this.#context;
    if (terminal === undefined) return (yield* this.#input.line())?.replace(/\n$/, '');
    out(prompt);
    const reading = sim.spawn('typed line', this.#input.line());
    try {
      if (!reading.done) yield* firstOf(sim, [reading, this.#interrupted]);
      if (!reading.done) {
        out('\n');
        return '';
      }
      const line = yield* reading.join();
      if (line === undefined) out('\n');
      return line?.replace(/\n$/, '');
    } finally {
      if (!reading.done) reading.cancel();
    }
  }

  /** Gives the terminal back. */
  end(): void {
    this.#release?.();
  }
}

/** All of a program's input, once it has ended. */
export function* wholeInput({ input, readStdin }: ProcessContext): Process<string> {
  if (input === undefined) return readStdin();
  yield* input.untilEnd();
  return input.take();
}
