/**
 * The programs on the machine that a person types on: curl, ssh, and a shell with its tools, in
 * which kubectl is one program more.
 *
 * In: a command line, and the wire between the machines. Out: what it prints, its exit code, files,
 * and packets that take the way of any other. The machine is no node: a Service's cluster IP is
 * unknown there, a node port or the address of a load balancer is not.
 */
import { regexpOf } from '#base/regexp';
import { err, type Result } from '#base/result';
import { splitWords } from '#base/shell-words';
import { ms } from '#base/sim-time';
import { LocalFiles } from '#cluster/client/kubectl/cp/local-files';
import type { CommandInput, CommandResult, Kubectl } from '#cluster/client/kubectl/kubectl';
import type { Fetched } from '#cluster/client/kubectl/manifest/read-url';
import { PersonsTerminal } from '#cluster/client/kubectl/persons-terminal';
import type { Print } from '#cluster/client/kubectl/session';
import type { Environment } from '#cluster/environment';
import { FileSystem } from '#cluster/node/containerd/files/file-system';
import { noStdin, ProcessSignals, type Program } from '#cluster/node/containerd/processes/program';
import { curl } from '#cluster/node/containerd/processes/published/curl/curl';
import { Terminal } from '#cluster/node/containerd/processes/terminal';
import { OutsideHost } from '#cluster/node/kernel/outside-host';
import type { Wire } from '#cluster/node/kernel/wire';
import type { Listener } from '#cluster/node/os/sockets';
import { firstOf } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import { httpGet } from './http-get.ts';
import type { NodeMachine } from './node-machine.ts';
import { hosts, PersonShell, type ShellLine } from './person-shell.ts';
import { backgroundRefusal, firstWordOf, isForShell, programOf } from './shell-line.ts';
import { ssh } from './ssh.ts';

const name = 'person';
const startUp = ms(6);
const startUpJitter = ms(4);

/** Below it only root may listen. Source: net.ipv4.ip_unprivileged_port_start. */
const firstFreePort = 1024;

/** What Ctrl-C ends with: 128 and the number of SIGINT. */
const interruptedCode = 130;

/** A line as it was entered. */
type Entered = Pick<CommandInput, 'line' | 'input' | 'user' | 'stdin' | 'terminal'>;

export interface PersonMachineOptions {
  readonly address: string;
  readonly wire: Wire;
  /** Who has a home there. */
  readonly people: readonly string[];
  /** A node by its name or address, for ssh. */
  readonly machine: (name: string) => NodeMachine | undefined;
  readonly kubectl: () => Kubectl | undefined;
}

export class PersonMachine {
  readonly #env: Environment;
  readonly #options: PersonMachineOptions;
  readonly #shell: PersonShell;
  /** Besides those of the shell, by the first word of a line. */
  readonly #programs: ReadonlyMap<string, Program>;
  /** Those of the lines that run in one, by their inputs. */
  readonly #terminals = new Map<number, PersonsTerminal>();
  /** The files of the people, which kubectl reads and writes, too. */
  readonly files: LocalFiles;
  #host: OutsideHost | undefined;

  constructor(env: Environment, options: PersonMachineOptions) {
    this.#env = env;
    this.#options = options;
    const { people, machine, kubectl } = options;
    const shared = { regexp: regexpOf(env), machine };
    this.files = new LocalFiles(people.map((person) => `/home/${person}`));
    this.#programs = new Map<string, Program>([
      ['curl', curl],
      ['ssh', ({ argv, sim, out, err }) => ssh(argv, { ...shared, sim, out, err })],
    ]);
    this.#shell = new PersonShell(env, {
      ...{ kubectl, programs: this.#programs, files: this.files },
      network: () => this.#network().host,
    });
  }

  /** Whether a line is for a program of this machine beside kubectl, or for its shell. */
  has({ line = '', user }: Entered): boolean {
    const first = firstWordOf(line);
    const isKnown = this.#programs.has(first) || this.#shell.hasMade(user, first);
    return isKnown || isForShell(line);
  }

  /** The terminal of the line that is the input of that number, while it runs in one. */
  terminalOf(input: number): PersonsTerminal | undefined {
    return this.#options.kubectl()?.terminalOf(input) ?? this.#terminals.get(input);
  }

  /** Runs kubectl without a shell; what it ends with, the next line knows. */
  kubectl(command: CommandInput): Process<CommandResult> {
    const kubectl = this.#options.kubectl();
    if (kubectl === undefined) throw new Error('This cluster was started without kubectl.');
    const { user } = command;
    const kubeconfig = this.#shell.exported(user, 'KUBECONFIG');
    const ended = (exitCode: number): void => this.#shell.ended(user, exitCode);
    return kubectl.execute({ ...command, kubeconfig, ended });
  }

  /** Runs a line to its end. */
  *run(entered: Entered): Process<CommandResult> {
    const { tracer } = this.#env;
    const { line = '', input, user } = entered;
    const texts = { stdout: '', stderr: '' };
    const print = (program: string, ...[stream, text]: Parameters<Print>): void => {
      texts[stream] += text;
      if (text === '') return;
      const component = program === 'kubectl' ? program : `${name}/${program}`;
      tracer.emit({ type: 'OutputPrinted', component, input, stream, text });
    };
    yield* sleep(startUp + this.#network().prng.nextInt(startUpJitter));
    const refusal = backgroundRefusal(line);
    let exitCode = 1;
    const program = this.#programs.get(firstWordOf(line));
    const inShell = program === undefined || isForShell(line);
    if (refusal !== undefined) print('sh', 'stderr', `error: ${refusal}\n`);
    else if (!inShell) exitCode = yield* this.#start(program, splitWords(line), print);
    else exitCode = yield* this.#inShell(entered, print);
    const component = `${name}/${programOf(line)}`;
    this.#shell.ended(user, exitCode);
    tracer.emit({ type: 'CommandExited', component, input, exitCode });
    return { exitCode, ...texts };
  }

  /** GET, as a program of this machine does it. */
  httpGet(url: string): Process<Fetched> {
    return httpGet(this.#network().host, url);
  }

  /** Listens, as a program of somebody who is not root; on all addresses of the machine. */
  listen(address: string, port: number): Result<Listener, string> {
    const { host } = this.#network();
    const isOwn = address === '0.0.0.0' || address === host.address || address.startsWith('127.');
    if (!isOwn) return err('cannot assign requested address');
    if (port > 0 && port < firstFreePort) return err('permission denied');
    const listener = host.listen(port === 0 ? host.ephemeralPort() : port);
    return listener.ok ? listener : err('address already in use');
  }

  #network(): OutsideHost {
    const { address, wire } = this.#options;
    this.#host ??= new OutsideHost(this.#env, { name, address, wire });
    return this.#host;
  }

  /** What the line has started ends with it, or with Ctrl-C. */
  *#inShell(
    { line = '', input, user, stdin = '', terminal: isTerminal }: Entered,
    print: ShellLine['print'],
  ): Process<number> {
    const { sim } = this.#env;
    const terminal = isTerminal === true ? new PersonsTerminal(sim) : undefined;
    const started = new TaskGroup(`line ${input}`);
    if (terminal !== undefined) this.#terminals.set(input, terminal);
    try {
      const work = this.#shell.run({ line, input, user, stdin, terminal, print });
      const task = sim.spawn('sh', work, started);
      if (terminal !== undefined && !task.done) {
        yield* firstOf(sim, [task, terminal.interrupted]);
        if (!task.done) return interruptedCode;
      }
      return (yield* task.join()) ?? interruptedCode;
    } finally {
      this.#terminals.delete(input);
      started.cancelAll();
    }
  }

  /** A program without a shell around it. */
  *#start(program: Program, argv: readonly string[], print: ShellLine['print']): Process<number> {
    const { sim } = this.#env;
    const [own = ''] = argv;
    const out = (text: string): void => print(own, 'stdout', text);
    return yield* program({
      ...{ sim, argv, cwd: '/', readStdin: noStdin, env: new Map(), out },
      files: new FileSystem([], hosts),
      signals: new ProcessSignals(sim),
      ...(this.#host && { network: this.#host.host }),
      // It prints to the screen.
      terminal: new Terminal(sim, out, () => undefined),
      err: (text) => print(own, 'stderr', text),
    });
  }
}
