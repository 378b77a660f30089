/**
 * The terminal of a process: what Linux does between the keys and the program, and between the
 * program and the screen.
 *
 * Models drivers/tty/n_tty.c in canonical mode: echo, the line as the unit of reading, backspace,
 * Ctrl-U, Ctrl-D and Ctrl-C. Keys that move the cursor are swallowed: a program that edits lines
 * itself (readline, the line editor of busybox) is not modelled.
 */
import type { Simulation } from '#sim/simulation';
import { endMark, Input } from './shell/input.ts';

const key = {
  interrupt: '\x03',
  end: '\x04',
  kill: '\x15',
  backspace: '\x7f',
  escape: '\x1b',
} as const;
/** What follows Escape for arrows and the like, as terminals send them. */
const sequence = /^(?:\[[\d;]*[A-Za-z~]|O[A-Z])/;
const erased = '\b \b';

export class Terminal {
  readonly input: Input;
  columns = 80;
  rows = 24;
  readonly #print: (text: string) => void;
  readonly #interrupted: () => void;
  /** Typed, and not handed over yet. */
  #line = '';
  /** What is shown of the keys that came together. */
  #echo = '';
  /** Programs that take Ctrl-C for what they started, the innermost last. */
  readonly #handlers: (() => void)[] = [];
  readonly #watchers = new Set<() => void>();

  /**
   * `print` shows text on the screen; `interrupted` signals the process that the terminal belongs to,
   * when no program of it takes Ctrl-C.
   */
  constructor(sim: Simulation, print: (text: string) => void, interrupted: () => void) {
    this.input = Input.live(sim, true);
    this.#print = print;
    this.#interrupted = interrupted;
  }

  /** A program writes. */
  write(text: string): void {
    if (text !== '') this.#print(text);
  }

  /** Somebody types. */
  type(text: string): void {
    for (let rest = text; rest !== ''; ) {
      const first = rest.charAt(0);
      const more = first === key.escape ? sequence.exec(rest.slice(1))?.[0] : undefined;
      const keys = first + (more ?? '');
      rest = rest.slice(keys.length);
      this.#key(keys);
    }
    this.#showEcho();
  }

  /** The other end has gone: there is nothing more to read. */
  hangUp(): void {
    this.input.end();
  }

  resize(columns: number, rows: number): void {
    const isSame = columns === this.columns && rows === this.rows;
    this.columns = columns;
    this.rows = rows;
    if (!isSame) for (const watcher of this.#watchers) watcher();
  }

  /** SIGWINCH; returns what stops the watch. */
  onResize(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Takes Ctrl-C from now on; returns what gives it back. */
  onInterrupt(handler: () => void): () => void {
    this.#handlers.push(handler);
    return () => {
      const at = this.#handlers.lastIndexOf(handler);
      if (at >= 0) this.#handlers.splice(at, 1);
    };
  }

  #key(keys: string): void {
    if (keys.startsWith(key.escape)) return;
    if (keys === '\r' || keys === '\n') this.#handOver('\n');
    else if (keys === key.end) this.#end();
    else if (keys === key.interrupt) this.#interrupt();
    else if (keys === key.backspace || keys === '\b') this.#erase(1);
    else if (keys === key.kill) this.#erase(this.#line.length);
    else {
      this.#line += keys;
      this.#echo += keys;
    }
  }

  #handOver(end: string): void {
    const line = this.#line + end;
    this.#line = '';
    this.#echo += end;
    this.#showEcho();
    this.input.write(line);
  }

  #showEcho(): void {
    const echo = this.#echo;
    this.#echo = '';
    this.write(echo);
  }

  /** Hands over what is typed; on an empty line, the end of the input. */
  #end(): void {
    const line = this.#line;
    this.#line = '';
    this.#showEcho();
    this.input.write(line + endMark);
  }

  #erase(count: number): void {
    const gone = Math.min(count, this.#line.length);
    this.#line = this.#line.slice(0, this.#line.length - gone);
    this.#echo += erased.repeat(gone);
  }

  #interrupt(): void {
    this.#line = '';
    this.input.drop();
    this.#echo += '^C';
    this.#showEcho();
    const handler = this.#handlers.at(-1);
    if (handler === undefined) this.#interrupted();
    else handler();
  }
}
