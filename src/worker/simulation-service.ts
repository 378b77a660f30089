/** What the worker does: runs recordings as they are asked for and posts their facts in batches. */
import type { Fact } from '#trace/trace-event';
import { TraceHash } from '#trace/trace-hash';
import { fetchParts } from './fetch-parts.ts';
import { managersIn } from './managers.ts';
import type {
  ManifestAnswer,
  ManifestQuestion,
  Question,
  Recording,
  RequestMessage,
  ResponseMessage,
} from './protocol.ts';
import { ClusterRefused, type RunSlice, runRecording } from './run-recording.ts';

/** Facts in one message: enough to be cheap, few enough to arrive early. */
const batch = 2000;
/** Milliseconds between two looks up from the work: each makes the page draw itself again. */
const pause = 33;

const post = (message: ResponseMessage): void => self.postMessage(message);

let current = 0;
/** What is known of the run that was asked for last. */
let known: readonly Fact[] = [];

/** One run: fetches what it needs, then posts what happens; a run that replaces it ends it. */
async function start(run: number, recording: Recording, after: number): Promise<void> {
  current = run;
  try {
    const parts = await fetchParts(recording);
    for (const message of messagesOf(run, runRecording(recording, parts), after)) {
      if (current !== run) return;
      post(message);
      if (message.type === 'progress') await hearMessages();
    }
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    if (current !== run) return;
    if (error instanceof ClusterRefused) {
      post({ type: 'refused', run, problems: error.problems });
    } else post({ type: 'crashed', run, recording, message, stack });
  }
}

/** Lets the worker hear its own messages. A timer would wait 4 ms, the work of many slices. */
function hearMessages(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** The facts that the page lacks, in batches; then how far the run is; the hash at the end. */
function* messagesOf(
  run: number,
  slices: Iterable<RunSlice>,
  after: number,
): Generator<ResponseMessage, void, void> {
  const hash = new TraceHash();
  let hashed = 0;
  let posted = after;
  let posting = 0;
  for (const { facts, at, horizon, ended } of slices) {
    known = facts;
    for (; hashed < facts.length; hashed++) {
      const fact = facts[hashed];
      if (fact !== undefined) hash.add(fact);
    }
    const now = performance.now();
    if (ended === undefined && facts.length - posted < batch && now - posting < pause) continue;
    posting = now;
    for (; posted < facts.length; posted += batch) {
      yield { type: 'facts', run, facts: facts.slice(posted, posted + batch) };
    }
    posted = Math.max(after, facts.length);
    yield { type: 'progress', run, at, horizon, facts: facts.length };
    if (ended !== undefined) {
      const digest = hash.digest();
      yield { type: 'done', run, reason: ended, at, facts: facts.length, hash: digest };
    }
  }
}

const nothing: ManifestAnswer = { from: 0, options: [], problems: [] };

/** Helps with a manifest; when the help cannot be fetched, there is none. */
async function helpWith(question: ManifestQuestion): Promise<ManifestAnswer> {
  const help = await import('./manifest/answer.ts').catch(() => undefined);
  return help?.answerManifest(question) ?? nothing;
}

async function answer(id: number, question: Question): Promise<void> {
  const isManagers = question.kind === 'managers';
  const said = isManagers ? managersIn(known, question) : await helpWith(question);
  post({ type: 'answer', id, answer: said });
}

self.addEventListener('message', (event: MessageEvent<RequestMessage>) => {
  const message = event.data;
  if (message.type === 'stop') current = 0;
  else if (message.type === 'ask') void answer(message.id, message.question);
  else void start(message.run, message.recording, message.after);
});

post({ type: 'ready' });
