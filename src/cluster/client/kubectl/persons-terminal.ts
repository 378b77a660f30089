/**
 * The terminal that a person runs kubectl in.
 *
 * Models what k8s.io/kubectl pkg/util/term does with it: a command may set it to raw, and then every
 * key goes to the far end; otherwise the terminal shows what is typed, and Ctrl-C ends kubectl.
 */
import { Channel, Signal } from '#sim/signal';
import type { Simulation } from '#sim/simulation';
import type { TerminalInput } from '#trace/terminal-input';

export class PersonsTerminal {
  columns = 80;
  rows = 24;
  raw = false;
  /** The exit code of a command that Ctrl-C ends. Source: kubectl pkg/util/interrupt. */
  interruptedWith = 1;
  /** Typed for the command, and not read by it yet. */
  readonly typed: Channel<TerminalInput>;
  /** Notified when Ctrl-C ends the command. */
  readonly interrupted: Signal;

  constructor(sim: Simulation) {
    this.typed = new Channel(sim);
    this.interrupted = new Signal(sim);
  }

  /** Somebody types. */
  type(input: TerminalInput): void {
    if (input.kind === 'resize') {
      this.columns = input.columns;
      this.rows = input.rows;
    }
    if (input.kind === 'interrupt' && !this.raw) this.interrupted.notifyAll();
    else this.typed.send(input);
  }

  /** What it shows of that by itself. */
  echoOf(input: TerminalInput): string {
    if (this.raw) return '';
    if (input.kind === 'text') return input.text;
    return input.kind === 'interrupt' ? '^C' : '';
  }
}
