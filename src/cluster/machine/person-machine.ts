/**
 * The programs beside kubectl on the machine that a person types on: curl.
 *
 * In: a command line, and the wire between the machines. Out: what it prints, its exit code, and
 * packets that take the way of any other. The machine is no node: a Service's cluster IP is unknown
 * there, a node port or the address of a load balancer is not.
 */
import { splitWords } from '#base/shell-words';
import { ms } from '#base/sim-time';
import type { CommandResult } from '#cluster/client/kubectl/kubectl';
import type { Environment } from '#cluster/environment';
import { FileSystem } from '#cluster/node/containerd/files/file-system';
import { noStdin, ProcessSignals, type Program } from '#cluster/node/containerd/processes/program';
import { curl } from '#cluster/node/containerd/processes/published/curl';
import { OutsideHost } from '#cluster/node/kernel/outside-host';
import type { Wire } from '#cluster/node/kernel/wire';
import { type Process, sleep } from '#sim/simulation';

const name = 'person';
const startUp = ms(6);
const startUpJitter = ms(4);

/** By the first word of a line. */
const programs: Readonly<Record<string, Program>> = { curl };

export class PersonMachine {
  readonly #env: Environment;
  readonly #address: string;
  readonly #wire: Wire;
  readonly #files = new FileSystem([], { '/etc/hosts': '127.0.0.1 localhost\n' }, {});
  #host: OutsideHost | undefined;

  constructor(env: Environment, address: string, wire: Wire) {
    this.#env = env;
    this.#address = address;
    this.#wire = wire;
  }

  /** Whether this machine has the program of a command line. */
  has(line: string): boolean {
    return Object.hasOwn(programs, splitWords(line)[0] ?? '');
  }

  /** Runs a command to its end; `input` is the index of the timed input. */
  *run(line: string, input: number): Process<CommandResult> {
    const { tracer } = this.#env;
    const argv = splitWords(line);
    const [program = ''] = argv;
    const component = `${name}/${program}`;
    const texts = { stdout: '', stderr: '' };
    const print = (stream: 'stdout' | 'stderr', text: string): void => {
      texts[stream] += text;
      if (text !== '') tracer.emit({ type: 'OutputPrinted', component, input, stream, text });
    };
    this.#host ??= new OutsideHost(this.#env, { name, address: this.#address, wire: this.#wire });
    yield* sleep(startUp + this.#host.prng.nextInt(startUpJitter));
    const exitCode = yield* this.#start(argv, print);
    tracer.emit({ type: 'CommandExited', component, input, exitCode });
    return { exitCode, ...texts };
  }

  *#start(
    argv: readonly string[],
    print: (stream: 'stdout' | 'stderr', text: string) => void,
  ): Process<number> {
    const program = programs[argv[0] ?? ''];
    const operator = argv.find((word) => /^(\||\|\||&&?|;|>>?|<)$/.test(word));
    if (program === undefined || operator !== undefined) {
      print('stderr', `error: "${operator ?? ''}": a shell is not simulated\n`);
      return 1;
    }
    const { sim } = this.#env;
    return yield* program({
      ...{ sim, argv, cwd: '/', readStdin: noStdin, env: new Map(), files: this.#files },
      signals: new ProcessSignals(sim),
      ...(this.#host && { network: this.#host.host }),
      out: (text) => print('stdout', text),
      err: (text) => print('stderr', text),
    });
  }
}
