/**
 * The page's end of the worker: starts it, asks for runs, hands on what it posts.
 *
 * A page in a sandboxed frame may not load the worker by its address: Chromium throws at once,
 * Firefox reports an error later. Then the same code is started from a blob. What cannot be
 * started at all is reported as `unsupported`, what breaks later as `crashed`.
 */
import type { Recording, RequestMessage, ResponseMessage } from './protocol.ts';

/** What the page hears: the worker's messages, and that there can be no worker here. */
export type SimulatorMessage =
  | Exclude<ResponseMessage, { readonly type: 'ready' }>
  | { readonly type: 'unsupported'; readonly message: string };

/** Something that runs recordings; the worker, or a stand-in for a test. */
export interface Simulator {
  /** Asks for a run; facts up to `after` are on the page already. Replaces the run before it. */
  run(run: number, recording: Recording, after: number): void;
  close(): void;
}

export type ConnectSimulator = (listener: (message: SimulatorMessage) => void) => Simulator;

/** Starts the worker. What is asked for before it is ready is sent when it is. */
export const connectWorker: ConnectSimulator = (listener) => {
  let worker: Worker | undefined;
  let asked: Extract<RequestMessage, { type: 'run' }> | undefined;
  let closed = false;

  const crash = (error: string): void => {
    if (asked === undefined) return;
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
      if (event.data.type !== 'ready') listener(event.data);
    });
    started.addEventListener('error', (event) => {
      event.preventDefault();
      crash(event.message);
    });
    if (asked !== undefined) started.postMessage(asked);
  };

  startWorker().then(begin, (error: unknown) => {
    listener({ type: 'unsupported', message: error instanceof Error ? error.message : `${error}` });
  });
  return {
    run(run, recording, after) {
      asked = { type: 'run', run, recording, after };
      worker?.postMessage(asked);
    },
    close() {
      closed = true;
      worker?.terminate();
    },
  };
};

async function startWorker(): Promise<Worker> {
  if (typeof Worker === 'undefined') throw new Error('This browser has no web workers.');
  try {
    // Vite recognizes the worker by this form, written in one expression.
    return await ready(
      new Worker(new URL('./simulation.worker.ts', import.meta.url), { type: 'module' }),
    );
  } catch {
    const { default: InlineWorker } = await import('./simulation.worker.ts?worker&inline');
    return await ready(new InlineWorker());
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
