/**
 * A request's way through the API server as ten questions: four about the caller, six about the
 * object. What is ahead is named and not told.
 */
import type { FactId } from '#trace/fact';
import type { Fact, FactOf, FactType } from '#trace/facts';
import type { AdmissionPatch } from '#trace/facts/kube-apiserver';

export const stations = [
  'authenticate',
  'flow-control',
  'authorize',
  'route',
  'decode',
  'mutate',
  'validate',
  'admit',
  'store',
  'answer',
] as const;
export type StationName = (typeof stations)[number];

/** `unasked`: nothing asks it of such a request. `unreached`: the request ended before it. */
export type StationState = 'past' | 'now' | 'ahead' | 'unasked' | 'unreached';

export interface Station {
  readonly name: StationName;
  readonly state: StationState;
  readonly refused: boolean;
}

export interface Chain {
  readonly facts: RequestFacts;
  readonly stations: readonly Station[];
  /** The station that ended the request. */
  readonly refusedAt: StationName | undefined;
  /** How many filters only let the request pass. */
  readonly filters: readonly string[];
  readonly times: ChainTimes;
}

/** Spans in microseconds; `undefined`: not over yet, or not gone through. */
export interface ChainTimes {
  readonly wayIn: number | undefined;
  readonly checks: number | undefined;
  readonly etcd: number | undefined;
  readonly answer: number | undefined;
  readonly wayBack: number | undefined;
}

/** The facts of one request that have happened. */
export class RequestFacts {
  readonly #facts: readonly Fact[];

  constructor(facts: readonly Fact[], cursor: FactId) {
    this.#facts = facts.filter(({ id }) => id <= cursor);
  }

  get last(): Fact | undefined {
    return this.#facts.at(-1);
  }

  get<T extends FactType>(type: T): FactOf<T> | undefined {
    return this.all(type)[0];
  }

  all<T extends FactType>(type: T): readonly FactOf<T>[] {
    return this.#facts.filter((fact): fact is FactOf<T> & Fact => fact.type === type);
  }
}

/** The facts that belong to a station, its last word first. */
const factsOf: Readonly<Record<StationName, readonly FactType[]>> = {
  authenticate: ['Authenticated', 'Impersonated'],
  'flow-control': ['FlowControlled'],
  authorize: ['Authorized'],
  route: ['RequestRouted'],
  decode: ['Decoded', 'Defaulted'],
  mutate: ['Mutated'],
  validate: ['Validated'],
  admit: ['Admitted'],
  store: ['StorageWriteStarted', 'RangeRead', 'TxnCommitted', 'TxnRefused', 'ReadServed'],
  answer: ['ResponseSent', 'ResponseReceived'],
};

export function chainOf(all: readonly Fact[], cursor: FactId): Chain {
  const facts = new RequestFacts(all, cursor);
  const reached = stations.map((name) =>
    factsOf[name].some((type) => facts.get(type) !== undefined),
  );
  const last = reached.lastIndexOf(true);
  const code = facts.get('ResponseSent')?.code ?? 0;
  const refusedAt = refuser(facts) ?? (code >= 400 ? stations[lastBefore(reached)] : undefined);
  const end = refusedAt === undefined ? -1 : stations.indexOf(refusedAt);
  const here = stationOf(facts, cursor, last);
  const now = end >= 0 && code >= 400 ? end : here;
  return {
    facts,
    refusedAt,
    filters: [
      ...(facts.get('RequestReceived')?.passed ?? []),
      ...(facts.get('RequestInfoResolved')?.passed ?? []),
    ],
    stations: stations.map((name, index): Station => {
      const state = ((): StationState => {
        if (index === now) return 'now';
        if (end >= 0 && index > end) return 'unreached';
        if (reached[index]) return 'past';
        return index < last ? 'unasked' : 'ahead';
      })();
      return { name, state, refused: index === end };
    }),
    times: timesOf(facts, receivedAt(all)),
  };
}

const lastBefore = (reached: readonly boolean[]): number =>
  Math.max(0, reached.slice(0, -1).lastIndexOf(true));

/** The station of the fact at the cursor, else the last that was reached. */
function stationOf(facts: RequestFacts, cursor: FactId, last: number): number {
  const type = facts.last?.id === cursor ? facts.last.type : undefined;
  const own = stations.findIndex((name) => factsOf[name].some((each) => each === type));
  return own >= 0 ? own : last;
}

function refuser(facts: RequestFacts): StationName | undefined {
  if (facts.get('Authenticated')?.succeeded === false) return 'authenticate';
  if (facts.get('FlowControlled')?.outcome === 'rejected') return 'flow-control';
  if (facts.get('Authorized')?.allowed === false) return 'authorize';
  if (isDenied(facts.get('Mutated'))) return 'mutate';
  if ((facts.get('Validated')?.errors.length ?? 0) > 0) return 'validate';
  if (isDenied(facts.get('Admitted'))) return 'admit';
  const stopped = facts.all('WebhookCalled').some(({ stops }) => stops);
  if (stopped) return facts.get('Validated') === undefined ? 'mutate' : 'admit';
  return undefined;
}

const isDenied = (pass: FactOf<'Mutated'> | FactOf<'Admitted'> | undefined): boolean =>
  pass?.plugins.some(({ outcome }) => outcome === 'denied') === true;

/**
 * When the server received the request. The fact of it comes when the filters have run; the audit
 * log knows the moment itself, which has passed also where its entry is still ahead.
 */
const receivedAt = (all: readonly Fact[]): number | undefined =>
  all.find((fact) => fact.type === 'AuditEventLogged')?.receivedAt;

function timesOf(facts: RequestFacts, logged: number | undefined): ChainTimes {
  const sent = facts.get('RequestSent')?.at;
  const handled = facts.get('RequestReceived')?.at;
  const received = handled === undefined ? undefined : (logged ?? handled);
  const write = facts.get('StorageWriteStarted')?.at;
  const stored = (facts.get('TxnCommitted') ?? facts.get('TxnRefused'))?.at;
  const answered = facts.get('ResponseSent')?.at;
  const back = facts.get('ResponseReceived')?.at;
  return {
    wayIn: span(sent, received),
    checks: span(received, write ?? answered),
    etcd: span(write, stored),
    answer: span(stored, answered),
    wayBack: span(answered, back),
  };
}

const span = (from: number | undefined, to: number | undefined): number | undefined =>
  from === undefined || to === undefined ? undefined : to - from;

export interface PluginGroups {
  readonly changed: FactOf<'Mutated'>['plugins'];
  readonly looked: readonly string[];
  readonly denied: FactOf<'Mutated'>['plugins'];
  readonly inert: number;
  readonly off: number;
}

/** Plugins by what they did: changed or refused it, looked, had nothing to do with it. */
export function groupsOf(plugins: FactOf<'Mutated'>['plugins']): PluginGroups {
  const of = (outcome: string) => plugins.filter((each) => each.outcome === outcome);
  return {
    changed: of('changed'),
    looked: of('passed').map(({ plugin }) => plugin),
    denied: of('denied'),
    inert: of('inert').length,
    off: of('off').length,
  };
}

/** Height of a head line, of a line below it, and of the space between stations, in pixels. */
const unit = { head: 24, line: 22, gap: 10 } as const;

/**
 * Which stations of a column are folded to their head so that the column has room: first those
 * that are farthest behind, never the present one. `lines` says how many lines each has open.
 */
export function foldedIn(
  column: readonly Station[],
  lines: ReadonlyMap<StationName, number>,
  height: number,
): ReadonlySet<StationName> {
  const folded = new Set<StationName>();
  const heightOf = ({ name }: Station): number =>
    unit.head + unit.gap + (folded.has(name) ? 0 : (lines.get(name) ?? 0) * unit.line);
  for (const { name, state } of column) {
    if (column.reduce((sum, each) => sum + heightOf(each), 0) <= height) break;
    if (state === 'past') folded.add(name);
  }
  return folded;
}

/** A patch as one line: where, and what it became. */
export function patchLine({ op, path, value }: AdmissionPatch): string {
  const sign = { add: '+', replace: '~', remove: '-' }[op];
  const where = path.slice(1).replaceAll('/', '.').replaceAll('~1', '/');
  if (op === 'remove') return `${sign} ${where}`;
  return `${sign} ${where}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
