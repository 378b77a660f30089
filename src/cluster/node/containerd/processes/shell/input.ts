/**
 * A command's input: a text, or a pipe that is still written to. Text that one command read is gone
 * for the next.
 */
import { Signal } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import { BrokenPipe } from '../signals.ts';

/** What Ctrl-D leaves in the text of a terminal. */
export const endMark = '\x04';

export class Input {
  #text: string;
  /** Absent: nothing more will come. */
  #arrived: Signal | undefined;
  #closed = false;
  /** Whether a typed Ctrl-D may be in the text: it ends one read, and not the input. */
  #isTerminal = false;
  #isLive = false;

  constructor(text = '') {
    this.#text = text;
  }

  /** The reading end of a pipe. */
  static pipe(sim: Simulation): Input {
    const input = new Input();
    input.#arrived = new Signal(sim);
    return input;
  }

  /** The input of a process that somebody outside of the container writes to. */
  static live(sim: Simulation, isTerminal: boolean): Input {
    const input = Input.pipe(sim);
    input.#isLive = true;
    input.#isTerminal = isTerminal;
    return input;
  }

  /** Whether somebody outside of the container writes to it. */
  get isLive(): boolean {
    return this.#isLive && this.isOpen;
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

  /** The reader closes its end; what comes from outside goes on to the next one. */
  close(): void {
    this.#closed = !this.#isLive;
  }

  /** Takes everything that is there, up to an end. */
  take(): string {
    const text = this.#reach;
    this.#text = this.#text.slice(text.length);
    this.#takeMark();
    return text;
  }

  /** Lets go of what is there: an interrupt throws away what was typed before it. */
  drop(): void {
    this.#text = '';
  }

  /** Waits until no more can come, for this reader. */
  *untilEnd(): Process {
    while (this.#arrived !== undefined && !this.#isMarked) yield* this.#arrived.wait();
  }

  /** The text up to a typed end. */
  get #reach(): string {
    const mark = this.#isTerminal ? this.#text.indexOf(endMark) : -1;
    return mark < 0 ? this.#text : this.#text.slice(0, mark);
  }

  get #isMarked(): boolean {
    return this.#isTerminal && this.#text.includes(endMark);
  }

  #takeMark(): void {
    if (this.#isTerminal && this.#text.startsWith(endMark)) this.#text = this.#text.slice(1);
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
    while (
      this.#arrived !== undefined &&
      !this.#isMarked &&
      this.#text.split('\n').length <= count
    ) {
      yield* this.#arrived.wait();
    }
  }

  *#upTo(endOf: (text: string) => number): Process<string | undefined> {
    while (this.#arrived !== undefined && endOf(this.#reach) === 0 && !this.#isMarked) {
      yield* this.#arrived.wait();
    }
    const reach = this.#reach;
    const end = endOf(reach) || reach.length;
    const line = reach.slice(0, end);
    this.#text = this.#text.slice(end);
    // An end after a whole line is for the next read.
    if (!line.endsWith('\n')) this.#takeMark();
    return line === '' ? undefined : line;
  }
}
