/**
 * One worker process: takes connections from the sockets that the master opened, answers their
 * requests and writes the access log. QUIT lets the requests under way end, TERM does not.
 *
 * Models src/os/unix/ngx_process_cycle.c ngx_worker_process_cycle. In: the master's sockets and
 * configuration. Out: a process that ends with exit code 0.
 */
import { ms, seconds } from '#base/sim-time';
import type { Connection, Listener } from '#cluster/node/os/sockets';
import { firstOf, Signal } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { Task } from '#sim/task';
import { type ProcessContext, timeOnCpu } from '../../program.ts';
import { accessTime } from '../log-time.ts';
import type { Configuration } from './configuration.ts';
import { logError, writeTo } from './log.ts';
import { type HttpRequest, RequestReader } from './request.ts';
import { type Answer, answerTo, httpDate, reasonOf, serverFor } from './respond.ts';

const answerTime = ms(0.3);

export interface WorkerOptions {
  readonly configuration: Configuration;
  readonly version: string;
  readonly listeners: readonly Listener[];
  /** The next number of a connection, as the error log has it. */
  readonly nextConnection: () => number;
}

export class Worker {
  readonly #context: ProcessContext;
  readonly #options: WorkerOptions;
  readonly #accepting: Task[] = [];
  /** Connections with a request under way. */
  #busy = 0;
  readonly #idle: Signal;
  #stopping = false;

  constructor(context: ProcessContext, options: WorkerOptions) {
    this.#context = context;
    this.#options = options;
    this.#idle = new Signal(context.sim);
  }

  /** Serves until a signal ends it. */
  *run(): Process<number> {
    const { sim, signals } = this.#context;
    const open = new Set<Task>();
    try {
      for (const listener of this.#options.listeners) {
        this.#accepting.push(sim.spawn('nginx accept', this.#accept(listener, open)));
      }
      let signal = signals.take();
      for (; signal === undefined; signal = signals.take()) yield* signals.arrived.wait();
      for (const task of this.#accepting) task.cancel();
      this.#stopping = true;
      if (signal === 'SIGQUIT') {
        this.#say('gracefully shutting down');
        while (this.#busy > 0) {
          yield* firstOf(sim, [this.#idle, signals.arrived]);
          if (signals.take() !== undefined) break;
        }
      }
      this.#say('exiting');
      this.#say('exit');
      return 0;
    } finally {
      for (const task of [...this.#accepting, ...open]) task.cancel();
    }
  }

  #say(text: string): void {
    logError(this.#context, this.#options.configuration.errorLog, 'notice', text);
  }

  *#accept(listener: Listener, open: Set<Task>): Process {
    for (;;) {
      const connection = yield* listener.accept();
      const task = this.#context.sim.spawn(
        'nginx connection',
        this.#converse(connection, listener),
      );
      open.add(task);
      for (const one of open) if (one.done) open.delete(one);
    }
  }

  /** The requests of one connection. */
  *#converse(connection: Connection, { port }: Listener): Process {
    const id = this.#options.nextConnection();
    const reader = new RequestReader(connection);
    const { servers } = this.#options.configuration;
    const patience = seconds(servers[0]?.keepaliveTimeout ?? 0);
    try {
      while (!this.#stopping) {
        const request = yield* reader.next(patience);
        if (request === undefined) return;
        this.#busy++;
        yield timeOnCpu(this.#context, answerTime);
        const goesOn = this.#answer(connection, port, request, id);
        this.#busy--;
        if (this.#busy === 0) this.#idle.notifyAll();
        if (!goesOn) return;
      }
    } finally {
      connection.close();
    }
  }

  /** Sends the answer. Returns whether the connection stays open for another request. */
  #answer(connection: Connection, port: number, request: HttpRequest | 'bad', id: number): boolean {
    const { configuration, version } = this.#options;
    const parsed = request === 'bad' ? unreadable : request;
    const host = parsed.headers.get('host')?.replace(/:\d+$/, '') ?? '';
    const server = serverFor(configuration, port, host);
    if (server === undefined) return false;
    const refused = request === 'bad' || (parsed.version === '1.1' && host === '');
    const given = refused
      ? answerTo(this.#context, version, { ...server, returns: { code: 400, text: '' } }, parsed)
      : answerTo(this.#context, version, server, parsed);
    const asked = parsed.headers.get('connection')?.toLowerCase();
    const keeps =
      !refused &&
      !this.#stopping &&
      (parsed.version === '1.1' ? asked !== 'close' : asked === 'keep-alive');
    connection.send(messageOf(this.#context, version, given, parsed, keeps));
    const client = connection.remote.ip;
    const name = server.names[0] ?? '';
    for (const text of given.errors) {
      const where = `client: ${client}, server: ${name}, request: "${parsed.line}", host: "${host}"`;
      logError(this.#context, configuration.errorLog, 'error', `*${id} ${text}, ${where}`);
    }
    this.#logAccess(given, parsed, client);
    return keeps;
  }

  #logAccess({ scope, status, body }: Answer, request: HttpRequest, client: string): void {
    const { accessLog } = scope;
    if (accessLog === undefined) return;
    const format = this.#options.configuration.formats.get(accessLog.format) ?? '';
    const sent = request.method === 'HEAD' ? 0 : body.length;
    const line = format.replace(/\$([a-z_]+)/g, (_, name: string) =>
      variableOf(this.#context, name, request, { client, status, sent }),
    );
    writeTo(this.#context, accessLog.path, `${line}\n`);
  }
}

const unreadable: HttpRequest = {
  line: '',
  method: 'GET',
  target: '/',
  path: '/',
  version: '1.0',
  headers: new Map(),
};

interface Sent {
  readonly client: string;
  readonly status: number;
  readonly sent: number;
}

/** A variable of a log format; one without a value is `-`. */
function variableOf(
  context: ProcessContext,
  name: string,
  { line, method, target, path, version, headers }: HttpRequest,
  { client, status, sent }: Sent,
): string {
  if (name.startsWith('http_')) return headers.get(name.slice(5).replaceAll('_', '-')) ?? '-';
  const values: Readonly<Record<string, string>> = {
    remote_addr: client,
    time_local: accessTime(context),
    request: line,
    request_method: method,
    request_uri: target,
    uri: path,
    server_protocol: `HTTP/${version}`,
    status: String(status),
    body_bytes_sent: String(sent),
    host: headers.get('host')?.replace(/:\d+$/, '') ?? '-',
    request_time: '0.000',
  };
  return values[name] ?? '-';
}

function messageOf(
  context: ProcessContext,
  version: string,
  { status, headers, body, scope }: Answer,
  { method }: HttpRequest,
  keeps: boolean,
): string {
  const date = httpDate(context.clock?.() ?? context.sim.now);
  const lines = [
    `HTTP/1.1 ${status} ${reasonOf(status)}`.trimEnd(),
    `Server: ${scope.showsVersion ? `nginx/${version}` : 'nginx'}`,
    `Date: ${date}`,
    ...headers.slice(0, 3).map(([name, value]) => `${name}: ${value}`),
    `Connection: ${keeps ? 'keep-alive' : 'close'}`,
    ...headers.slice(3).map(([name, value]) => `${name}: ${value}`),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`;
}
