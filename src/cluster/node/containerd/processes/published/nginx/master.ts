/**
 * The master process: opens the sockets, starts the workers, starts another when one dies, and
 * passes signals on.
 *
 * Models src/os/unix/ngx_process_cycle.c ngx_master_process_cycle. In: a configuration and signals.
 * Out: workers, log lines, and exit code 0 after QUIT, TERM or INT.
 */
import { ms } from '#base/sim-time';
import type { Listener } from '#cluster/node/os/sockets';
import { firstOf } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import type { Task } from '#sim/task';
import { errorText, networkOf } from '../../applets/network/sockets.ts';
import { kernelRelease } from '../../applets/processes.ts';
import type { ProcessEntry } from '../../process-table.ts';
import type { ProcessContext } from '../../program.ts';
import { type SignalName, signalNumbers } from '../../signals.ts';
import type { Configuration } from './configuration.ts';
import { type Level, logError } from './log.ts';
import { Worker } from './worker.ts';

export interface Build {
  readonly version: string;
  /** `gcc 14.2.0 (Debian 14.2.0-19)` */
  readonly builtBy: string;
}

/** uid and gid of `nginx` in the image. */
const workerUser = { uid: 101, gid: 101, groups: [101] };
/** Resident memory beyond that of a small program. */
const masterMemory = 6 * 2 ** 20;
const workerMemory = 3 * 2 ** 20;

const bindTries = 5;
const bindPause = ms(500);
const sigchld = 17;
const sigio = 29;

interface Running {
  readonly entry: ProcessEntry;
  readonly task: Task<number>;
  /** Of a configuration that is no longer used. */
  old: boolean;
}

type Ending = 'no' | 'shutting down' | 'exiting';

export class Master {
  #context: ProcessContext;
  readonly #build: Build;
  readonly #reread: () => Configuration | undefined;
  #configuration: Configuration;
  readonly #listeners = new Map<number, Listener>();
  #workers: Running[] = [];
  #connections = 0;
  #ending: Ending = 'no';

  /** `reread` gives the configuration as it is now; `undefined`: it has an error, which was said. */
  constructor(
    context: ProcessContext,
    build: Build,
    configuration: Configuration,
    reread: () => Configuration | undefined,
  ) {
    this.#context = context;
    this.#build = build;
    this.#configuration = configuration;
    this.#reread = reread;
  }

  /** Serves as the process of `context` until a signal ends it. Returns the exit code. */
  *run(context: ProcessContext): Process<number> {
    this.#context = context;
    const { signals, sim, allocate, files, pid = 1 } = context;
    try {
      files.write(this.#configuration.pidFile, `${pid}\n`);
      allocate?.(masterMemory);
      for (const name of handled) signals.handled.add(name);
      this.#say('using the "epoll" event method');
      this.#say(`nginx/${this.#build.version}`);
      this.#say(`built by ${this.#build.builtBy} `);
      this.#say(`OS: Linux ${kernelRelease}`);
      this.#say('getrlimit(RLIMIT_NOFILE): 1048576:1048576');
      this.#startWorkers();
      for (;;) {
        this.#reap();
        if (this.#ending !== 'no' && this.#workers.length === 0) break;
        const signal = signals.take();
        if (signal !== undefined) yield* this.#handle(signal);
        else yield* firstOf(sim, [signals.arrived, ...this.#workers.map(({ task }) => task)]);
      }
      this.#say('exit');
      files.remove(this.#configuration.pidFile);
      return 0;
    } finally {
      for (const listener of this.#listeners.values()) listener.close();
    }
  }

  #say(text: string, level: Level = 'notice'): void {
    logError(this.#context, this.#configuration.errorLog, level, text);
  }

  /** Opens what the configuration listens on and closes the rest. Returns whether it could. */
  *openSockets(): Process<boolean> {
    const network = networkOf(this.#context);
    if (network === undefined) return false;
    const wanted = new Set(this.#configuration.servers.flatMap(({ ports }) => ports));
    for (const [port, listener] of this.#listeners) {
      if (wanted.has(port)) continue;
      listener.close();
      this.#listeners.delete(port);
    }
    for (const port of wanted) {
      if (this.#listeners.has(port)) continue;
      for (let tries = 0; ; tries++) {
        const listening = network.listen(port);
        if (listening.ok) {
          this.#listeners.set(port, listening.value);
          break;
        }
        const why = `(98: ${errorText[listening.error]})`;
        this.#complain(`bind() to 0.0.0.0:${port} failed ${why}`);
        if (tries === bindTries - 1) {
          this.#complain('still could not bind()');
          return false;
        }
        yield* sleep(bindPause);
      }
    }
    return true;
  }

  /** While it starts, an error goes to the log and to the terminal. */
  #complain(text: string): void {
    this.#say(text, 'emerg');
    this.#context.err(`nginx: [emerg] ${text}\n`);
  }

  #startWorkers(): void {
    this.#say('start worker processes');
    const { workers } = this.#configuration;
    const count = workers === 'auto' ? cpusOf(this.#context) : workers;
    for (let n = 0; n < count; n++) this.#startWorker();
  }

  #startWorker(): void {
    const { processes, pid = 1, allocateFor, user } = this.#context;
    if (processes === undefined) return;
    const argv = ['nginx: worker process'];
    const as = (user?.uid ?? 0) === 0 ? workerUser : (user ?? workerUser);
    const entry = processes.add(argv, { ppid: pid, uid: as.uid });
    entry.signals.handled.add('SIGQUIT').add('SIGTERM').add('SIGINT').add('SIGHUP');
    const context = { ...this.#context, argv, pid: entry.pid, signals: entry.signals, user: as };
    const worker = new Worker(context, {
      configuration: this.#configuration,
      version: this.#build.version,
      listeners: [...this.#listeners.values()],
      nextConnection: () => ++this.#connections,
    });
    allocateFor?.(entry, workerMemory);
    this.#say(`start worker process ${entry.pid}`);
    this.#workers.push({ entry, task: processes.run(entry, worker.run()), old: false });
  }

  /** Notices workers that have ended; one that should still be there is replaced. */
  #reap(): void {
    const ended = this.#workers.filter(({ task }) => task.done);
    if (ended.length === 0) return;
    this.#workers = this.#workers.filter(({ task }) => !task.done);
    for (const { entry, old } of ended) {
      const { pid, killedBy, memory } = entry;
      this.#context.allocateFor?.(entry, -memory);
      this.#say(`signal ${sigchld} (SIGCHLD) received from ${pid}`);
      if (killedBy === undefined) this.#say(`worker process ${pid} exited with code 0`);
      else {
        const number = signalNumbers[killedBy];
        this.#say(`worker process ${pid} exited on signal ${number}`, 'alert');
      }
      if (this.#workers.length > 0) this.#say(`signal ${sigio} (SIGIO) received`);
      if (this.#ending === 'no' && !old) this.#startWorker();
    }
  }

  *#handle(signal: SignalName): Process {
    const number = `signal ${signalNumbers[signal]} (${signal}) received`;
    switch (signal) {
      case 'SIGQUIT':
        this.#say(`${number}, shutting down`);
        return this.#end('shutting down', 'SIGQUIT');
      case 'SIGTERM':
      case 'SIGINT':
        this.#say(`${number}, exiting`);
        return this.#end('exiting', 'SIGTERM');
      case 'SIGHUP':
        this.#say(`${number}, reconfiguring`);
        return yield* this.#reconfigure();
      case 'SIGUSR1':
        this.#say(`${number}, reopening logs`);
        this.#say('reopening logs');
        return;
      default:
        this.#say(`${number}`);
    }
  }

  #end(how: Ending, signal: SignalName): void {
    this.#ending = how;
    for (const { entry } of this.#workers) entry.signals.deliver(signal);
    // Nobody connects any more.
    for (const listener of this.#listeners.values()) listener.close();
  }

  *#reconfigure(): Process {
    this.#say('reconfiguring');
    const next = this.#reread();
    if (next === undefined) return;
    this.#configuration = next;
    if (!(yield* this.openSockets())) return;
    this.#say('using the "epoll" event method');
    const before = [...this.#workers];
    this.#startWorkers();
    for (const worker of before) {
      worker.old = true;
      worker.entry.signals.deliver('SIGQUIT');
    }
  }
}

const handled: readonly SignalName[] = [
  'SIGHUP',
  'SIGINT',
  'SIGQUIT',
  'SIGTERM',
  'SIGUSR1',
  'SIGUSR2',
];

/** On how many CPUs it may run: sched_getaffinity, which follows the control group. */
function cpusOf({ files }: ProcessContext): number {
  const list =
    files.read('/sys/fs/cgroup/cpuset.cpus.effective') ??
    files.read('/sys/fs/cgroup/cpuset/cpuset.cpus') ??
    '0';
  return list
    .trim()
    .split(',')
    .map((range) => range.split('-').map(Number))
    .reduce((sum, [first = 0, last = first]) => sum + last - first + 1, 0);
}
