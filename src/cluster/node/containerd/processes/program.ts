/**
 * What runs in a container: programs as generators on the virtual clock.
 *
 * A program is given its arguments, environment, files and signals, writes text and returns its
 * exit code. It knows nothing of containers.
 */
import type { NetworkNamespace } from '#cluster/node/cni/pod-network';
import type { Process, Simulation } from '#sim/simulation';
import type { FileSystem } from '../files/file-system.ts';
import type { PidNamespace } from './process-table.ts';
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
  /** The processes it can see, and its own number among them; absent outside of containers. */
  readonly processes?: PidNamespace;
  readonly pid?: number;
  /** Takes or gives back memory, in bytes; too much of it may end the process. */
  readonly allocate?: (bytes: number) => void;
}

/** Runs to its end and returns the exit code. */
export type Program = (context: ProcessContext) => Process<number>;

/** A path as the process means it. */
export const absolute = ({ cwd }: ProcessContext, path: string): string =>
  path.startsWith('/') ? path : `${cwd}/${path}`;
