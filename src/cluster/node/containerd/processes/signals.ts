/** Signals of Linux, and those that one process received. */
import { Signal } from '#sim/signal';
import type { Simulation } from '#sim/simulation';

export const signalNumbers = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGTERM: 15,
  SIGWINCH: 28,
} as const;

export type SignalName = keyof typeof signalNumbers;

/** `TERM`, `SIGTERM` or `15`. */
export const signalOf = (word: string): SignalName | undefined => {
  const name = word.startsWith('SIG') ? word : `SIG${word}`;
  const found = Object.entries(signalNumbers).find(
    ([known, number]) => known === name || String(number) === word,
  );
  return found?.[0] as SignalName | undefined;
};

/** The signals that a program chose to handle, and those that came. */
export class ProcessSignals {
  readonly handled = new Set<SignalName>();
  readonly #pending: SignalName[] = [];
  readonly arrived: Signal;

  constructor(sim: Simulation) {
    this.arrived = new Signal(sim);
  }

  deliver(signal: SignalName): void {
    this.#pending.push(signal);
    this.arrived.notifyAll();
  }

  /** The same, but the signal stays pending. */
  peek(): SignalName | undefined {
    return this.#pending[0];
  }

  /** Takes the oldest pending signal. */
  take(): SignalName | undefined {
    return this.#pending.shift();
  }
}

/** SIGPIPE: a program wrote to a pipe that nobody reads; that ends it. */
export class BrokenPipe extends Error {}

export const brokenPipeExitCode = 141;
