/**
 * The caption of a fact within its run: some captions contain more when earlier facts are known.
 */
import { type Caption, caption } from '#facts/caption';
import { type CountedObject, isComplete } from '#facts/completion';
import { captionOf } from '#facts/facts';
import { captionOfAuthorized } from '#facts/kube-apiserver';
import { programName } from '#facts/names';
import { asksForObjects } from '#facts/requests';
import { keyWords, objectWords, subresourceOf } from '#facts/words';
import { isMessageId } from '#i18n/t';
import type { Fact, FactOf } from '#trace/facts';
import { hasCondition, kubectlStatus, type PodObject } from './object-words.ts';
import { siblingOf } from './siblings.ts';
import type { TraceLog } from './trace-log.ts';

/** The caption of a fact beside the main line begins with that, and with which Pod it is about. */
export function captionInLog(log: TraceLog, fact: Fact): Caption {
  const what = ownCaption(log, fact);
  if (what.id === 'caption.Written.allReady') return what;
  if (log.roleOf(fact.id).role !== 'side' || log.stepAt(fact.id)?.fact !== fact.id) return what;
  const sibling = siblingOf(log, fact);
  if (sibling === undefined || sibling.total < 2) return caption('caption.side', { what });
  return caption('caption.side.pod', { ...sibling, what });
}

function ownCaption(log: TraceLog, fact: Fact): Caption {
  if (fact.type === 'TxnCommitted') return ofWrite(log, fact) ?? orAgain(log, fact);
  if (fact.type === 'ResponseReceived' && fact.code >= 400) return ofRefusal(log, fact);
  if (fact.type === 'CommandExited' && fact.exitCode === 0 && !goesOn(log, fact)) {
    const program = programName(fact.component);
    return caption('caption.CommandExited.program', { program, exitCode: 0 });
  }
  if (fact.type !== 'Authorized') return orAgain(log, fact);
  return captionOfAuthorized(
    fact,
    log.factsOfRequest(fact.request).flatMap((id) => log.fact(id) ?? []),
  );
}

/** Whether something was stored for the command that ends here: only that goes on without it. */
const goesOn = (log: TraceLog, { id }: Fact): boolean =>
  log.steps.some(
    ({ type, fact }) =>
      type === 'TxnCommitted' && log.roleOf(fact).command === log.roleOf(id).command,
  );

/** A thing told at length once is told briefly when the next request comes to the same place. */
function orAgain(log: TraceLog, fact: Fact): Caption {
  const { id, params } = captionOf(fact);
  const again = `${id}.again`;
  if (!isMessageId(again) || !captionedBefore(log, fact)) return { id, params };
  const thing = thingOf(log, fact);
  return thing === '' ? { id, params } : caption(again, { ...params, thing });
}

function captionedBefore(log: TraceLog, { id, type }: Fact): boolean {
  for (const step of log.steps) {
    if (step.fact >= id) return false;
    if (step.main && step.type === type) return true;
  }
  return false;
}

/** A refusal in the API server's own words; a missing object is no refusal. */
function ofRefusal(log: TraceLog, fact: FactOf<'ResponseReceived'>): Caption {
  const { id, params } = captionOf(fact);
  const facts = log.factsOfRequest(log.requestOf(fact.id)).map((each) => log.fact(each));
  if (fact.code === 404) {
    const isPath = facts.some((each) => each?.type === 'RequestSent' && !asksForObjects(each));
    return caption(`caption.ResponseReceived.${isPath ? 'noPath' : 'notFound'}`, params);
  }
  const sent = facts.findLast((each) => each?.type === 'ResponseSent');
  const message = sent?.type === 'ResponseSent' ? sent.message : '';
  if (message === '') return { id, params };
  return caption('caption.ResponseReceived.message', { ...params, message });
}

/** The subject of a request in one word: `ReplicaSet`, `Pod`, `binding`. */
function thingOf(log: TraceLog, fact: Fact): string {
  const sent = requestOf(log, fact);
  const part = subresourceOf(sent?.url ?? '').slice(1);
  if (part !== '') return part;
  const name = sent?.ref.name || '-';
  return sent === undefined ? '' : (objectWords({ ...sent.ref, name }).split(/[ /]/, 1)[0] ?? '');
}

function ofWrite(log: TraceLog, fact: FactOf<'TxnCommitted'>): Caption | undefined {
  const sent = requestOf(log, fact);
  const part = subresourceOf(sent?.url ?? '').slice(1);
  const params = { revision: fact.revision, object: keyWords(fact.key) };
  if (sent?.method === 'DELETE' && fact.op !== 'delete') {
    return caption('caption.Written.marked', params);
  }
  if (part === 'binding' || part === 'scale') return caption(`caption.Written.${part}`, params);
  return part === 'status' ? ofStatus(fact, params) : undefined;
}

interface ReplicatedObject extends CountedObject {
  readonly kind: string;
  readonly status?: CountedObject['status'] & { readonly readyReplicas?: number };
}

function ofStatus({ value }: FactOf<'TxnCommitted'>, params: Caption['params']): Caption {
  const object = (value ?? { kind: '' }) as ReplicatedObject;
  const { kind, spec, status } = object;
  if (kind === 'Pod') {
    const word = kubectlStatus(value as PodObject);
    const condition = 'DisruptionTarget';
    if (word !== 'Terminating' && hasCondition(value as PodObject, condition)) {
      return caption('caption.Written.podCondition', { ...params, condition, status: word });
    }
    return caption('caption.Written.podStatus', { ...params, status: word });
  }
  if (spec?.replicas === undefined) return caption('caption.Written.status', params);
  const counts = { ready: status?.readyReplicas ?? 0, replicas: spec.replicas };
  const done = kind === 'Deployment' && counts.ready > 0 && isComplete(object);
  const id = done ? 'caption.Written.allReady' : 'caption.Written.replicas';
  return caption(id, { ...params, ...counts });
}

/** The request that led to a fact. */
function requestOf(log: TraceLog, { id }: Fact): FactOf<'RequestSent'> | undefined {
  const first = log.fact(log.factsOfRequest(log.requestOf(id))[0] ?? 0);
  return first?.type === 'RequestSent' ? first : undefined;
}
