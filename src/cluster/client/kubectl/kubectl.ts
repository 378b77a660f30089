/**
 * The kubectl program on a person's machine.
 *
 * Models k8s.io/kubectl pkg/cmd cmd.go: parse, load kubeconfig, run, print, exit. In: one command
 * line and who typed it. Out: exit code and text; every step is in the trace.
 */
import { defined } from '#base/defined';
import { faultText } from '#base/fault-text';
import type { Prng } from '#base/prng';
import { regexpOf } from '#base/regexp';
import { err, ok, type Result } from '#base/result';
import { splitWords } from '#base/shell-words';
import { type Duration, ms, type SimTime, second } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import type { Environment } from '#cluster/environment';
import { goDurationString, parseGoDuration } from '#k8s.io/apimachinery/duration';
import type { ConnectionError, HttpResponse, RoundTripper } from '#k8s.io/client-go/rest/http';
import type { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { OpenStream } from '#k8s.io/client-go/rest/watch-stream';
import { firstOf, Signal } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import { ApiClient } from './api-client.ts';
import { missingFlags, type ParsedCommand, parseCommand } from './command-line/find-command.ts';
import { helpText } from './command-line/help.ts';
import type { FlagValues } from './command-line/parse-flags.ts';
import { kubectlCommand } from './commands.ts';
import type { LocalFiles } from './cp/local-files.ts';
import { DiscoveryCache, earlierDiscovery } from './discovery/discovery-cache.ts';
import { RestMapper } from './discovery/rest-mapper.ts';
import { type Failure, fail, type Outcome, renderFailure } from './failure.ts';
import {
  credentialName,
  credentialOf,
  impersonation,
  impersonationMisuse,
  tokenBesideCertificate,
} from './kubeconfig/identity.ts';
import { type ClientConfig, resolveConfig } from './kubeconfig/kubeconfig.ts';
import { homePath, type LoadedKubeconfig, Workstation } from './kubeconfig/workstation.ts';
import type { build } from './kustomize/kustomize.ts';
import type { HttpGet } from './manifest/read-url.ts';
import type { ReadYaml } from './manifest/yaml.ts';
import { oldDryRun } from './mutation.ts';
import { PersonsTerminal } from './persons-terminal.ts';
import type { Listen } from './port-forward/local-port.ts';
import { logHeader, RequestLog } from './request-log.ts';
import type { Session } from './session.ts';
import { Output } from './session.ts';

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Builds a kustomization: `build` of kustomize/kustomize.ts, which a program may load later. */
export type Kustomize = typeof build;

export interface KubectlOptions {
  readonly config: ClusterConfig;
  readonly transport: RoundTripper;
  readonly requestIds: RequestIds;
  /** `https://172.30.0.1:6443` */
  readonly serverAddress: string;
  readonly readYaml: ReadYaml;
  readonly kustomize: Kustomize;
  /** The files of the person's machine. */
  readonly files: LocalFiles;
  /** GET from that machine. */
  readonly httpGet: HttpGet;
  /** Listens on a port of that machine. */
  readonly listen: Listen;
  /** When kubectl last cached the resources of this server. */
  readonly discoveredAt: SimTime;
}

/** The streams of a command, and what else comes from around it. */
interface Around {
  readonly output: Output;
  readonly readStdin: () => string;
  readonly terminal?: PersonsTerminal | undefined;
  /** The folder that it is run in; absent: where the person stands. */
  readonly place?: string;
  /** The value of `$KUBECONFIG`. */
  readonly kubeconfig?: string | undefined;
  /** Told of a stream that stays open. */
  readonly onOpened?: ((stream: OpenStream) => void) | undefined;
}

/** What a shell gives to kubectl. */
export interface ShellStreams extends Omit<Around, 'output' | 'onOpened'> {
  /** Returns whether somebody still reads. */
  readonly print: (stream: 'stdout' | 'stderr', text: string) => boolean;
}

export interface CommandInput {
  /** The index of the timed input, which the facts of this command carry. */
  readonly input: number;
  /** The whole line, `kubectl` included; `argv` outranks it. */
  readonly line?: string;
  /** The words after `kubectl`. */
  readonly argv?: readonly string[];
  readonly user: string;
  readonly stdin?: string;
  /** Its standard input is a terminal: somebody may type while it runs. */
  readonly terminal?: true;
  /** The value of `$KUBECONFIG`, where the person has set it before. */
  readonly kubeconfig?: string | undefined;
  /** Told its exit code. */
  readonly ended?: (exitCode: number) => void;
}

/** Source: k8s.io/kubectl pkg/util/interrupt: os.Exit(1); nothing is printed. */
const interrupted = err({ kind: 'plain', message: '', exitCode: 1 } as const);

const userAgent = 'kubectl/v1.36.3 (linux/amd64) kubernetes/0000000';

/** The time to load the program and read its files, and to exit. */
const startUp: Duration = ms(30);
const startUpJitter: Duration = ms(15);
const exitTime: Duration = ms(2);

export class Kubectl {
  readonly #env: Environment;
  readonly #options: KubectlOptions;
  readonly #workstation: Workstation;
  readonly #discovery = new DiscoveryCache();
  readonly #prng: Prng;
  /** Of the commands that run in one, by their inputs. */
  readonly #terminals = new Map<number, PersonsTerminal>();

  constructor(env: Environment, options: KubectlOptions) {
    this.#env = env;
    this.#options = options;
    this.#workstation = new Workstation(options.config.users, options.serverAddress);
    this.#discovery.write(options.serverAddress, earlierDiscovery(options.discoveredAt));
    this.#prng = env.prng.fork('kubectl');
  }

  /** Runs one command to its end. */
  *execute(command: CommandInput): Process<CommandResult> {
    const { sim, tracer } = this.#env;
    const { input, kubeconfig } = command;
    const output = new Output((stream, text) => {
      tracer.emit({ type: 'OutputPrinted', component: 'kubectl', input, stream, text });
    });
    yield* sleep(startUp + this.#prng.nextInt(startUpJitter));
    const around = { output, readStdin: () => command.stdin ?? '', kubeconfig };
    const done =
      command.terminal === true
        ? yield* this.#inTerminal(command, around, new PersonsTerminal(sim))
        : yield* this.#guarded(command, around);
    const exitCode = done.ok ? 0 : this.#report(done.error, output);
    yield* sleep(exitTime);
    command.ended?.(exitCode);
    tracer.emit({ type: 'CommandExited', component: 'kubectl', input, exitCode });
    return { exitCode, ...output.texts };
  }

  /**
   * Runs one command as a program of a shell, which reads what it prints and takes Ctrl-C. Returns
   * its exit code; undefined: nobody read any more (SIGPIPE).
   */
  *executeInShell(command: CommandInput, streams: ShellStreams): Process<number | undefined> {
    const unread = new Signal(this.#env.sim);
    let isRead = true;
    const output = new Output((stream, text) => {
      if (!isRead) return;
      isRead = streams.print(stream, text);
      if (!isRead) unread.notifyAll();
    });
    yield* sleep(startUp + this.#prng.nextInt(startUpJitter));
    const done = (yield* this.#until(unread, command, { ...streams, output })) ?? interrupted;
    const exitCode = done.ok ? 0 : this.#report(done.error, output);
    yield* sleep(exitTime);
    return isRead ? exitCode : undefined;
  }

  /** The terminal of the command that is the input of that number, while it runs in one. */
  terminalOf(input: number): PersonsTerminal | undefined {
    return this.#terminals.get(input);
  }

  /** Runs in a terminal, until it ends or Ctrl-C ends it. */
  *#inTerminal(command: CommandInput, around: Around, terminal: PersonsTerminal): Process<Outcome> {
    this.#terminals.set(command.input, terminal);
    try {
      const done = yield* this.#until(terminal.interrupted, command, { ...around, terminal });
      if (done !== undefined) return done;
      const { interruptedWith: exitCode } = terminal;
      return exitCode === 0 ? ok(undefined) : err({ kind: 'plain', message: '', exitCode });
    } finally {
      this.#terminals.delete(command.input);
    }
  }

  /** Runs until it ends, or is ended, by the signal or with its caller; undefined: it was ended. */
  *#until(end: Signal, command: CommandInput, around: Around): Process<Outcome | undefined> {
    const { sim } = this.#env;
    const opened = new Set<OpenStream>();
    const onOpened = (stream: OpenStream): void => void opened.add(stream);
    const task = sim.spawn('kubectl', this.#guarded(command, { ...around, onOpened }));
    try {
      if (!task.done) yield* firstOf(sim, [task, end]);
      return task.done ? ((yield* task.join()) ?? interrupted) : undefined;
    } finally {
      if (!task.done) {
        task.cancel();
        for (const stream of opened) stream.close();
      }
    }
  }

  /** A program that panics prints that and exits with 2, as Go's runtime does. */
  *#guarded(command: CommandInput, around: Around): Process<Outcome> {
    try {
      return yield* this.#run(command, around);
    } catch (fault) {
      const { line = '', argv } = command;
      const doing = argv === undefined ? line : `kubectl ${argv.join(' ')}`;
      const message = faultText(fault);
      this.#env.tracer.emit({ type: 'PanicRecovered', component: 'kubectl', doing, message });
      const text = `panic: ${message}\n\ngoroutine 1 [running]:`;
      return err({ kind: 'plain', message: text, exitCode: 2 });
    }
  }

  #report(failure: Failure, output: Output): number {
    const { text, exitCode } = renderFailure(failure);
    output.err(text);
    return exitCode;
  }

  *#run(command: CommandInput, around: Around): Process<Outcome> {
    const { output } = around;
    const typed = wordsOf(command);
    if (!typed.ok) return typed;
    const parsed = parseCommand(kubectlCommand, withHelp(typed.value.words));
    if (!parsed.ok) return parsed;
    const { path, args, dashArgs, flags } = parsed.value;
    this.#env.tracer.emit({
      type: 'CommandParsed',
      component: 'kubectl',
      input: command.input,
      command: path.slice('kubectl '.length),
      args: dashArgs === undefined ? args : [...args, '--', ...dashArgs],
      flags: flags.given(),
    });
    const { run } = parsed.value.command;
    if (run === undefined || flags.bool('help')) {
      return showHelp(parsed.value, output);
    }
    const complete = missingFlags(parsed.value);
    if (!complete.ok) return complete;
    const kubeconfig = typed.value.kubeconfig ?? around.kubeconfig;
    const session = this.#session(command, parsed.value, { ...around, kubeconfig });
    if (!session.ok) return session;
    const deprecated = oldDryRun(flags);
    if (deprecated !== undefined) {
      const header = logHeader(this.#env.sim.now, 'helpers.go:719', 'W');
      output.err(`${header}${deprecated}\n`);
    }
    const done = yield* run({
      session: session.value,
      path,
      args,
      flags,
      ...defined({ dashArgs }),
    });
    const { warnings } = session.value.client;
    if (!done.ok || warnings === 0 || !flags.bool('warnings-as-errors')) return done;
    return fail(`${warnings} warning${warnings > 1 ? 's' : ''} received`);
  }

  #session(
    command: CommandInput,
    { flags, command: { flags: own = [] } }: ParsedCommand,
    around: Around,
  ): Outcome<Session> {
    const { sim, tracer } = this.#env;
    const { input, user } = command;
    const { output, readStdin, terminal, kubeconfig, onOpened } = around;
    const loaded = this.#workstation.load(user, flags.string('kubeconfig'), kubeconfig);
    if (!loaded.ok) return loaded;
    // Some commands have a --user of their own, which does not set the identity.
    const global = (flag: string): string =>
      own.some(({ name }) => name === flag) ? '' : flags.string(flag);
    const config = resolveConfig(loaded.value.config, {
      context: global('context'),
      cluster: global('cluster'),
      user: global('user'),
      server: global('server'),
      token: global('token'),
      namespace: global('namespace'),
    });
    if (!config.ok) return config;
    const misuse = impersonationMisuse(flags, config.value.userName);
    if (misuse !== undefined) return fail(misuse);
    const requestTimeout = requestTimeoutOf(flags);
    if (!requestTimeout.ok) return requestTimeout;
    this.#traceConfig(input, loaded.value, config.value);
    if (flags.int('v') >= 6) {
      for (const { path, found } of loaded.value.files) {
        const header = logHeader(sim.now, 'loader.go:405');
        if (found) output.err(`${header}Config loaded from file:  ${path}\n`);
      }
    }
    const place = around.place ?? this.#options.files.placeOf(`/home/${user}`);
    const files = this.#options.files.seenFrom(place);
    const deadline = requestTimeout.value;
    const client = this.#client(config.value, flags, { output, deadline, onOpened });
    const warn = (text: string): void => output.err(`Warning: ${text}\n`);
    const mapper = new RestMapper({ sim, tracer, input, client, cache: this.#discovery, warn });
    return ok({
      sim,
      prng: this.#prng,
      client,
      mapper,
      config: config.value,
      kubeconfig: loaded.value.config,
      kubeconfigFile: homePath(user),
      writeKubeconfig: (changed) => this.#workstation.write(user, changed),
      files,
      kustomize: (path) =>
        this.#options.kustomize({
          ...{ files, path, from: place, regexp: regexpOf(this.#env) },
          warn: (line) => output.err(`${line}\n`),
        }),
      httpGet: this.#options.httpGet,
      listen: this.#options.listen,
      readStdin,
      terminal,
      streamed: (request, channel, text) =>
        tracer.emit({ type: 'StreamPieceSent', component: 'kubectl', request, channel, text }),
      readYaml: this.#options.readYaml,
      requestTimeout: deadline,
      out: (text) => output.out(text),
      err: (text) => output.err(text),
      generated: (object) =>
        tracer.emit({
          type: 'ManifestGenerated',
          component: 'kubectl',
          input,
          object: object as never,
        }),
    });
  }

  #traceConfig(input: number, { files }: LoadedKubeconfig, config: ClientConfig): void {
    const { context, server, userName, namespace, user } = config;
    this.#env.tracer.emit({
      type: 'KubeconfigLoaded',
      component: 'kubectl',
      input,
      files,
      context,
      server,
      user: userName,
      namespace,
      credential: credentialName(user),
    });
  }

  #client(
    config: ClientConfig,
    flags: FlagValues,
    {
      output,
      deadline,
      onOpened,
    }: Pick<Around, 'output' | 'onOpened'> & { readonly deadline: Duration | undefined },
  ): ApiClient {
    const { sim, tracer } = this.#env;
    const { transport, requestIds, serverAddress } = this.#options;
    const rest = new RestClient(sim, tracer, {
      ...defined({ timeout: deadline }),
      component: 'kubectl',
      userAgent,
      credential: credentialOf(config),
      transport: config.server === serverAddress ? transport : nobodyListens(config.server),
      requestIds,
      contentType: 'application/json',
    });
    const level = flags.int('v');
    const print = (text: string): void => output.err(text);
    const log = new RequestLog({ level, server: config.server, now: () => sim.now, print });
    return new ApiClient({
      now: () => sim.now,
      ...(level >= 6 ? { log } : {}),
      ...defined({ onOpened }),
      rest,
      server: config.server,
      headers: { ...impersonation(flags), ...tokenBesideCertificate(config.user) },
      timeout: deadline === undefined ? '' : goDurationString(deadline),
      onWarning: (text) => output.err(`Warning: ${text}\n`),
    });
  }
}

interface TypedWords {
  readonly words: readonly string[];
  /** The value of `$KUBECONFIG` for this command. */
  readonly kubeconfig: string | undefined;
}

/** The words after `kubectl`, quoted as in a shell; there is none around it. */
function wordsOf({ line = '', argv }: CommandInput): Outcome<TypedWords> {
  if (argv !== undefined) return ok({ words: argv, kubeconfig: undefined });
  const words = splitWords(line);
  const variable = words[0]?.startsWith('KUBECONFIG=') === true ? words[0] : undefined;
  const [program, ...rest] = variable === undefined ? words : words.slice(1);
  if (program !== 'kubectl') {
    const message = `${program ?? ''}: command not found`;
    return err({ kind: 'plain', message, exitCode: 127 });
  }
  return ok({ words: rest, kubeconfig: variable?.slice('KUBECONFIG='.length) });
}

/** `kubectl help get` is the same as `kubectl get --help`. */
const withHelp = ([first, ...rest]: readonly string[]): readonly string[] => {
  if (first !== 'help') return first === undefined ? [] : [first, ...rest];
  return [...rest.filter((word) => !word.startsWith('-')), '--help'];
};

function showHelp(parsed: ParsedCommand, output: Output): Outcome {
  // All remaining words are its name. Source: cmdutil.RequireNoArguments.
  const unknown = parsed.args.join(' ');
  if (parsed.args.length > 0 && !parsed.flags.bool('help')) {
    return fail(`unknown command "${unknown}"\nSee '${parsed.path} -h' for help and examples`);
  }
  const { command, path, flags } = parsed;
  // A command that only has subcommands. Source: cmdutil.DefaultSubCommandRun.
  const wanting = command.run === undefined && !flags.bool('help') && !helpful.has(path);
  if (wanting) return wantSubcommand(parsed, output);
  output.out(helpText(parsed));
  return ok(undefined);
}

/** The help, and exit code 1. Most print it to standard error. */
function wantSubcommand(parsed: ParsedCommand, output: Output): Outcome {
  const toOut = parsed.path === 'kubectl rollout';
  if (toOut) output.out(helpText(parsed));
  return err({ kind: 'plain', message: toOut ? '' : helpText(parsed), exitCode: 1 });
}

/** These show their help when called without arguments. */
const helpful: ReadonlySet<string> = new Set(['kubectl', 'kubectl certificate']);

/** Undefined for no timeout, which zero means too. Source: clientcmd helpers.go ParseTimeout. */
function requestTimeoutOf(flags: FlagValues): Outcome<Duration | undefined> {
  const text = flags.string('request-timeout');
  const timeout = /^\+?\d+$/.test(text) ? Number(text) * second : parseGoDuration(text);
  if (timeout !== undefined) return ok(timeout > 0 ? timeout : undefined);
  return fail(
    'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed ' +
      'by a corresponding time unit (e.g. 1s | 2m | 3h)',
  );
}

/** An address where no API server is. */
function nobodyListens(server: string): RoundTripper {
  const host = server.replace(/^https?:\/\//, '');
  const error: ConnectionError = { message: `dial tcp ${host}: connect: connection refused` };
  return {
    *roundTrip(): Process<Result<HttpResponse, ConnectionError>> {
      return err(error);
    },
  };
}
