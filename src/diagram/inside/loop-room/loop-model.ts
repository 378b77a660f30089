/**
 * One controller as a loop of seven: it hears, its cache holds it, a handler decides whose it is,
 * the key waits, a worker compares, decides and acts; what it writes comes back as an event.
 *
 * All of it is told by facts up to the cursor. The number of those that a controller still expects
 * is what it set, less what it has heard of since.
 */
import type { QueueScene, Scene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf, FactType } from '#trace/facts';

export const loopSteps = [1, 2, 3, 4, 5, 6, 7] as const;
export type LoopStep = (typeof loopSteps)[number];

export interface Sighting {
  readonly event: FactOf<'WatchEventReceived'>;
  /** What the handler did with it. */
  readonly added: FactOf<'KeyAdded'>;
}

export interface Sent {
  readonly request: FactOf<'RequestSent'>;
  /** The answer, once it is there. */
  readonly answer: FactOf<'ResponseReceived'> | undefined;
}

export interface Lap {
  readonly start: FactOf<'SyncStarted'>;
  readonly end: FactOf<'SyncFinished'> | undefined;
  /** Which lap of its key it is, since the story began. */
  readonly number: number;
  readonly decision: FactOf<'DecisionMade'> | undefined;
  readonly sent: readonly Sent[];
}

export interface Expected {
  readonly key: string;
  readonly wanted: number;
  /** The names that it has heard of since it set them. */
  readonly seen: readonly string[];
  readonly kind: 'add' | 'del';
}

export interface Loop {
  readonly component: string;
  readonly now: LoopStep | undefined;
  readonly sighting: Sighting | undefined;
  readonly expected: Expected | undefined;
  readonly queues: readonly QueueScene[];
  /** The wait of a key that comes again later, in microseconds. */
  readonly delays: ReadonlyMap<string, number>;
  /** The last key that was added although it waited already. */
  readonly merged: string | undefined;
  /** The newest first. */
  readonly laps: readonly Lap[];
  /** The revision of what the controller wrote last. */
  readonly stored: number | undefined;
}

/** Facts of a controller that are looked at; older ones are another story. */
const farthest = 600;
const shownLaps = 4;

export function loopOf(log: TraceLog, scene: Scene, component: string, start: FactId): Loop {
  const own = ownFacts(log, component, scene.cursor, start);
  const added = own.filter(isOf('KeyAdded'));
  const sightings = added.flatMap((fact): Sighting[] => {
    const event = log.fact(fact.cause);
    return event?.type === 'WatchEventReceived' ? [{ event, added: fact }] : [];
  });
  const last = added.at(-1);
  return {
    component,
    now: stepOf(log, scene, component),
    sighting: sightings.at(-1),
    expected: expectedOf(own, sightings, scene.cursor),
    queues: [...scene.queues.values()].filter((queue) => queue.component === component),
    delays: new Map(added.filter(({ delay }) => delay > 0).map(({ key, delay }) => [key, delay])),
    merged: last?.merged === true ? last.key : undefined,
    laps: lapsOf(log, own),
    stored: storedBy(log, own, scene.cursor),
  };
}

function ownFacts(
  log: TraceLog,
  component: string,
  cursor: FactId,
  start: FactId,
): readonly Fact[] {
  const ids = log.factsOf(component).filter((id) => id <= cursor && id >= start);
  return ids.slice(-farthest).flatMap((id) => log.fact(id) ?? []);
}

const isOf =
  <T extends FactType>(type: T) =>
  (fact: Fact): fact is FactOf<T> & Fact =>
    fact.type === type;

function expectedOf(
  own: readonly Fact[],
  sightings: readonly Sighting[],
  cursor: FactId,
): Expected | undefined {
  const set = own.filter(isOf('ExpectationsSet')).at(-1);
  if (set === undefined) return undefined;
  const kind = set.add > 0 ? 'add' : 'del';
  const word = kind === 'add' ? 'ADDED' : 'DELETED';
  const seen = sightings
    .filter(({ event, added }) => event.id > set.id && added.key === set.key && event.id <= cursor)
    .filter(({ event }) => event.event === word)
    .map(({ event }) => event.ref.name);
  const wanted = kind === 'add' ? set.add : set.del;
  return { key: set.key, wanted, seen: seen.slice(0, wanted), kind };
}

function lapsOf(log: TraceLog, own: readonly Fact[]): readonly Lap[] {
  const starts = own.filter(isOf('SyncStarted'));
  const shown = starts.slice(-shownLaps);
  const sent = own.filter(isOf('RequestSent')).filter(({ url }) => !url.includes('/events'));
  const answers = new Map(own.filter(isOf('ResponseReceived')).map((fact) => [fact.request, fact]));
  return shown
    .map((start): Lap => {
      const before = starts.filter(({ key, id }) => key === start.key && id <= start.id);
      const isIn = (fact: Fact): boolean => lapOf(log, fact) === start.id;
      return {
        start,
        end: own
          .filter(isOf('SyncFinished'))
          .find(({ key, id }) => key === start.key && id > start.id),
        number: before.length,
        decision: own.filter(isOf('DecisionMade')).filter(isIn).at(-1),
        sent: sent
          .filter(isIn)
          .map((request) => ({ request, answer: answers.get(request.request) })),
      };
    })
    .reverse();
}

/** How many causes lie between the start of a lap and the last request of it at most. */
const deepest = 400;

/** The sync that a fact belongs to, by its causes; 0: none. */
function lapOf(log: TraceLog, from: Fact): FactId {
  let fact: Fact | undefined = from;
  for (let count = 0; count < deepest && fact !== undefined; count++) {
    if (fact.type === 'SyncStarted') return fact.id;
    if (fact.type === 'WatchEventReceived') return 0;
    fact = log.fact(fact.cause);
  }
  return 0;
}

function storedBy(log: TraceLog, own: readonly Fact[], cursor: FactId): number | undefined {
  const requests = new Set(own.filter(isOf('RequestSent')).map(({ request }) => request));
  for (const request of [...requests].reverse()) {
    const written = log
      .factsOfRequest(request)
      .filter((id) => id <= cursor)
      .map((id) => log.fact(id))
      .find((fact) => fact?.type === 'TxnCommitted' && !fact.key.includes('/events/'));
    if (written?.type === 'TxnCommitted') return written.revision;
  }
  return undefined;
}

/** Where in the loop the fact at the cursor stands; `undefined`: another program works. */
function stepOf(log: TraceLog, scene: Scene, component: string): LoopStep | undefined {
  const fact = log.fact(scene.cursor);
  if (fact === undefined) return undefined;
  if (fact.type === 'WatchEventReceived') {
    const added = log.effectsOf(fact.id).map((id) => log.fact(id));
    return added.some((each) => each?.component === component) ? 1 : undefined;
  }
  const client = scene.requests.get(log.requestOf(fact.id))?.client;
  if (client === component) return 7;
  if (fact.component !== component) return undefined;
  return stepOfFact(log, fact);
}

function stepOfFact(log: TraceLog, fact: Fact): LoopStep | undefined {
  switch (fact.type) {
    case 'KeyAdded':
      return log.fact(fact.cause)?.type === 'WatchEventReceived' ? 3 : 4;
    case 'KeyTaken':
      return 4;
    case 'SyncStarted':
      return 5;
    case 'DecisionMade':
    case 'ExpectationsSet':
      return 6;
    default:
      return 7;
  }
}

/**
 * The controller that a moment speaks of: the one at work, the one whose key an event adds, else
 * the last that worked.
 */
export function toldController(log: TraceLog, scene: Scene): string | undefined {
  const fact = log.fact(scene.cursor);
  if (fact === undefined) return undefined;
  const client = scene.requests.get(log.requestOf(fact.id))?.client;
  const effects = log.effectsOf(fact.id).flatMap((id) => log.fact(id)?.component ?? []);
  const found = [fact.component, client, ...effects].find(isPart);
  return found ?? lastDecided(scene);
}

const isPart = (component: string | undefined): component is string =>
  component !== undefined && /^kube-controller-manager(-\d+)?\/.+-controller$/.test(component);

function lastDecided({ controllers }: Scene): string | undefined {
  let last: { readonly id: FactId; readonly component: string } | undefined;
  for (const [component, { decision }] of controllers) {
    if (!isPart(component) || decision === undefined) continue;
    if (last === undefined || decision.id > last.id) last = { id: decision.id, component };
  }
  return last?.component;
}
