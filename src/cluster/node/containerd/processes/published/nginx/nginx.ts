/**
 * The command `nginx`: reads its options and its configuration, tests it, signals the master, or
 * becomes the master.
 *
 * Models src/core/nginx.c: `-t -T -q -s -c -g -v -V -h`. What of a configuration is not modelled is
 * said on the standard error.
 */
import { rememberedFor } from '#base/remembered';
import { ms } from '#base/sim-time';
import type { Process } from '#sim/simulation';
import { readOptions } from '../../applets/network/sockets.ts';
import { type ProcessContext, type Program, timeOnCpu } from '../../program.ts';
import type { SignalName } from '../../signals.ts';
import { type Configuration, configurationOf } from './configuration.ts';
import { type Directive, readDirectives } from './directives.ts';
import { mainConfiguration } from './files.ts';
import { logError, sayEarly } from './log.ts';
import { type Build, Master } from './master.ts';

const startTime = ms(12);

const cacheFolder = '/var/cache/nginx';
const cacheNames = ['client', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

const signalOfWord: Readonly<Record<string, SignalName>> = {
  stop: 'SIGTERM',
  quit: 'SIGQUIT',
  reopen: 'SIGUSR1',
  reload: 'SIGHUP',
};

/** The program of a build. */
export const nginxProgram = (build: Build): Program =>
  function* (context) {
    const { options, operands } = readOptions(context.argv.slice(1), 'scgpe');
    const { err } = context;
    const [operand] = operands;
    if (operand !== undefined) {
      err(`nginx: invalid option: "${operand}"\n`);
      return 1;
    }
    const wrong = [...options.keys()].find((letter) => !'?hvVtTqsecgp'.includes(letter));
    if (wrong !== undefined) {
      err(`nginx: invalid option: "${wrong}"\n`);
      return 1;
    }
    if (['v', 'V', 'h', '?'].some((letter) => options.has(letter)))
      return about(context, build, options);
    yield timeOnCpu(context, startTime);
    const path = options.get('c') ?? mainConfiguration;
    const configuration = readConfiguration(context, path);
    if (options.has('t') || options.has('T')) {
      return test(context, path, configuration, options);
    }
    if (configuration === undefined) return 1;
    if (options.has('s')) return signalMaster(context, configuration, options.get('s') ?? '');
    return yield* start(context, build, path, configuration, options.get('g') ?? '');
  };

function about(
  { err }: ProcessContext,
  { version, builtBy }: Build,
  options: ReadonlyMap<string, string>,
): number {
  err(`nginx version: nginx/${version}\n`);
  if (options.has('V')) {
    err(`built by ${builtBy} \n`);
    err('podyssey: nginx is simulated: it was not built with the options of the real one\n');
  }
  if (options.has('h') || options.has('?')) err(usage);
  return 0;
}

const usage = `Usage: nginx [-?hvVtTq] [-s signal] [-c filename] [-g directives]

Options:
  -?,-h         : this help
  -v            : show version and exit
  -V            : show version and configure options then exit
  -t            : test configuration and exit
  -T            : test configuration, dump it and exit
  -q            : suppress non-error messages during configuration testing
  -s signal     : send signal to a master process: stop, quit, reopen, reload
  -c filename   : set configuration file (default: ${mainConfiguration})
  -g directives : set global directives out of configuration file
`;

/** The same files mean the same in each container: a Deployment's Pods have one configuration. */
const knownConfiguration = rememberedFor<ReturnType<typeof configurationOf>>();

/** Undefined after an error, which it says. */
function readConfiguration(context: ProcessContext, path: string): Configuration | undefined {
  let sources = '';
  const read = readDirectives(context.files, path, (file, text) => {
    sources += `${file}\0${text}\0`;
  });
  const configured = read.ok
    ? knownConfiguration(sources, () => configurationOf(read.value))
    : read;
  if (configured.ok) return configured.value;
  sayEarly(context, 'emerg', configured.error);
  return undefined;
}

/** `-t` and `-T`. */
function test(
  context: ProcessContext,
  path: string,
  configuration: Configuration | undefined,
  options: ReadonlyMap<string, string>,
): number {
  const { err, out, files } = context;
  const says = (text: string): void => {
    if (!options.has('q')) err(`nginx: ${text}\n`);
  };
  if (configuration === undefined) {
    err(`nginx: configuration file ${path} test failed\n`);
    return 1;
  }
  for (const note of configuration.notes) sayNote(context, note);
  says(`the configuration file ${path} syntax is ok`);
  says(`configuration file ${path} test is successful`);
  if (options.has('T')) {
    const read = readDirectives(files, path);
    const names = new Set([path, ...filesOf(read.ok ? read.value : [])]);
    for (const name of names) out(`# configuration file ${name}:\n${files.read(name) ?? ''}\n`);
  }
  return 0;
}

const filesOf = (directives: readonly Directive[]): readonly string[] =>
  directives.flatMap(({ file, block = [] }) => [file, ...filesOf(block)]);

const sayNote = ({ err }: ProcessContext, note: string): void =>
  err(`podyssey: nginx is simulated: ${note}\n`);

/** `-s`: the master's process id is in its file. */
function signalMaster(
  context: ProcessContext,
  { pidFile, errorLog }: Configuration,
  word: string,
): number {
  const { err, files, processes } = context;
  const signal = signalOfWord[word];
  if (signal === undefined) {
    err(`nginx: invalid option: "-s ${word}"\n`);
    return 1;
  }
  logError(context, errorLog, 'notice', 'signal process started');
  const text = files.read(pidFile);
  if (text === undefined) {
    const why = `open() "${pidFile}" failed (2: No such file or directory)`;
    logError(context, errorLog, 'error', why);
    err(`nginx: [error] ${why}\n`);
    return 1;
  }
  if (processes?.kill(Number(text), signal) === true) return 0;
  const number = text.trim();
  logError(context, errorLog, 'alert', `kill(${number}, 1) failed (3: No such process)`);
  return 1;
}

function* start(
  context: ProcessContext,
  build: Build,
  path: string,
  configuration: Configuration,
  globals: string,
): Process<number> {
  const { processes, pid = 1, user } = context;
  const isRoot = (user?.uid ?? 0) === 0;
  if (!isRoot && configuration.user !== undefined) {
    const why = 'makes sense only if the master process runs with super-user privileges, ignored';
    sayEarly(context, 'warn', `the "user" directive ${why} in ${configuration.user.at}`);
  }
  if (!makeFolders(context)) return 1;
  for (const note of configuration.notes) sayNote(context, note);
  const reread = () => readConfiguration(context, path);
  const master = new Master(context, build, configuration, reread);
  if (!(yield* master.openSockets())) return 1;
  const title = ['nginx: master process', ...context.argv].join(' ');
  if (/\bdaemon\s+off\b/.test(globals)) {
    const own = processes?.get(pid);
    if (own !== undefined) own.argv = [title];
    return yield* master.run(context);
  }
  // In the background: the command itself ends, and with it a container whose first process it is.
  if (processes === undefined) return 0;
  const entry = processes.add([title], { ppid: 1, uid: user?.uid ?? 0 });
  const own = { ...context, pid: entry.pid, signals: entry.signals };
  processes.run(entry, master.run(own));
  return 0;
}

/** The folders for large requests and answers; only who may write there can start. */
function makeFolders(context: ProcessContext): boolean {
  for (const name of cacheNames) {
    const folder = `${cacheFolder}/${name}_temp`;
    if (context.files.isDirectory(folder)) continue;
    const error = context.files.makeDirectory(folder);
    if (error === undefined) continue;
    const number = error === 'Read-only file system' ? 30 : 13;
    sayEarly(context, 'emerg', `mkdir() "${folder}" failed (${number}: ${error})`);
    return false;
  }
  return true;
}
