/**
 * A command's input: a text, or a pipe that is still written to. Text that one command read is gone
 * for the next.
 */
import { Signal } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import { BrokenPipe } from '../signals.ts';

export class Input {
  #text: string;
  /** Absent: nothing more will come. */
  #arrived: Signal | undefined;
  #closed = false;

  constructor(text = '') {
    this.#text = text;
  }

  /** The reading end of a pipe. */
  static pipe(sim: Simulation): Input {
    const input = new Input();
    input.#arrived = new Signal(sim);
    return input;
  }

  /** Whether more may come. */
  get isOpen(): boolean {
    return this.#arrived !== undefined;
  }

  /** The other end of the pipe writes. Without a reader it gets SIGPIPE. */
  write(text: string): void {
    if (this.#closed) throw new BrokenPipe();
    this.#text += text;
    this.#arrived?.notifyAll();
  }

  /** The other end is closed. */
  end(): void {
    const arrived = this.#arrived;
    this.#arrived = undefined;
    arrived?.notifyAll();
  }

  /** The reader closes its end. */
  close(): void {
    this.#closed = true;
  }

  /** Takes everything that is there. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  /** Waits until no more can come. */
  *untilEnd(): Process {
    while (this.#arrived !== undefined) yield* this.#arrived.wait();
  }

  /** The next line with its end, or what is left without one; undefined at the end. */
  *line(): Process<string | undefined> {
    return yield* this.#upTo((text) => text.indexOf('\n') + 1);
  }

  /** All complete lines that are there, at least one; at the end of the input, the rest. */
  *lines(): Process<string | undefined> {
    return yield* this.#upTo((text) => text.lastIndexOf('\n') + 1);
  }

  /** Waits until there are this many lines, without taking them. */
  *untilLines(count: number): Process {
    while (this.#arrived !== undefined && this.#text.split('\n').length <= count) {
      yield* this.#arrived.wait();
    }
  }

  *#upTo(endOf: (text: string) => number): Process<string | undefined> {
    while (this.#arrived !== undefined && endOf(this.#text) === 0) yield* this.#arrived.wait();
    if (this.#text === '') return undefined;
    const end = endOf(this.#text) || this.#text.length;
    const line = this.#text.slice(0, end);
    this.#text = this.#text.slice(end);
    return line;
  }
}
