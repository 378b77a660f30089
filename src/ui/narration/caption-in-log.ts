/** The caption of a fact within its run: some facts say more when their request is known. */
import type { TraceLog } from '#player/trace-log';
import type { Fact, FactOf } from '#trace/trace-event';
import { type Caption, caption } from './caption.ts';
import { captionOf } from './caption-of.ts';
import { keyWords, subresourceOf } from './words.ts';

export function captionInLog(log: TraceLog, fact: Fact): Caption {
  if (fact.type !== 'TxnCommitted') return captionOf(fact);
  const part = subresourceOf(requestOf(log, fact)?.url ?? '').slice(1);
  if (part !== 'status' && part !== 'binding' && part !== 'scale') return captionOf(fact);
  return caption(`caption.Written.${part}`, {
    revision: fact.revision,
    object: keyWords(fact.key),
  });
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
