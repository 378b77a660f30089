/**
 * What runs in a container: programs as generators on the virtual clock.
 *
 * A program is given its arguments, environment, files and signals, writes text and returns its
 * exit code. It knows nothing of containers.
 */
import type { CompileRegexp } from '#base/regexp';
import type { Duration, SimTime } from '#base/sim-time';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import type { Process, Simulation } from '#sim/simulation';
import type { FileSystem } from '../files/file-system.ts';
import type { PidNamespace, ProcessEntry } from './process-table.ts';
import type { ProcessSignals } from './signals.ts';

export { ProcessSignals, type SignalName, signalNumbers } from './signals.ts';

/** Who a process runs as. */
export interface ProcessUser {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

export const rootUser: ProcessUser = { uid: 0, gid: 0, groups: [0] };

export interface ProcessContext {
  readonly sim: Simulation;
  /** Compiles patterns; absent: this program is not given any. */
  readonly regexp?: CompileRegexp;
  /** The machine's clock; absent: the true time. */
  readonly clock?: () => SimTime;
  /** The command itself comes first. */
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly files: FileSystem;
  readonly cwd: string;
  readonly stdin: string;
  readonly signals: ProcessSignals;
  /** The network namespace it is in; absent where there is no network. */
  readonly network?: NetworkNamespace;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Absent: root. */
  readonly user?: ProcessUser;
  /** The name in its messages, where it is not its own: of a shell that does the work itself. */
  readonly applet?: string;
  /** How many programs started each other until this one; absent: none. */
  readonly depth?: number;
  /** The processes it can see, and its own number among them; absent outside of containers. */
  readonly processes?: PidNamespace;
  readonly pid?: number;
  /** The same for another process of the container, which this one started. */
  readonly allocateFor?: (entry: ProcessEntry, bytes: number) => void;
  /** Whether the kernel allows one more process here; absent: it does. */
  readonly canFork?: () => boolean;
  /** Takes or gives back memory, in bytes; too much of it may end the process. */
  readonly allocate?: (bytes: number) => void;
  /** Counts time on the CPU; returns how long it lasts under the quota. */
  readonly spendCpu?: (time: Duration) => Duration;
}

/** Works on the CPU for so long, or longer where a quota slows it down. */
export function* compute({ spendCpu }: ProcessContext, time: Duration): Process {
  yield spendCpu?.(time) ?? time;
}

/** Runs to its end and returns the exit code. */
export type Program = (context: ProcessContext) => Process<number>;

/** How a program calls itself in messages: without its folder. */
export const appletName = ({ applet, argv }: ProcessContext): string =>
  applet ?? (argv[0] ?? '').replace(/^.*\//, '');

/** A path as the process means it. */
export const absolute = ({ cwd }: ProcessContext, path: string): string =>
  path.startsWith('/') ? path : `${cwd}/${path}`;
