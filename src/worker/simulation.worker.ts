/** The worker: runs recordings as they are asked for and posts their facts in batches. */
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
const batch = 400;

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
      // After each slice the worker hears its own messages.
      if (message.type === 'progress') await new Promise((resolve) => setTimeout(resolve, 0));
    }
  } catch (error) {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    if (current !== run) return;
    if (error instanceof ClusterRefused) {
      post({ type: 'refused', run, problems: error.problems });
    } else post({ type: 'crashed', run, recording, message, stack });
  }
}

/** The facts that the page lacks, in batches; progress after each slice; the hash at the end. */
function* messagesOf(
  run: number,
  slices: Iterable<RunSlice>,
  after: number,
): Generator<ResponseMessage, void, void> {
  const hash = new TraceHash();
  let hashed = 0;
  let posted = after;
  for (const { facts, at, horizon, ended } of slices) {
    known = facts;
    for (; hashed < facts.length; hashed++) {
      const fact = facts[hashed];
      if (fact !== undefined) hash.add(fact);
    }
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
