/** What the worker does: runs recordings as they are asked for and posts their facts in batches. */
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import type { Fact } from '#trace/facts';
import type { Door } from './door/door.ts';
import { FactPacker } from './fact-packer.ts';
import { fetchForCommands, fetchParts } from './fetch-parts.ts';
import { ClusterRefused, type LiveSimulation } from './live-simulation.ts';
import { managersIn } from './managers.ts';
import type {
  DoorOpening,
  DoorRequest,
  ManifestAnswer,
  ManifestQuestion,
  Question,
  Recording,
  RequestMessage,
  ResponseMessage,
} from './protocol.ts';
import { type RunSlice, runRecording } from './run-recording.ts';
import { SimulationPool } from './simulation-pool.ts';

/** Facts in one message: enough to be cheap, few enough for the page to take up in a frame. */
const batch = 600;
/**
 * Facts that a run may have: a page keeps every one of them, packed, and what is derived of them.
 * An idle hour of three nodes has 107,000, a day 2.6 million, a Deployment of 1,000 Pods 350,000.
 */
const mostFacts = 3_000_000;
/**
 * With so many facts a run lets go of its first ones, little by little, until the last `keptFacts`
 * (15 MB) are left. The page has the others; who lacks one of them needs the run from its seed.
 */
const lettingGo = 400_000;
const keptFacts = 60_000;
const letGoAtOnce = 2000;
/** Milliseconds between two looks up from the work: each makes the page draw itself again. */
const pause = 33;
/**
 * Cores at which the page, the worker and the browser's compiler stand in each other's way: there
 * the page draws the first facts of a run before the run goes on.
 */
const fewCores = 4;
/** Milliseconds for it; a page that nobody sees does not draw. */
const longestDrawing = 100;
/** Facts between two looks up from the hash. */
const hashedAtOnce = 500;
/** Facts of a run after which its functions are compiled as well as a rehearsal would do it. */
const rehearsedBy = 30_000;

/** What was packed is handed over, not copied. */
const post = (message: ResponseMessage): void =>
  self.postMessage(message, {
    transfer: message.type === 'facts' ? [message.packed.values.buffer] : [],
  });

const pool = new SimulationPool(undefined, mostFacts);
let current = 0;
/** Goes on when the page has drawn the first facts of the run. */
let hasDrawn: (() => void) | undefined;
/** What is known of the run that was asked for last. */
let known: readonly Fact[] = [];
/** The simulation that is out of the pool, and what it runs. */
let running: Running | undefined;
/** Clients outside act in what is running. */
let door: Door | undefined;
/** The run that is over and for which the worker does what may be wanted next. */
let idling = 0;
/** Begins when kubectl was fetched; goes on from where a run interrupted it. */
let rehearsal: Iterator<void> | undefined;
/** Whether kubectl was fetched, or cannot be: nothing else is waited for. */
let hasFetched = false;

interface Running {
  readonly live: LiveSimulation;
  readonly recording: Recording;
  ended: boolean;
}

/** One run: fetches what it needs, then posts what happens; a run that replaces it ends it. */
async function start(run: number, recording: Recording, after: number): Promise<void> {
  current = run;
  giveBack();
  try {
    const parts = await fetchParts(recording);
    if (current !== run) return;
    const { live, slices } = pool.takeAhead(recording, parts) ?? fromPool(recording, parts, after);
    const own: Running = { live, recording, ended: false };
    running = own;
    let drawsFirst = navigator.hardwareConcurrency <= fewCores;
    for (const message of messagesOf(run, own, slices, after)) {
      post(message);
      if (message.type === 'progress') {
        const isSeen = message.facts > after;
        await (drawsFirst && isSeen ? pageDraws() : hearMessages());
        if (isSeen) drawsFirst = false;
      }
      if (current !== run) return;
    }
    giveBack();
    void beIdle(run, afterRun(run, live));
  } catch (error) {
    giveUp(run, recording, error);
  }
}

/** Says why there is nothing more of a run, if it is still the present one. */
function giveUp(run: number, recording: Recording, error: unknown): void {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  if (current !== run) return;
  running = undefined;
  if (error instanceof ClusterRefused) {
    post({ type: 'refused', run, problems: error.problems });
  } else post({ type: 'crashed', run, recording, message, stack });
}

/** Runs up to the moment at which the door opens; from there on the run follows the clock. */
async function openDoor(opening: DoorOpening): Promise<void> {
  const { run, recording, at, after } = opening;
  current = run;
  giveBack();
  try {
    const { fetchAllParts, Door: Opened } = await import('./door/door.ts');
    const parts = await fetchAllParts();
    if (current !== run) return;
    const live = pool.take(recording, parts, after);
    running = { live, recording, ended: false };
    known = live.facts;
    while (!live.runTo(at - 1, recording.inputs)) {
      await hearMessages();
      if (current !== run) return;
    }
    const failed = (error: unknown): void => {
      door = undefined;
      giveUp(run, recording, error);
    };
    door = new Opened(live, opening, { post, failed, full: () => giveBack('full') });
  } catch (error) {
    giveUp(run, recording, error);
  }
}

function hearDoor(request: DoorRequest): void {
  if (request.kind === 'open') void openDoor(request);
  else if (request.kind === 'close' && door !== undefined) giveBack('asked');
  else door?.hear(request);
}

function fromPool(recording: Recording, parts: ClusterParts, after: number) {
  const live = pool.take(recording, parts, after);
  return { live, slices: runRecording(recording, parts, live, mostFacts) };
}

/** Between two slices of a run its simulation may go on with another. */
function giveBack(why: 'asked' | 'left' | 'full' = 'left'): void {
  if (running === undefined) return;
  const { live, recording, ended } = running;
  pool.give(live, door?.leave(why) ?? recording, ended);
  running = undefined;
  door = undefined;
}

/** Does what may be wanted next, a little at a time: a message is heard in between. */
async function beIdle(run: number, work: Iterable<void>): Promise<void> {
  idling = run;
  try {
    for (const _ of work) {
      await hearMessages();
      if (current !== run) return;
    }
  } catch {
    // Nobody asked for this yet, so a failure is ignored; it is reported when it is asked for.
  }
  idling = 0;
  if (hasFetched) post({ type: 'prepared', run });
}

/** The hash of a run that is over; then what the next command may need. */
function* afterRun(run: number, live: LiveSimulation): Generator<void, void, void> {
  const { facts, keptFrom, goneHash: hash } = live;
  for (let hashed = keptFrom; hashed < facts.length; hashed += hashedAtOnce) {
    for (const fact of facts.slice(hashed, hashed + hashedAtOnce)) hash.add(fact);
    yield;
  }
  post({ type: 'hashed', run, hash: hash.digest() });
  void getReadyForCommands(run);
  yield* beforeCommand();
}

async function getReadyForCommands(run: number): Promise<void> {
  const parts = await fetchForCommands();
  const { rehearse } = (await import('./rehearsal.ts').catch(() => undefined)) ?? {};
  hasFetched = true;
  if (parts !== undefined && known.length <= rehearsedBy) rehearsal ??= rehearse?.(parts);
  if (run === current && idling === 0) void beIdle(run, beforeCommand());
}

function* beforeCommand(): Generator<void, void, void> {
  while (pool.work() || rehearsal?.next().done === false) yield;
}

async function expectCommand(run: number, at: number, next?: Recording): Promise<void> {
  const isOver = (): boolean => run === current && running === undefined;
  if (!isOver()) return;
  pool.expect(at);
  const parts = next && (await fetchParts(next).catch(() => undefined));
  if (!isOver()) return;
  if (next !== undefined && parts !== undefined) pool.expectRun(next, parts);
  if (idling !== run) void beIdle(run, beforeCommand());
}

/** Comes back as a message of the worker's own, after those that wait already. */
const channel = new MessageChannel();
/** Who waits for them, in order. */
const pausing: (() => void)[] = [];
channel.port1.onmessage = () => pausing.shift()?.();

/** Lets the worker hear its own messages. A timer would wait 4 ms, the work of many slices. */
function hearMessages(): Promise<void> {
  return new Promise((resolve) => {
    pausing.push(resolve);
    channel.port2.postMessage(undefined);
  });
}

function pageDraws(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, longestDrawing);
    hasDrawn = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** The facts that the page lacks, in batches; then how far the run is, and that it is over. */
function* messagesOf(
  run: number,
  running: Running,
  slices: Iterable<RunSlice>,
  after: number,
): Generator<ResponseMessage, void, void> {
  let posted = after;
  let posting = 0;
  const packer = new FactPacker();
  for (const { facts, at, horizon, ended } of slices) {
    known = facts;
    running.ended = ended !== undefined;
    const now = performance.now();
    if (ended === undefined && facts.length - posted < batch && now - posting < pause) continue;
    posting = now;
    for (; posted < facts.length; posted += batch) {
      const { writes, ...packed } = packer.pack(facts.slice(posted, posted + batch));
      yield { type: 'facts', run, facts: writes, packed };
    }
    posted = Math.max(after, facts.length);
    if (facts.length > lettingGo) letGo(running.live);
    yield { type: 'progress', run, at, horizon, facts: facts.length };
    if (ended !== undefined) yield { type: 'done', run, reason: ended, at, facts: facts.length };
  }
}

function letGo(live: LiveSimulation): void {
  const { facts, keptFrom } = live;
  live.letGo(Math.min(facts.length - keptFacts, keptFrom + letGoAtOnce));
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
  else if (message.type === 'drawn') {
    if (message.run === current) hasDrawn?.();
  } else if (message.type === 'ping') post({ type: 'pong' });
  else if (message.type === 'expect') void expectCommand(message.run, message.at, message.next);
  else if (message.type === 'door') hearDoor(message.request);
  else if (message.type === 'ask') void answer(message.id, message.question);
  else void start(message.run, message.recording, message.after);
});

post({ type: 'ready' });
