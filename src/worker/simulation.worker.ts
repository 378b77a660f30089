/** The worker: runs recordings as they are asked for and posts their facts in batches. */
import { TraceHash } from '#trace/trace-hash';
import type { Recording, RequestMessage, ResponseMessage } from './protocol.ts';
import { runRecording } from './run-recording.ts';

/** Facts in one message: enough to be cheap, few enough to arrive early. */
const batch = 400;

const post = (message: ResponseMessage): void => self.postMessage(message);

let current = 0;

/** One run: posts what is new after each slice, then lets the worker hear its messages. */
function start(run: number, recording: Recording, after: number): void {
  current = run;
  const slices = runRecording(recording);
  const hash = new TraceHash();
  let hashed = 0;
  let posted = after;
  const step = (): void => {
    if (current !== run) return;
    try {
      const { value: slice, done } = slices.next();
      if (done === true || slice === undefined) return;
      const { facts, at, horizon, ended } = slice;
      for (; hashed < facts.length; hashed++) {
        const fact = facts[hashed];
        if (fact !== undefined) hash.add(fact);
      }
      for (; posted < facts.length; posted += batch) {
        post({ type: 'facts', run, facts: facts.slice(posted, posted + batch) });
      }
      posted = Math.max(after, facts.length);
      post({ type: 'progress', run, at, horizon, facts: facts.length });
      if (ended === undefined) setTimeout(step, 0);
      else {
        const digest = hash.digest();
        post({ type: 'done', run, reason: ended, at, facts: facts.length, hash: digest });
      }
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      post({ type: 'crashed', run, recording, message, stack });
    }
  };
  step();
}

self.addEventListener('message', (event: MessageEvent<RequestMessage>) => {
  const message = event.data;
  if (message.type === 'stop') current = 0;
  else start(message.run, message.recording, message.after);
});

post({ type: 'ready' });
