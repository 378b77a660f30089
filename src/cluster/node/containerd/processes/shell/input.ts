/**
 * What a command reads: a text, or a pipe whose other end still writes.
 * What is read is gone for those who read after.
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

  /** The other end of the pipe writes; nobody is left to read: SIGPIPE. */
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

  /** Nobody reads any more. */
  close(): void {
    this.#closed = true;
  }

  /** All that is there, and now gone. */
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

  /** All whole lines that are there, at least one; at the end what is left. */
  *lines(): Process<string | undefined> {
    return yield* this.#upTo((text) => text.lastIndexOf('\n') + 1);
  }

  /** Waits until there are so many lines, without taking them. */
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
