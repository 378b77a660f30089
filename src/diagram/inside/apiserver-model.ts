/**
 * A request's way through the API server as rows of three columns, in call order: filters; decode
 * and mutating admission; validation, validating admission and the store.
 *
 * Names come from all facts of the request, also from those still ahead; decisions are shown only
 * once they have happened.
 */
import type { Message } from '#i18n/t';
import { wordId } from '#i18n/word-for';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf, FactType } from '#trace/facts';

/** `decides` is a large station, `passes` a small one, `inert` a tick. */
export type Weight = 'decides' | 'passes' | 'inert';

export interface Row {
  readonly name: string;
  /** Kubernetes' own word, or one of the page's. */
  readonly note: string | Message;
  readonly weight: Weight;
  /** The fact that reports it; 0 if none does. */
  readonly fact: FactId;
  readonly state: 'past' | 'now' | 'ahead';
  readonly refused: boolean;
}

export interface Section {
  readonly title: 'filters' | 'handler' | 'mutating' | 'registry' | 'validating' | 'store';
  readonly rows: readonly Row[];
}

export type Columns = readonly (readonly Section[])[];

/** The facts of one request by type, with the cursor that says what has happened. */
class RequestFacts {
  readonly #facts: readonly Fact[];
  readonly cursor: FactId;

  constructor(facts: readonly Fact[], cursor: FactId) {
    this.#facts = facts;
    this.cursor = cursor;
  }

  get<T extends FactType>(type: T): FactOf<T> | undefined {
    return this.#facts.find((fact): fact is FactOf<T> & Fact => fact.type === type);
  }

  /** The row of a fact; its note is shown only once the fact has happened. */
  row(
    name: string,
    weight: Weight,
    fact: Fact | undefined,
    note: Row['note'] = '',
    refused = false,
  ): Row {
    const id = fact?.id ?? 0;
    const state = id === 0 || id > this.cursor ? 'ahead' : id === this.cursor ? 'now' : 'past';
    const reached = state !== 'ahead';
    return {
      name,
      note: reached ? note : '',
      weight,
      fact: id,
      state,
      refused: reached && refused,
    };
  }
}

/** The rows for a request, given its facts and the cursor. */
export function apiserverColumns(facts: readonly Fact[], cursor: FactId): Columns {
  const request = new RequestFacts(facts, cursor);
  return withoutHoles([
    [{ title: 'filters', rows: filterRows(request) }],
    [
      { title: 'handler', rows: handlerRows(request) },
      { title: 'mutating', rows: pluginRows(request, request.get('Mutated')) },
    ],
    [
      { title: 'registry', rows: registryRows(request) },
      { title: 'validating', rows: pluginRows(request, request.get('Admitted')) },
      { title: 'store', rows: storeRows(request) },
    ],
  ]);
}

/** A row without a fact has passed when a row after it has. */
function withoutHoles(columns: Columns): Columns {
  const rows = columns.flat().flatMap((section) => section.rows);
  const reached = rows.findLastIndex(({ state }) => state !== 'ahead');
  const passed = new Set(rows.slice(0, reached).filter(({ fact }) => fact === 0));
  return columns.map((sections) =>
    sections.map((section) => ({
      ...section,
      rows: section.rows.map((row): Row => (passed.has(row) ? { ...row, state: 'past' } : row)),
    })),
  );
}

const withoutWith = (name: string): string => name.replace(/^With/, '');

function filterRows(request: RequestFacts): readonly Row[] {
  const received = request.get('RequestReceived');
  const info = request.get('RequestInfoResolved');
  const authenticated = request.get('Authenticated');
  const flow = request.get('FlowControlled');
  const authorized = request.get('Authorized');
  const asked = authorized?.tried.find(({ decision }) => decision !== 'no opinion');
  const ticks = (names: readonly string[], fact: Fact | undefined): Row[] =>
    names.map((name) => request.row(withoutWith(name), 'inert', fact));
  const rows = [
    request.row('AuditInit', 'passes', received, 'Audit-ID'),
    ...ticks(received?.passed ?? [], received),
    request.row('RequestInfo', 'decides', info, `${info?.verb ?? ''} ${info?.ref.resource ?? ''}`),
    ...ticks(info?.passed ?? [], info),
    request.row(
      'Authentication',
      'decides',
      authenticated,
      authenticated?.tried.at(-1)?.authenticator ?? '',
      authenticated?.succeeded === false,
    ),
    ...ticks(['Tracing', 'Audit', 'ConstrainedImpersonation'], flow ?? authorized),
    request.row('PriorityAndFairness', 'decides', flow, flow?.priorityLevel ?? ''),
    request.row(
      'Authorization',
      'decides',
      authorized,
      asked === undefined ? '' : answerOf(asked.authorizer, asked.decision),
      authorized?.allowed === false,
    ),
  ];
  // Only the row that the fact is about is the present one.
  return onlyOneNow(rows);
}

/** The answer, and who gave it. */
function answerOf(who: string, decision: string): Message {
  const id = wordId('answer', decision);
  const answer = id === undefined ? decision : { id };
  return { id: 'answer.said', params: { who, answer } };
}

function handlerRows(request: RequestFacts): readonly Row[] {
  const decoded = request.get('Decoded');
  const defaulted = request.get('Defaulted');
  const { contentType = '', problems = [] } = decoded ?? {};
  const refused = problems.length > 0 && request.get('Mutated') === undefined;
  return [
    request.row('decode', 'decides', decoded, contentType.replace('application/', ''), refused),
    request.row('set defaults', 'decides', defaulted),
  ];
}

function registryRows(request: RequestFacts): readonly Row[] {
  const validated = request.get('Validated');
  const errors = validated?.errors ?? [];
  return [request.row('strategy: prepare, validate', 'decides', validated, '', errors.length > 0)];
}

function storeRows(request: RequestFacts): readonly Row[] {
  const write = request.get('StorageWriteStarted');
  const read = request.get('ReadServed');
  const committed = request.get('TxnCommitted') ?? request.get('TxnRefused');
  const answered = request.get('ResponseSent');
  const revision: Row['note'] =
    committed?.type === 'TxnCommitted'
      ? { id: 'diagram.etcd.revision', params: { revision: committed.revision } }
      : { id: 'answer.conflict' };
  const rows =
    read !== undefined && write === undefined
      ? [request.row('read', 'decides', read, read.from)]
      : [
          request.row('storage key', 'passes', write, write?.key.replace('/registry', '') ?? ''),
          request.row('etcd transaction', 'decides', committed, revision),
        ];
  return [...rows, request.row('respond', 'decides', answered, String(answered?.code ?? ''))];
}

function pluginRows(
  request: RequestFacts,
  pass: FactOf<'Mutated'> | FactOf<'Admitted'> | undefined,
): readonly Row[] {
  const rows: Row[] = [];
  let inert: string[] = [];
  const flush = (): void => {
    const [first] = inert;
    if (first === undefined) return;
    const name = inert.length === 1 ? first : `${first} … ${inert.at(-1)} (${inert.length})`;
    rows.push(request.row(name, 'inert', pass));
    inert = [];
  };
  for (const { plugin, outcome, detail } of pass?.plugins ?? []) {
    if (outcome === 'inert' || outcome === 'off') {
      inert.push(plugin);
      continue;
    }
    flush();
    // A plugin ahead is only named: it shows what it did once it has looked.
    const reached = (pass?.id ?? 0) <= request.cursor;
    const weight = reached && outcome !== 'passed' ? 'decides' : 'passes';
    rows.push(request.row(plugin, weight, pass, detail, outcome === 'denied'));
  }
  flush();
  return onlyOneNow(rows);
}

/** Of the rows of one fact, the present one is the last that decides, or else the last of all. */
function onlyOneNow(rows: readonly Row[]): readonly Row[] {
  const now = rows.filter(({ state }) => state === 'now');
  const chosen = now.findLast(({ weight }) => weight === 'decides') ?? now.at(-1);
  return rows.map((row) =>
    row.state === 'now' && row !== chosen ? { ...row, state: 'past' } : row,
  );
}
