/**
 * The page's end of the worker: starts it, asks for runs, hands on what it posts.
 *
 * A page in a sandboxed frame may not load the worker by its address, nor may one of other rules:
 * Chromium throws at once, Firefox reports an error later, on the console too. Then a blob imports
 * the same script, which the server must allow by CORS. What cannot be started at all is
 * `unsupported`, what breaks later has `crashed`. A worker that does not answer is ended: its run is
 * `stuck`, and the next run starts a new one.
 */
import { defined } from '#base/defined';
import type { Fact } from '#trace/facts';
import { FactUnpacker } from './fact-unpacker.ts';
import type {
  AnswerTo,
  DoorNews,
  DoorRequest,
  Question,
  Recording,
  RequestMessage,
  ResponseMessage,
} from './protocol.ts';
import { scriptAddress } from './script-address.ts';
import simulationWorker from './simulation.worker.ts?worker&url';
import { Watchdog } from './watchdog.ts';

/** What the page hears: the worker's messages, and what it cannot tell of itself. */
export type SimulatorMessage =
  | Exclude<ResponseMessage, { readonly type: 'ready' | 'answer' | 'pong' | 'facts' | 'door' }>
  | { readonly type: 'facts'; readonly run: number; readonly facts: readonly Fact[] }
  /** There can be no worker here. */
  | { readonly type: 'unsupported'; readonly message: string }
  /** The worker did not answer for so many seconds and was ended. */
  | {
      readonly type: 'stuck';
      readonly run: number;
      readonly recording: Recording;
      readonly seconds: number;
    };

/** Something that runs recordings; the worker, or a stand-in for a test. */
export interface Simulator {
  /** Asks for a run; facts up to `after` are on the page already. Replaces the run before it. */
  run(run: number, recording: Recording, after: number): void;
  /**
   * Announces that the reader of a finished run is likely to do something after this moment, and
   * what: to ask for the run `next`.
   */
  expect?(run: number, at: number, next?: Recording): void;
  /**
   * Help with a manifest, or who owns fields. `undefined`: nobody can answer, as the connection to
   * a server is lost. A worker that was closed never answers.
   */
  ask?<Q extends Question>(question: Q): Promise<AnswerTo<Q> | undefined>;
  /** The way to the door of the worker's run, by which clients outside act in it. */
  door?(hear: (run: number, news: DoorNews) => void): (request: DoorRequest) => void;
  close(): void;
}

export type ConnectSimulator = (listener: (message: SimulatorMessage) => void) => Simulator;

/** After these the worker owes nothing for the run. */
const endsRun: ReadonlySet<ResponseMessage['type']> = new Set(['done', 'crashed', 'refused']);

/** Starts the worker. What is asked for before it is ready is sent when it is. */
export const connectWorker: ConnectSimulator = (listener) => new WorkerClient(listener);

type RunRequest = Extract<RequestMessage, { type: 'run' }>;
type FactsMessage = Extract<ResponseMessage, { type: 'facts' }>;

class WorkerClient implements Simulator {
  readonly #listener: (message: SimulatorMessage) => void;
  readonly #watchdog = new Watchdog(
    () => this.#worker?.postMessage({ type: 'ping' } satisfies RequestMessage),
    (seconds) => this.#giveUp(seconds),
  );
  #worker: Worker | undefined;
  #asked: RunRequest | undefined;
  /** What the batches of the run so far have in common. */
  #unpacker = new FactUnpacker();
  #unpacks = 0;
  /** What broke before anything was asked for. */
  #broken: string | undefined;
  /** The worker did not answer and is gone; the next run starts another. */
  #ended = false;
  #closed = false;
  #questions = 0;
  readonly #answers = new Map<number, (answer: never) => void>();
  readonly #waiting: RequestMessage[] = [];
  #hearDoor: ((run: number, news: DoorNews) => void) | undefined;

  constructor(listener: (message: SimulatorMessage) => void) {
    this.#listener = listener;
    this.#start();
  }

  run(run: number, recording: Recording, after: number): void {
    this.#asked = { type: 'run', run, recording, after };
    if (this.#broken !== undefined) this.#crash(this.#broken);
    else if (this.#ended) this.#start();
    else this.#sendRun(this.#asked);
  }

  expect(run: number, at: number, next?: Recording): void {
    const message = { type: 'expect', run, at, ...defined({ next }) } satisfies RequestMessage;
    this.#worker?.postMessage(message);
  }

  ask<Q extends Question>(question: Q): Promise<AnswerTo<Q>> {
    const message = { type: 'ask', id: ++this.#questions, question } as const;
    this.#send(message);
    return new Promise((resolve) => this.#answers.set(message.id, resolve));
  }

  door(hear: (run: number, news: DoorNews) => void): (request: DoorRequest) => void {
    this.#hearDoor = hear;
    return (request) => this.#send({ type: 'door', request });
  }

  close(): void {
    this.#closed = true;
    this.#watchdog.rest();
    this.#worker?.terminate();
  }

  #start(): void {
    this.#ended = false;
    startWorker().then(
      (started) => this.#begin(started),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : `${error}`;
        this.#listener({ type: 'unsupported', message });
      },
    );
  }

  #begin(started: Worker): void {
    if (this.#closed) {
      started.terminate();
      return;
    }
    this.#worker = started;
    started.addEventListener('message', ({ data }: MessageEvent<ResponseMessage>) => {
      // What a worker posted before it was ended may still arrive.
      if (this.#worker === started) this.#hear(data);
    });
    started.addEventListener('error', (event) => {
      event.preventDefault();
      this.#crash(event.message);
    });
    if (this.#asked !== undefined) this.#sendRun(this.#asked);
    for (const question of this.#waiting.splice(0)) started.postMessage(question);
  }

  /** Once the worker is there. */
  #send(message: RequestMessage): void {
    if (this.#worker === undefined) this.#waiting.push(message);
    else this.#worker.postMessage(message);
  }

  #sendRun(request: RunRequest): void {
    if (this.#worker === undefined) return;
    this.#worker.postMessage(request);
    this.#watchdog.watch();
  }

  #hear(message: ResponseMessage): void {
    this.#watchdog.heard();
    if (message.type === 'answer') {
      this.#answers.get(message.id)?.(message.answer as never);
      this.#answers.delete(message.id);
    } else if (message.type === 'door') this.#hearDoor?.(message.run, message.news);
    else if (message.type !== 'ready' && message.type !== 'pong') {
      if (endsRun.has(message.type)) this.#watchdog.rest();
      this.#listener(message.type === 'facts' ? this.#unpacked(message) : message);
    }
  }

  #unpacked({ type, run, facts, packed }: FactsMessage): SimulatorMessage {
    if (this.#unpacks !== run) {
      this.#unpacker = new FactUnpacker();
      this.#tellWhenDrawn(run);
    }
    this.#unpacks = run;
    return { type, run, facts: this.#unpacker.unpack(packed, facts) };
  }

  /** After the next frame, in which the page shows what it has just heard. */
  #tellWhenDrawn(run: number): void {
    const tell = (): void =>
      this.#worker?.postMessage({ type: 'drawn', run } satisfies RequestMessage);
    // The page asks for its own frame when it takes the facts up: after this turn.
    queueMicrotask(() => requestAnimationFrame(() => setTimeout(tell)));
  }

  #crash(error: string): void {
    this.#watchdog.rest();
    if (this.#asked === undefined) {
      this.#broken = error;
      return;
    }
    const { run, recording } = this.#asked;
    this.#listener({ type: 'crashed', run, recording, message: error, stack: '' });
  }

  #giveUp(seconds: number): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#ended = true;
    const { run, recording } = this.#asked ?? {};
    this.#asked = undefined;
    if (run === undefined || recording === undefined) return;
    this.#listener({ type: 'stuck', run, recording, seconds });
  }
}

async function startWorker(): Promise<Worker> {
  if (typeof Worker === 'undefined') throw new Error('This browser has no web workers.');
  // A page that carries its worker with it has it in a blob, and may start a classic one only.
  const carried = simulationWorker.startsWith('blob:');
  try {
    if (origin === 'null' && !carried)
      throw new Error('No address is of a page without an origin.');
    const type = carried ? 'classic' : 'module';
    return await ready(new Worker(scriptAddress(simulationWorker), { type }));
  } catch {
    // A classic script, as a frame without an origin may start no other; it may import modules.
    const address = JSON.stringify(new URL(simulationWorker, document.baseURI).href);
    const source = `import(${address}).catch((error) => setTimeout(() => { throw error; }));`;
    const blob = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    try {
      return await ready(new Worker(scriptAddress(blob)));
    } finally {
      URL.revokeObjectURL(blob);
    }
  }
}

/** Waits for the worker's first message, which it posts when its code has loaded. */
function ready(worker: Worker): Promise<Worker> {
  return new Promise((resolve, reject) => {
    worker.addEventListener('message', () => resolve(worker), { once: true });
    worker.addEventListener(
      'error',
      (event) => {
        event.preventDefault();
        worker.terminate();
        reject(new Error(event.message || 'The worker did not load.'));
      },
      { once: true },
    );
  });
}
