/**
 * What a served cluster costs its clients: how soon it answers, a GET, a create, a Pod until it is
 * Running, a watch event with many watchers, and the memory of an idle hour. About three minutes.
 *
 * The program of the package runs in a process of its own; requests go over HTTPS to the loopback.
 * An hour is an hour of simulated time, at the speed that the options give.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { defined } from '#base/defined';
import { BareServer } from './bare-server.ts';

/** A figure, and what it shall stay below. */
interface Barred {
  readonly value: number;
  readonly unit: 'ms' | 'MiB';
  /** Absent: nobody has set one. */
  readonly bar?: number;
}

export interface ServeFigures {
  /** From the start of the process to its first answer. */
  readonly ready: Barred;
  /** One Pod, at 200 a second, in three times ten seconds: a young server still compiles. */
  readonly getPodP50: readonly Barred[];
  readonly getPodP99: readonly Barred[];
  /**
   * A server that only answers as many bytes, asked as often by the same client before and after:
   * what the machine and the client take by themselves.
   */
  readonly bareP99: Readonly<Record<'before' | 'after', readonly Barred[]>>;
  /** Until the answer: the whole chain of the API server, etcd included. */
  readonly createPodP99: Barred;
  /** Until the Pod is Running, which is also the time that the simulated node takes. */
  readonly podRunningP50: Barred;
  readonly podRunningP99: Barred;
  /** From the request to the event, at 100 watchers. */
  readonly watchEventP99: Barred;
  /** Resident memory that an idle hour with 50 watchers adds. */
  readonly idleHour: Barred;
}

const program = 'bin/podyssey.js';
const core = '/api/v1/namespaces/default';
const watchers = 100;
const idleWatchers = 50;
/** Simulated seconds in a real one, for the hour. */
const idleSpeed = 90;
const warmUpMs = 5000;

/** Rejects without a built program. */
export async function benchServe(): Promise<ServeFigures> {
  if (!existsSync(program)) throw new Error('It needs `npm run build`.');
  const before = await bareTens();
  const started = performance.now();
  const cluster = await Cluster.start('1');
  const readyMs = performance.now() - started;
  try {
    await cluster.ask('POST', `${core}/configmaps`, map('it', 0));
    await cluster.ask('POST', `${core}/pods`, pod('it'));
    const gets = await inTens(() => cluster.ask('GET', `${core}/pods/it`));
    const creates = await paced(300, 50, (n) =>
      cluster.ask('POST', `${core}/pods`, pod(`web-${n}`)),
    );
    const running = await cluster.podsUntilRunning();
    const events = await cluster.watchedChanges();
    const p99 = (tens: readonly Took[]): Barred[] => tens.map((ten) => ms(percentile(ten, 99)));
    return {
      ready: ms(readyMs, 1000),
      getPodP50: gets.map((ten) => ms(percentile(ten, 50))),
      getPodP99: gets.map((ten) => ms(percentile(ten, 99), 3)),
      bareP99: { before: p99(before), after: p99(await bareTens()) },
      createPodP99: ms(percentile(creates, 99), 8),
      podRunningP50: ms(percentile(running, 50)),
      podRunningP99: ms(percentile(running, 99)),
      watchEventP99: ms(percentile(events, 99), 25),
      idleHour: { value: await idleHour(), unit: 'MiB', bar: 20 },
    };
  } finally {
    cluster.stop();
  }
}

async function bareTens(): Promise<readonly Took[]> {
  const bare = await BareServer.start();
  try {
    return await inTens(() => asked(send(bare.agent, 'GET', bare.url), bare.url));
  } finally {
    bare.stop();
  }
}

async function idleHour(): Promise<number> {
  const cluster = await Cluster.start(String(idleSpeed));
  try {
    for (let n = 0; n < idleWatchers; n++) await cluster.watch('/api/v1/pods', () => undefined);
    await wait(warmUpMs);
    const before = cluster.residentMib();
    await wait((3600 / idleSpeed) * 1000);
    return cluster.residentMib() - before;
  } finally {
    cluster.stop();
  }
}

const ms = (value: number, bar?: number): Barred => ({ value, unit: 'ms', ...defined({ bar }) });

/** Milliseconds of each of some requests. */
type Took = readonly number[];

/** After one second that does not count, three times ten, at 200 requests a second. */
async function inTens(ask: () => Promise<void>): Promise<readonly Took[]> {
  const tens: Took[] = [];
  await paced(200, 200, ask);
  for (let ten = 0; ten < 3; ten++) tens.push(await paced(2000, 200, ask));
  return tens;
}

interface PodEvent {
  readonly object: {
    readonly metadata: { readonly name: string };
    readonly status: { readonly phase?: string };
  };
}

interface Kubeconfig {
  readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }];
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
}

/** A served cluster in a process of its own, and a client of it. */
class Cluster {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #server: string;
  readonly #agent: Agent;
  readonly #streams: ClientRequest[] = [];

  private constructor(started: ChildProcess, folder: string, { clusters, users }: Kubeconfig) {
    this.#process = started;
    this.#folder = folder;
    const [{ cluster }] = clusters;
    const [{ user }] = users;
    const pem = (text = ''): Buffer => Buffer.from(text, 'base64');
    this.#server = cluster['server'] ?? '';
    this.#agent = new Agent({
      keepAlive: true,
      ca: pem(cluster['certificate-authority-data']),
      cert: pem(user['client-certificate-data']),
      key: pem(user['client-key-data']),
    });
  }

  /** Resolves when it has answered. */
  static async start(speed: string): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'podyssey-bench-'));
    const file = join(folder, 'kubeconfig');
    const args = ['serve', '--port', '0', '--no-page', '--speed', speed, '--kubeconfig', file];
    const started = spawn(process.execPath, [program, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      started.stdout?.on('data', (text) => String(text).includes('export') && resolve());
      started.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    });
    const cluster = new Cluster(started, folder, parse(readFileSync(file, 'utf8')) as Kubeconfig);
    await cluster.ask('GET', '/version');
    return cluster;
  }

  /** Rejects unless the answer is a success. */
  async ask(method: string, path: string, body?: object): Promise<void> {
    await asked(this.#send(method, path, body), path);
  }

  /** Opens a watch; `hear` gets the pieces of its text. */
  async watch(path: string, hear: (text: string) => void): Promise<void> {
    const { sent, answer } = this.#send('GET', `${path}?watch=true&resourceVersion=0`);
    (await answer).on('data', (piece) => hear(String(piece))).on('error', () => undefined);
    this.#streams.push(sent);
  }

  /** For each watcher and change the milliseconds from the request to the event. */
  async watchedChanges(): Promise<readonly number[]> {
    const changes = 100;
    const sent: number[] = [];
    const took: number[] = [];
    for (let n = 0; n < watchers; n++) {
      await this.watch(`${core}/configmaps`, (text) => {
        for (const [, value] of text.matchAll(/"value":"(\d+)"/g)) {
          const start = sent[Number(value)];
          if (start !== undefined) took.push(performance.now() - start);
        }
      });
    }
    await paced(changes, 10, (n) => {
      sent[n + 1] = performance.now();
      return this.ask('PUT', `${core}/configmaps/it`, map('it', n + 1));
    });
    await wait(1000);
    if (took.length < changes * watchers) throw new Error(`${took.length} events came`);
    return took;
  }

  /** For each of some Pods the milliseconds from the request to the event with phase Running. */
  async podsUntilRunning(): Promise<readonly number[]> {
    const count = 20;
    const sent = new Map<string, number>();
    const took = new Map<string, number>();
    let text = '';
    await this.watch(`${core}/pods`, (piece) => {
      const lines = `${text}${piece}`.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const { metadata, status } = (JSON.parse(line) as PodEvent).object;
        const start = sent.get(metadata.name);
        if (start === undefined || status.phase !== 'Running' || took.has(metadata.name)) continue;
        took.set(metadata.name, performance.now() - start);
      }
    });
    await paced(count, 4, (n) => {
      const { metadata, spec } = pod(`run-${n}`);
      const { schedulerName: _scheduler, ...scheduled } = spec;
      sent.set(metadata.name, performance.now());
      return this.ask('POST', `${core}/pods`, { metadata, spec: scheduled });
    });
    const end = performance.now() + 20_000;
    while (took.size < count && performance.now() < end) await wait(50);
    if (took.size < count) throw new Error(`${took.size} of ${count} Pods are Running`);
    return [...took.values()];
  }

  residentMib(): number {
    const status = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  }

  stop(): void {
    for (const stream of this.#streams) stream.destroy();
    this.#agent.destroy();
    this.#process.removeAllListeners('exit');
    this.#process.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #send(method: string, path: string, body?: object): Sent {
    return send(this.#agent, method, `${this.#server}${path}`, body);
  }
}

interface Sent {
  readonly sent: ClientRequest;
  readonly answer: Promise<IncomingMessage>;
}

function send(agent: Agent, method: string, url: string, body?: object): Sent {
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const sent = request(url, { method, agent, headers });
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return { sent, answer };
}

/** Rejects unless the answer is a success. */
async function asked({ answer }: Sent, path: string): Promise<void> {
  const response = await answer;
  for await (const _ of response);
  if ((response.statusCode ?? 0) >= 300) throw new Error(`${path}: ${response.statusCode}`);
}

const map = (name: string, value: number) => ({
  metadata: { name },
  data: { value: String(value) },
});

/** No scheduler takes it: what is measured is the create, not a cluster that fills up. */
const pod = (name: string) => ({
  metadata: { name },
  spec: { schedulerName: 'none', containers: [{ name: 'web', image: 'nginx' }] },
});

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Does something so often, so many times a second, whatever it takes; the milliseconds of each. */
async function paced(
  count: number,
  perSecond: number,
  act: (n: number) => Promise<void>,
): Promise<readonly number[]> {
  const begin = performance.now();
  const running: Promise<number>[] = [];
  for (let n = 0; n < count; n++) {
    const due = begin + (n * 1000) / perSecond;
    const left = due - performance.now();
    if (left > 0) await wait(left);
    const start = performance.now();
    running.push(act(n).then(() => performance.now() - start));
  }
  return await Promise.all(running);
}

/** So many of a hundred are not above it. */
function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((share / 100) * sorted.length) - 1] ?? Number.NaN;
}
