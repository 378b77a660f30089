/** What a step is made of, as rows of label and value: requests, writes, watches, queues. */
import { isMessageId, type MessageId } from '#i18n/t';
import type { TraceLog } from '#player/trace-log';
import type { Fact, FactOf } from '#trace/trace-event';
import { componentWords, durationWords } from '../narration/words.ts';
import { changedFields } from './changed-fields.ts';
import { rowsOfCall, type StoryRow } from './story-rows-of-call.ts';

export function rowsOf(log: TraceLog, fact: Fact): readonly StoryRow[] {
  switch (fact.type) {
    case 'CommandEntered':
      return [['command', fact.line]];
    case 'CommandParsed':
      return [
        ['command', fact.command],
        ['arguments', fact.args.join(' ')],
        ...Object.entries(fact.flags).map(([flag, value]): StoryRow => [`--${flag}`, value]),
      ];
    case 'KubeconfigLoaded':
      return [
        ['file', fact.files.find(({ found }) => found)?.path ?? ''],
        ['context', fact.context],
        ['server', fact.server],
        ['user', fact.user],
        ['credential', fact.credential],
      ];
    case 'ManifestGenerated':
      return [
        ['apiVersion', fact.object.apiVersion],
        ['kind', fact.object.kind],
        ['name', fact.object.metadata.name],
      ];
    case 'RequestSent':
      return rowsOfRequest(fact);
    case 'ResponseReceived':
      return rowsOfResponse(log, fact);
    case 'StorageWriteStarted':
      return [
        ['key', fact.key],
        ['storageVersion', fact.storageVersion],
        ['expectedRevision', String(fact.expectedRevision)],
      ];
    case 'ReadServed':
      return [
        ['from', fact.from],
        ['items', String(fact.items)],
        ['resourceVersion', fact.resourceVersion],
      ];
    case 'TxnCommitted':
      return rowsOfWrite(log, fact);
    case 'TxnRefused':
      return [['key', fact.key]];
    case 'WatchEventReceived':
      return rowsOfWatch(log, fact);
    case 'KeyAdded':
      return [
        ['queue', fact.queue],
        ['key', fact.key],
        ['delay', fact.delay === 0 ? '' : durationWords(fact.delay)],
      ];
    case 'SyncStarted':
      return [
        ['queue', componentWords(fact.component).replace(/-controller$/, '')],
        ['key', fact.key],
      ];
    default:
      return rowsOfScheduler(fact) ?? rowsOfCall(fact);
  }
}

function rowsOfScheduler(fact: Fact): readonly StoryRow[] | undefined {
  switch (fact.type) {
    case 'PodQueued':
      return [
        ['queue', fact.queue],
        ['event', fact.event],
        ['pod', fact.pod],
      ];
    case 'PodPopped':
      return [
        ['pod', fact.pod],
        ['attempt', String(fact.attempts)],
      ];
    case 'HostSelected':
      return [
        ['pod', fact.pod],
        ['node', fact.node],
        ['score', String(fact.total)],
        ['ties', fact.ties > 1 ? String(fact.ties) : ''],
      ];
    case 'PodAssumed':
    case 'PodBound':
      return [
        ['pod', fact.pod],
        ['node', fact.node],
      ];
    default:
      return undefined;
  }
}

function rowsOfRequest({ method, url, user, headers }: FactOf<'RequestSent'>): StoryRow[] {
  return [
    ['method', method],
    ['url', url],
    ['user', user],
    ['contentType', headers['content-type'] ?? ''],
    ['userAgent', headers['user-agent'] ?? ''],
  ];
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
  // A deletion takes all of it away, which its own row says.
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
