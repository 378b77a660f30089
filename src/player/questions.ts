/**
 * Questions that a run itself answers: each is asked at the beat before the one that decides it,
 * once in a run, and only where the facts give one right answer. A pure function of the log.
 */
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { etcdFolder } from '#trace/object-key';
import type { TraceLog } from './trace-log.ts';

export const questionIds = ['created', 'decides', 'score', 'bound', 'sandbox', 'sees'] as const;
export type QuestionId = (typeof questionIds)[number];

interface Answered {
  /** Which of the answers is right, from 0. */
  readonly right: number;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface RunQuestion extends Answered {
  readonly id: QuestionId;
  /** The beat at which it is asked. */
  readonly stop: FactId;
  /** The beat that answers it. */
  readonly reveal: FactId;
}

/** The log, the fact that would answer, and the beat before it. */
type Rule = (log: TraceLog, fact: Fact, before: Fact) => Answered | undefined;

const rules: Readonly<Record<QuestionId, Rule>> = {
  // kubectl is done before anything of what was asked for exists.
  created(log, fact, before) {
    if (fact.type !== 'OutputPrinted' || before.type !== 'TxnCommitted') return undefined;
    const { kind, spec } = asDeployment(before.value);
    const pods = log.keysUnder(etcdFolder('pods')).some((key) => firstWrite(log, key) < fact.id);
    const count = spec?.replicas ?? 1;
    if (kind !== 'Deployment' || pods || count < 2) return undefined;
    return { right: 0, params: { count } };
  },
  decides(_, fact) {
    if (fact.type !== 'DecisionMade' || fact.decision !== 'deployment.create-replica-set') {
      return undefined;
    }
    const { replicas: count = 0 } = fact.params as { readonly replicas?: number };
    return count < 2 ? undefined : { right: 1, params: { count, key: fact.key } };
  },
  // Only where all nodes are equal is the answer the same for everybody.
  score(_, fact) {
    if (fact.type !== 'HostSelected' || fact.ties < 2 || fact.ties !== fact.feasible) {
      return undefined;
    }
    return { right: 1, params: { count: fact.ties } };
  },
  bound(log, fact) {
    if (fact.type !== 'TxnCommitted') return undefined;
    const sent = log.fact(log.factsOfRequest(log.requestOf(fact.id))[0] ?? 0);
    if (sent?.type !== 'RequestSent' || !sent.url.endsWith('/binding')) return undefined;
    const { spec } = fact.value as { readonly spec?: { readonly nodeName?: string } };
    return { right: 2, params: { node: spec?.nodeName ?? '' } };
  },
  sandbox(_, fact) {
    const creates = fact.type === 'PodActionsComputed' && fact.createSandbox;
    return creates ? { right: 2, params: { node: nodeOf(fact) } } : undefined;
  },
  sees(_, fact, before) {
    const runs = before.type === 'CriReturned' && before.method === 'StartContainer';
    return runs && fact.type === 'PodStatusSet' ? { right: 1, params: {} } : undefined;
  },
};

/** The questions of a run as far as it is known, in its order. */
export function questionsIn(log: TraceLog): readonly RunQuestion[] {
  const found: RunQuestion[] = [];
  const { beats } = log;
  for (let index = 1; index < beats.length; index++) {
    const [fact, before] = [
      log.fact(beats[index]?.fact ?? 0),
      log.fact(beats[index - 1]?.fact ?? 0),
    ];
    if (fact === undefined || before === undefined) continue;
    for (const id of questionIds) {
      if (found.some((each) => each.id === id)) continue;
      const answered = rules[id](log, fact, before);
      if (answered !== undefined) {
        found.push({ id, stop: before.id, reveal: fact.id, ...answered });
      }
    }
  }
  return found;
}

export interface AskedInRun {
  readonly question: RunQuestion;
  /** Whether the run has answered. */
  readonly revealed: boolean;
}

/** The question that is open at a cursor, or was answered by the beat that stands there. */
export function questionAtCursor(
  questions: readonly RunQuestion[],
  cursor: FactId,
): AskedInRun | undefined {
  // One may be answered by the beat at which the next is asked: the answer is seen first.
  const answered = questions.find(({ reveal }) => reveal === cursor);
  if (answered !== undefined) return { question: answered, revealed: true };
  const open = questions.find(({ stop, reveal }) => stop <= cursor && cursor < reveal);
  return open === undefined ? undefined : { question: open, revealed: false };
}

interface Deployment {
  readonly kind?: string;
  readonly spec?: { readonly replicas?: number };
}

const asDeployment = (value: unknown): Deployment => (value ?? {}) as Deployment;

const firstWrite = (log: TraceLog, key: string): FactId =>
  log.revisionsOf(key)[0] ?? Number.POSITIVE_INFINITY;

const nodeOf = ({ component }: Fact): string => component.split('/', 1)[0] ?? '';
