/**
 * The page's end of the worker: starts it, asks for runs, hands on what it posts.
 *
 * A page in a sandboxed frame may not load the worker by its address, nor may one of other rules:
 * Chromium throws at once, Firefox reports an error later, on the console too. Then a blob imports
 * the same script, which the server must allow by CORS. What cannot be started at all is `unsupported`, what breaks later has `crashed`.
 */
import type { AnswerTo, Question, Recording, RequestMessage, ResponseMessage } from './protocol.ts';
import { scriptAddress } from './script-address.ts';
import simulationWorker from './simulation.worker.ts?worker&url';

/** What the page hears: the worker's messages, and that there can be no worker here. */
export type SimulatorMessage =
  | Exclude<ResponseMessage, { readonly type: 'ready' | 'answer' }>
  | { readonly type: 'unsupported'; readonly message: string };

/** Something that runs recordings; the worker, or a stand-in for a test. */
export interface Simulator {
  /** Asks for a run; facts up to `after` are on the page already. Replaces the run before it. */
  run(run: number, recording: Recording, after: number): void;
  /** Announces that the reader of a finished run is likely to do something after this moment. */
  expect?(run: number, at: number): void;
  /** Help with a manifest, or who owns fields; never answered by a simulator that was closed. */
  ask?<Q extends Question>(question: Q): Promise<AnswerTo<Q>>;
  close(): void;
}

export type ConnectSimulator = (listener: (message: SimulatorMessage) => void) => Simulator;

/** Starts the worker. What is asked for before it is ready is sent when it is. */
export const connectWorker: ConnectSimulator = (listener) => {
  let worker: Worker | undefined;
  let asked: Extract<RequestMessage, { type: 'run' }> | undefined;
  let closed = false;
  let questions = 0;
  const answers = new Map<number, (answer: never) => void>();
  const waiting: RequestMessage[] = [];

  /** What broke before anything was asked for. */
  let broken: string | undefined;
  const crash = (error: string): void => {
    if (asked === undefined) {
      broken = error;
      return;
    }
    const { run, recording } = asked;
    listener({ type: 'crashed', run, recording, message: error, stack: '' });
  };
  const begin = (started: Worker): void => {
    if (closed) {
      started.terminate();
      return;
    }
    worker = started;
    started.addEventListener('message', (event: MessageEvent<ResponseMessage>) => {
      const message = event.data;
      if (message.type === 'answer') {
        answers.get(message.id)?.(message.answer as never);
        answers.delete(message.id);
      } else if (message.type !== 'ready') listener(message);
    });
    started.addEventListener('error', (event) => {
      event.preventDefault();
      crash(event.message);
    });
    if (asked !== undefined) started.postMessage(asked);
    for (const question of waiting.splice(0)) started.postMessage(question);
  };

  startWorker().then(begin, (error: unknown) => {
    listener({ type: 'unsupported', message: error instanceof Error ? error.message : `${error}` });
  });
  return {
    run(run, recording, after) {
      asked = { type: 'run', run, recording, after };
      if (broken === undefined) worker?.postMessage(asked);
      else crash(broken);
    },
    expect: (run, at) => worker?.postMessage({ type: 'expect', run, at } satisfies RequestMessage),
    ask(question) {
      const message = { type: 'ask', id: ++questions, question } as const;
      if (worker === undefined) waiting.push(message);
      else worker.postMessage(message);
      return new Promise((resolve) => answers.set(message.id, resolve));
    },
    close() {
      closed = true;
      worker?.terminate();
    },
  };
};

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
