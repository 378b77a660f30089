/** The caption of a fact within its run: some facts say more when what came before is known. */
import { kubectlStatus, type PodObject } from '#player/object-words';
import type { TraceLog } from '#player/trace-log';
import type { Fact, FactOf } from '#trace/trace-event';
import { type Caption, caption } from './caption.ts';
import { captionOf } from './caption-of.ts';
import { ofAuthorized } from './caption-of-apiserver.ts';
import { siblingOf } from './siblings.ts';
import { keyWords, subresourceOf } from './words.ts';

/** What happens beside the main line says so, and which Pod of how many it is about. */
export function captionInLog(log: TraceLog, fact: Fact): Caption {
  const what = ownCaption(log, fact);
  if (log.roleOf(fact.id).role !== 'side' || log.stepAt(fact.id)?.fact !== fact.id) return what;
  const sibling = siblingOf(log, fact);
  if (sibling === undefined || sibling.total < 2) return caption('caption.side', { what });
  return caption('caption.side.pod', { ...sibling, what });
}

function ownCaption(log: TraceLog, fact: Fact): Caption {
  if (fact.type === 'TxnCommitted') return ofWrite(log, fact) ?? captionOf(fact);
  if (fact.type !== 'Authorized') return captionOf(fact);
  return ofAuthorized(
    fact,
    log.factsOfRequest(fact.request).flatMap((id) => log.fact(id) ?? []),
  );
}

function ofWrite(log: TraceLog, fact: FactOf<'TxnCommitted'>): Caption | undefined {
  const part = subresourceOf(requestOf(log, fact)?.url ?? '').slice(1);
  const params = { revision: fact.revision, object: keyWords(fact.key) };
  if (part === 'binding' || part === 'scale') return caption(`caption.Written.${part}`, params);
  return part === 'status' ? ofStatus(fact, params) : undefined;
}

interface ReplicatedObject {
  readonly kind: string;
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number };
}

function ofStatus({ value }: FactOf<'TxnCommitted'>, params: Caption['params']): Caption {
  const { kind, spec, status } = (value ?? { kind: '' }) as ReplicatedObject;
  if (kind === 'Pod') {
    const word = kubectlStatus(value as PodObject);
    return caption('caption.Written.podStatus', { ...params, status: word });
  }
  if (spec?.replicas === undefined) return caption('caption.Written.status', params);
  const counts = { ready: status?.readyReplicas ?? 0, replicas: spec.replicas };
  return caption('caption.Written.replicas', { ...params, ...counts });
}

/** The request that a fact came of. */
function requestOf(log: TraceLog, { id, cause }: Fact): FactOf<'RequestSent'> | undefined {
  const request = log.requestOf(id);
  for (let before = log.fact(cause); before !== undefined; before = log.fact(before.cause)) {
    if (log.requestOf(before.id) !== request) return undefined;
    if (before.type === 'RequestSent') return before;
  }
  return undefined;
}
