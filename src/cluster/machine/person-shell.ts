/**
 * The shell of a person: a line with pipes, files, variables and several commands.
 *
 * In: a line, and what it is connected with. Out: the text that reaches the screen, with the
 * program that wrote it, and the exit code. The folder, variables, functions and aliases are those
 * that the person's line before has left. kubectl is one of its programs, and sees the same files.
 */
import type { LocalFiles } from '#cluster/client/kubectl/cp/local-files';
import type { Kubectl } from '#cluster/client/kubectl/kubectl';
import type { PersonsTerminal } from '#cluster/client/kubectl/persons-terminal';
import type { Print } from '#cluster/client/kubectl/session';
import type { Environment } from '#cluster/environment';
import { FileSystem } from '#cluster/node/containerd/files/file-system';
import { appletsWith } from '#cluster/node/containerd/processes/applets/applets';
import { cat } from '#cluster/node/containerd/processes/applets/files';
import { outputBound } from '#cluster/node/containerd/processes/bounds';
import { notSimulated } from '#cluster/node/containerd/processes/not-simulated';
import { PidNamespace } from '#cluster/node/containerd/processes/process-table';
import {
  type KeptShell,
  noStdin,
  type ProcessContext,
  ProcessSignals,
  type Program,
} from '#cluster/node/containerd/processes/program';
import { Input } from '#cluster/node/containerd/processes/shell/input';
import { runShell } from '#cluster/node/containerd/processes/shell/run-shell';
import { BrokenPipe, brokenPipeExitCode } from '#cluster/node/containerd/processes/signals';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { SharedFolder } from './shared-folder.ts';
import { clear, watchOf } from './watch.ts';

export const hosts = { '/etc/hosts': '127.0.0.1 localhost\n' };
const firstPid = 2000;

/** What the shell may change: folders of the machine. */
const shared = ['/home', '/tmp'];

/** What stands in `$PATH`, where the programs are. */
const path = '/usr/local/bin:/usr/bin:/bin';

const nothingKept: Omit<KeptShell, 'status'> = {
  cwd: '/',
  variables: new Map(),
  exported: new Set(),
  functions: new Map(),
  aliases: new Map(),
};

/** A line for a shell, and what it is connected with. */
export interface ShellLine {
  readonly line: string;
  /** The index of the timed input. */
  readonly input: number;
  readonly user: string;
  readonly stdin: string;
  /** Where somebody types while it runs. */
  readonly terminal: PersonsTerminal | undefined;
  /** Shows what the program of that name, or the shell (`sh`), writes to the screen. */
  readonly print: (program: string, ...text: Parameters<Print>) => void;
}

export interface PersonShellOptions {
  readonly files: LocalFiles;
  readonly kubectl: () => Kubectl | undefined;
  /** The programs of the machine beside those of the shell, by name. */
  readonly programs: ReadonlyMap<string, Program>;
  readonly network: () => NetworkNamespace;
}

export class PersonShell {
  readonly #env: Environment;
  readonly #options: PersonShellOptions;
  readonly #folders: readonly SharedFolder[];
  /** What a person's last line has left, by their name. */
  readonly #kept = new Map<string, KeptShell>();
  /** The exit code of that line, by their name. */
  readonly #statuses = new Map<string, number>();

  constructor(env: Environment, options: PersonShellOptions) {
    this.#env = env;
    this.#options = options;
    this.#folders = shared.map((each) => new SharedFolder(options.files, each));
  }

  /** Whether the person has made a command of that name: an alias, or a function. */
  hasMade(user: string, name: string): boolean {
    const kept = this.#kept.get(user);
    return kept?.aliases.has(name) === true || kept?.functions.has(name) === true;
  }

  /** A command outside of the shell has ended with this exit code. */
  ended(user: string, status: number): void {
    this.#statuses.set(user, status);
  }

  /** A variable that every program gets which the person starts. */
  exported(user: string, name: string): string | undefined {
    const kept = this.#kept.get(user);
    return kept?.exported.has(name) === true ? kept.variables.get(name) : undefined;
  }

  /** Runs a line to its end; returns the exit code. */
  *run(typed: ShellLine): Process<number> {
    const { sim, regexp } = this.#env;
    const { files: local, network } = this.#options;
    const { line, user, print } = typed;
    const home = `/home/${user}`;
    this.#sync();
    const mounts = this.#folders.map(({ path: containerPath, folder }) => ({
      ...{ containerPath, folder, readonly: false },
    }));
    const files = new FileSystem(mounts, hosts, { readonlyRoot: true, clock: () => sim.now });
    const processes = new PidNamespace(sim, firstPid);
    const writer = new Writer(print);
    const stdin = new Input(typed.stdin);
    const err = writer.to('stderr');
    try {
      return yield* runShell({
        ...{ sim, files, processes, err, ...(regexp && { regexp }) },
        network: network(),
        cwd: local.placeOf(home),
        kept: { ...(this.#kept.get(user) ?? nothingKept), status: this.#statuses.get(user) ?? 0 },
        leave: (kept) => {
          this.#kept.set(user, kept);
          local.setPlace(home, kept.cwd);
        },
        argv: ['sh', '-c', line],
        env: new Map([
          ['HOME', home],
          ['PATH', path],
          ['USER', user],
        ]),
        input: stdin,
        readStdin: noStdin,
        image: { programs: this.#programs(typed, stdin, writer), notSimulated },
        signals: new ProcessSignals(sim),
        pid: processes.add(['sh']).pid,
        out: outputBound(writer.to('stdout'), err),
      });
    } catch (fault) {
      // It has printed more than a screen takes.
      if (fault instanceof BrokenPipe) return brokenPipeExitCode;
      throw fault;
    } finally {
      this.#sync();
    }
  }

  #sync(): void {
    for (const folder of this.#folders) folder.sync();
  }

  /** All programs, each of which signs what it writes to the screen. */
  #programs(typed: ShellLine, stdin: Input, writer: Writer): ReadonlyMap<string, Program> {
    const signed = (all: Iterable<readonly [string, Program]>): ReadonlyMap<string, Program> =>
      new Map([...all].map(([name, program]) => [name, writer.signed(name, program)] as const));
    // Those that others start: by xargs, timeout, …
    const own = signed([
      ...this.#options.programs,
      ['kubectl', this.#kubectlIn(typed, stdin)],
      ['clear', clear],
      // What the screen has no room for, the page scrolls.
      ['less', cat],
      ['more', cat],
      ['watch', watchOf(runShell, typed.terminal !== undefined)],
    ]);
    return signed(appletsWith(runShell, own));
  }

  #kubectlIn({ input, user, terminal }: ShellLine, own: Input): Program {
    const { kubectl: kubectlOf } = this.#options;
    const sync = (): void => this.#sync();
    return function* kubectlInShell(context) {
      const kubectl = kubectlOf();
      if (kubectl === undefined) throw new Error('This cluster was started without kubectl.');
      sync();
      const code = yield* kubectl.executeInShell(
        { input, user, argv: context.argv.slice(1) },
        {
          print: (stream, text) => isRead(context, stream, text),
          readStdin: context.readStdin,
          terminal: context.stdin === own ? terminal : undefined,
          place: context.cwd,
          kubeconfig: context.env.get('KUBECONFIG'),
        },
      );
      sync();
      if (code === undefined) throw new BrokenPipe();
      return code;
    };
  }
}

/** Writes to a stream; `false`: nobody reads it any more. */
function isRead(context: ProcessContext, ...[stream, text]: Parameters<Print>): boolean {
  try {
    context[stream === 'stdout' ? 'out' : 'err'](text);
    return true;
  } catch (fault) {
    if (fault instanceof BrokenPipe) return false;
    throw fault;
  }
}

/** Who writes what reaches the screen; the shell, where no program does. */
class Writer {
  readonly #print: ShellLine['print'];
  #program: string | undefined;

  constructor(print: ShellLine['print']) {
    this.#print = print;
  }

  to(stream: Parameters<Print>[0]): (text: string) => void {
    return (text) => this.#print(this.#program ?? 'sh', stream, text);
  }

  signed(name: string, program: Program): Program {
    return (context) =>
      program({
        ...context,
        out: (text) => this.#as(name, context.out, text),
        err: (text) => this.#as(name, context.err, text),
      });
  }

  /** Of programs that start one another, the innermost one has written it. */
  #as(name: string, write: (text: string) => void, text: string): void {
    const outer = this.#program;
    this.#program ??= name;
    try {
      write(text);
    } finally {
      this.#program = outer;
    }
  }
}
