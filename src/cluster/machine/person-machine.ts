/**
 * The programs beside kubectl on the machine that a person types on: curl, and a shell for files.
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
import type { CommandResult } from '#cluster/client/kubectl/kubectl';
import type { Fetched } from '#cluster/client/kubectl/manifest/read-url';
import type { Environment } from '#cluster/environment';
import { FileSystem } from '#cluster/node/containerd/files/file-system';
import { Folder } from '#cluster/node/containerd/files/folder';
import { outputBound } from '#cluster/node/containerd/processes/bounds';
import { PidNamespace } from '#cluster/node/containerd/processes/process-table';
import { noStdin, ProcessSignals, type Program } from '#cluster/node/containerd/processes/program';
import { curl } from '#cluster/node/containerd/processes/published/curl/curl';
import { runShell } from '#cluster/node/containerd/processes/shell/run-shell';
import { Terminal } from '#cluster/node/containerd/processes/terminal';
import { OutsideHost } from '#cluster/node/kernel/outside-host';
import type { Wire } from '#cluster/node/kernel/wire';
import type { Listener } from '#cluster/node/os/sockets';
import { type Process, sleep } from '#sim/simulation';
import { httpGet } from './http-get.ts';
import type { NodeMachine } from './node-machine.ts';
import { ssh } from './ssh.ts';

const name = 'person';
const startUp = ms(6);
const startUpJitter = ms(4);

/** Besides those of the shell, by the first word of a line. */
const programs: ReadonlySet<string> = new Set(['curl', 'ssh']);

/** A line that begins with one of these is given to the shell. */
const fileTools: ReadonlySet<string> = new Set(
  (
    'awk basename cat cd cp cut dirname echo find grep head ls mkdir mv nl printf pwd rm rmdir ' +
    'sed seq sort tac tail tee touch tr uniq wc'
  ).split(' '),
);

/** The first word of a line, which an operator may end: `pwd;ls`. */
const programOf = (line: string): string => /^\s*([^\s;&|<>()]*)/.exec(line)?.[1] ?? '';

type Print = (stream: 'stdout' | 'stderr', text: string) => void;

const hosts = { '/etc/hosts': '127.0.0.1 localhost\n' };
const firstPid = 2000;

/** Below it only root may listen. Source: net.ipv4.ip_unprivileged_port_start. */
const firstFreePort = 1024;

/** What the shell may change: folders of the machine. */
const shared = ['/home', '/tmp'];

/** A line as it was entered. */
interface Entered {
  readonly line?: string;
  /** The index of the timed input. */
  readonly input: number;
  readonly user: string;
  readonly stdin?: string;
}

export class PersonMachine {
  readonly #env: Environment;
  readonly #address: string;
  readonly #wire: Wire;
  /** The files of the people, which kubectl reads and writes, too. */
  readonly files: LocalFiles;
  #host: OutsideHost | undefined;

  readonly #machine: (name: string) => NodeMachine | undefined;

  /** `machine`: a node by its name or address, for ssh. */
  constructor(
    env: Environment,
    address: string,
    wire: Wire,
    people: readonly string[],
    machine: (name: string) => NodeMachine | undefined,
  ) {
    this.#machine = machine;
    this.#env = env;
    this.#address = address;
    this.#wire = wire;
    this.files = new LocalFiles(people.map((person) => `/home/${person}`));
  }

  /** Whether this machine has the program of a command line. */
  has(line: string): boolean {
    const first = programOf(line);
    return programs.has(first) || fileTools.has(first);
  }

  /** Runs a command to its end. */
  *run({ line = '', input, user, stdin = '' }: Entered): Process<CommandResult> {
    const { tracer } = this.#env;
    const argv = splitWords(line);
    const program = programOf(line);
    const component = `${name}/${program}`;
    const texts = { stdout: '', stderr: '' };
    const print = (stream: 'stdout' | 'stderr', text: string): void => {
      texts[stream] += text;
      if (text !== '') tracer.emit({ type: 'OutputPrinted', component, input, stream, text });
    };
    yield* sleep(startUp + this.#network().prng.nextInt(startUpJitter));
    const exitCode = fileTools.has(program)
      ? yield* this.#inShell(line, `/home/${user}`, stdin, print)
      : yield* this.#start(argv, print);
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
    const options = { name, address: this.#address, wire: this.#wire };
    this.#host ??= new OutsideHost(this.#env, options);
    return this.#host;
  }

  /** Runs a line in a shell that sees the files of the machine. */
  *#inShell(line: string, home: string, stdin: string, print: Print): Process<number> {
    const { sim, regexp } = this.#env;
    const folders = shared.map((path) => [path, new Folder(this.files.entries(path))] as const);
    const mounts = folders.map(([containerPath, folder]) => ({
      ...{ containerPath, folder, readonly: false },
    }));
    const files = new FileSystem(mounts, hosts, { readonlyRoot: true, clock: () => sim.now });
    const processes = new PidNamespace(sim, firstPid);
    const complain = (text: string): void => print('stderr', text);
    const exitCode = yield* runShell({
      ...{ sim, files, processes, err: complain, ...(regexp && { regexp }) },
      cwd: this.files.placeOf(home),
      leave: (cwd) => this.files.setPlace(home, cwd),
      argv: ['sh', '-c', line],
      env: new Map([
        ['HOME', home],
        ['PATH', '/usr/local/bin:/usr/bin:/bin'],
      ]),
      readStdin: () => stdin,
      signals: new ProcessSignals(sim),
      pid: processes.add(['sh']).pid,
      out: outputBound((text) => print('stdout', text), complain),
    });
    for (const [path, folder] of folders) this.files.replace(path, folder);
    return exitCode;
  }

  #program(word: string): Program | undefined {
    if (word === 'curl') return curl;
    if (word !== 'ssh') return undefined;
    const shared = { regexp: regexpOf(this.#env), machine: this.#machine };
    return ({ argv, sim, out, err }) => ssh(argv, { ...shared, sim, out, err });
  }

  *#start(argv: readonly string[], print: Print): Process<number> {
    const program = this.#program(argv[0] ?? '');
    const operator = argv.find((word) => /^(\||\|\||&&?|;|>>?|<)$/.test(word));
    if (program === undefined || operator !== undefined) {
      print('stderr', `error: "${operator ?? ''}": a shell is not simulated\n`);
      return 1;
    }
    const { sim } = this.#env;
    return yield* program({
      ...{
        sim,
        argv,
        cwd: '/',
        readStdin: noStdin,
        env: new Map(),
        files: new FileSystem([], hosts),
      },
      signals: new ProcessSignals(sim),
      ...(this.#host && { network: this.#host.host }),
      // It prints to the screen.
      terminal: new Terminal(
        sim,
        (text) => print('stdout', text),
        () => undefined,
      ),
      out: (text) => print('stdout', text),
      err: (text) => print('stderr', text),
    });
  }
}
