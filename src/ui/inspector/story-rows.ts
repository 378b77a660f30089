/** The contents of a step as rows of label and value: requests, writes, watches, queues. */
import { detailsOf } from '#facts/details/details';
import type { StoryRow } from '#facts/details/fact-details';
import { durationWords } from '#facts/words';
import { isMessageId, type MessageId } from '#i18n/t';
import type { TraceLog } from '#player/trace-log';
import type { Fact, FactOf } from '#trace/facts';
import { changedFields } from './changed-fields.ts';

/** The rows of a fact; some facts have more rows when earlier facts are known. */
export function rowsOf(log: TraceLog, fact: Fact): readonly StoryRow[] {
  switch (fact.type) {
    case 'ResponseReceived':
      return rowsOfResponse(log, fact);
    case 'TxnCommitted':
      return rowsOfWrite(log, fact);
    case 'WatchEventReceived':
      return rowsOfWatch(log, fact);
    default:
      return detailsOf(fact).rows?.(fact) ?? [];
  }
}

function rowsOfResponse(log: TraceLog, fact: FactOf<'ResponseReceived'>): StoryRow[] {
  const facts = log.factsOfRequest(fact.request).map((id) => log.fact(id));
  const sent = facts.find((each) => each?.type === 'RequestSent');
  const answer = facts.find((each) => each?.type === 'ResponseSent');
  const took = sent === undefined ? '' : durationWords(fact.at - sent.at);
  return [
    ['code', `${fact.code} ${answer?.reason ?? ''}`.trim()],
    ['message', answer?.message ?? ''],
    ['took', took],
  ];
}

function rowsOfWrite(log: TraceLog, fact: FactOf<'TxnCommitted'>): StoryRow[] {
  const revisions = log.revisionsOf(fact.key);
  const before = log.fact(revisions[revisions.indexOf(fact.id) - 1] ?? 0);
  // A deletion removes all of it, which its own row shows already.
  const written = before?.type === 'TxnCommitted' && fact.op !== 'delete';
  const old = written ? before.value : undefined;
  return [
    ['key', fact.key],
    ['revision', String(fact.revision)],
    ['version', fact.op === 'delete' ? '' : String(fact.version)],
    ['changed', old === undefined ? '' : changedFields(old, fact.value).join(', ')],
  ];
}

function rowsOfWatch(log: TraceLog, fact: FactOf<'WatchEventReceived'>): StoryRow[] {
  const opened = log.fact(log.factsOfRequest(fact.request)[0] ?? 0);
  return [
    ['from', 'kube-apiserver'],
    ['event', fact.event],
    ['resourceVersion', fact.resourceVersion],
    ['watch', opened?.type === 'RequestSent' ? (opened.url.split('?', 1)[0] ?? '') : ''],
  ];
}

/** The label in the page's language; a field of Kubernetes keeps its name. */
export function labelId(label: string): MessageId | undefined {
  const id = `detail.${label}`;
  return isMessageId(id) ? id : undefined;
}
