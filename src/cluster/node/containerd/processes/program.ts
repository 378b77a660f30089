/**
 * What runs in a container: programs as generators on the virtual clock.
 *
 * A program is given its arguments, environment, files and signals, writes text and returns its
 * exit code. It knows nothing of containers.
 */
import { Signal } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import type { FileSystem } from '../files/file-system.ts';

export const signalNumbers = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGTERM: 15,
} as const;

export type SignalName = keyof typeof signalNumbers;

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

  /** The oldest signal that was not looked at yet. */
  take(): SignalName | undefined {
    return this.#pending.shift();
  }
}

export interface ProcessContext {
  readonly sim: Simulation;
  /** The command itself comes first. */
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly files: FileSystem;
  readonly cwd: string;
  readonly stdin: string;
  readonly signals: ProcessSignals;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs to its end and returns the exit code. */
export type Program = (context: ProcessContext) => Process<number>;

/** A path as the process means it. */
export const absolute = ({ cwd }: ProcessContext, path: string): string =>
  path.startsWith('/') ? path : `${cwd}/${path}`;
