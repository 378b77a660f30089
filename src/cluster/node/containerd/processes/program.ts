/**
 * What runs in a container: programs as generators on the virtual clock.
 *
 * A program gets its arguments, environment, files and signals, writes text and returns its exit
 * code. It knows nothing about containers.
 */
import type { CompileRegexp } from '#base/regexp';
import type { Duration, SimTime } from '#base/sim-time';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import type { ClientCredential, RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process, Simulation } from '#sim/simulation';
import type { FileSystem } from '../files/file-system.ts';
import type { PidNamespace, ProcessEntry } from './process-table.ts';
import type { Input } from './shell/input.ts';
import type { Command } from './shell/syntax.ts';
import type { ShellWork } from './shell/work.ts';
import type { ProcessSignals } from './signals.ts';
import type { Terminal } from './terminal.ts';

export { ProcessSignals, type SignalName, signalNumbers } from './signals.ts';

/** Who a process runs as. */
export interface ProcessUser {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

export const rootUser: ProcessUser = { uid: 0, gid: 0, groups: [0] };

/** How a program in a Pod talks to the API server. */
export interface ApiAccess {
  /** Where it listens, beside its Service: `https://172.30.0.1:6443`. */
  readonly address: string;
  /** A client with an identity of its own; `name` is the program's. */
  client(name: string, credential: ClientCredential): RestClient;
}

/** What one shell hands to the next, which a person takes for the same. */
export interface KeptShell {
  /** Its working directory. */
  readonly cwd: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly exported: ReadonlySet<string>;
  readonly functions: ReadonlyMap<string, Command>;
  readonly aliases: ReadonlyMap<string, string>;
  /** The exit code of its last command. */
  readonly status: number;
}

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
  /** What is left of standard input; it is taken away from later readers. */
  readonly readStdin: () => string;
  /** What `readStdin` takes from, where a shell gives it: its own input, or a pipe. */
  readonly stdin?: Input;
  /** Standard input that somebody outside writes to; absent: `readStdin` has all of it. */
  readonly input?: Input | undefined;
  /** The terminal of this process; absent: it has none. */
  readonly terminal?: Terminal | undefined;
  readonly signals: ProcessSignals;
  /** The network namespace it is in; absent where there is no network. */
  readonly network?: NetworkNamespace;
  /** The API server, for programs that read it with client-go; absent: there is none. */
  readonly api?: ApiAccess | undefined;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Absent: root. */
  readonly user?: ProcessUser;
  /** Set-user-id bits of programs have no effect; absent: they have. */
  readonly noNewPrivs?: boolean;
  /** The name that its messages begin with, when a shell does the work itself; absent: its own. */
  readonly applet?: string;
  /** The programs that the image's $PATH finds; absent: those of busybox. */
  readonly image?: ImagePrograms;
  /** How many programs started one another up to this one; absent: none. */
  readonly depth?: number;
  /** What a shell goes on with that another one has left; absent: nothing. */
  readonly kept?: KeptShell | undefined;
  /** Told what a shell leaves when it ends. */
  readonly leave?: ((kept: KeptShell) => void) | undefined;
  /** Counts what a shell and its commands work; absent: no shell started it. */
  readonly work?: ShellWork;
  /** The processes it can see, and its own process id; absent outside of containers. */
  readonly processes?: PidNamespace;
  readonly pid?: number;
  /** Takes or releases memory for another process of the container, started by this one. */
  readonly allocateFor?: (entry: ProcessEntry, bytes: number) => void;
  /** Whether the kernel allows one more process here; absent: it does. */
  readonly canFork?: () => boolean;
  /** Takes or releases memory, in bytes; above the limit the kernel may kill the process. */
  readonly allocate?: (bytes: number) => void;
  /** Counts time on the CPU; returns how long it lasts under the quota. */
  readonly spendCpu?: (time: Duration) => Duration;
}

/** The programs of an image, by name. */
export interface ImagePrograms {
  readonly programs: ReadonlyMap<string, Program>;
  /** Names of programs that the real image has and this one has not. */
  readonly notSimulated: ReadonlySet<string>;
}

/** The standard input of a program that gets none. */
export const noStdin = (): string => '';

/**
 * Works on the CPU for this long; returns how long that lasts, which is longer when a quota slows
 * it down. The caller yields it.
 */
export const timeOnCpu = ({ spendCpu }: ProcessContext, time: Duration): Duration =>
  spendCpu?.(time) ?? time;

/** Runs to its end and returns the exit code. */
export type Program = (context: ProcessContext) => Process<number>;

const streams: Readonly<Record<string, 'out' | 'err'>> = {
  '/dev/stdout': 'out',
  '/dev/stderr': 'err',
  '/proc/self/fd/1': 'out',
  '/proc/self/fd/2': 'err',
  '/proc/1/fd/1': 'out',
  '/proc/1/fd/2': 'err',
};

/** The stream of a process that a path stands for, or leads to; undefined: it is no stream. */
export const streamAt = (files: FileSystem, path: string): 'out' | 'err' | undefined =>
  streams[path] ?? streams[files.realPath(path) ?? ''];

/** Writes a file, or to the stream that it stands for. Undefined on success. */
export function writeFile(context: ProcessContext, name: string, text: string) {
  const path = absolute(context, name);
  const stream = streamAt(context.files, path);
  if (stream === undefined) return context.files.write(path, text);
  context[stream](text);
  return undefined;
}

/** A program's name in messages: without its folder. */
export const appletName = ({ applet, argv }: ProcessContext): string =>
  applet ?? (argv[0] ?? '').replace(/^.*\//, '');

/** A path, relative to the process's working directory. */
export const absolute = ({ cwd }: ProcessContext, path: string): string =>
  path.startsWith('/') ? path : `${cwd}/${path}`;
