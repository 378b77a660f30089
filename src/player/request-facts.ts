/** Which facts of a request are steps, by how closely the request is followed. */
import type { Fact } from '#trace/trace-event';
import type { Detail } from './focus-objects.ts';

/**
 * Whether the fact is a step of its request; `undefined` when it is not about a request. A refusal
 * is always told, however shortly the rest is.
 */
export function requestStageFacts(fact: Fact, detail: Detail): boolean | undefined {
  const full = detail === 'full';
  switch (fact.type) {
    case 'RequestSent':
    case 'ConnectionFailed':
      return detail !== 'none';
    case 'ResponseReceived':
      return full || detail === 'brief' || fact.code >= 400;
    case 'Authenticated':
      return full || !fact.succeeded;
    case 'FlowControlled':
      return full || fact.outcome !== 'executing';
    case 'Authorized':
      return full || !fact.allowed;
    case 'Mutated':
    case 'Admitted':
      return full || fact.plugins.some(({ outcome }) => outcome === 'denied');
    case 'Validated':
      return fact.errors.length > 0;
    case 'StorageWriteStarted':
    case 'ReadServed':
      return full;
    case 'TxnCommitted':
    case 'TxnRefused':
      return full || detail === 'medium';
    case 'RequestReceived':
    case 'RequestInfoResolved':
    case 'RequestRouted':
    case 'AuditEventLogged':
    case 'Impersonated':
    case 'Decoded':
    case 'Defaulted':
    case 'ResponseSent':
    case 'WatchEventSent':
    case 'RangeRead':
      return false;
    default:
      return undefined;
  }
}
