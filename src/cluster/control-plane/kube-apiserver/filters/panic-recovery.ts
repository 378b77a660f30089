/**
 * A fault in any handler or filter becomes an answer: the request fails, the server goes on.
 *
 * Models k8s.io/apiserver pkg/server/filters/wrap.go withPanicRecovery and the audit stage Panic
 * of pkg/endpoints/filters/audit.go. In: what was thrown. Out: 500 in plain text, the fact
 * PanicRecovered, and for the audit log what happened.
 */
import { faultText } from '#base/fault-text';
import { EtcdError } from '#cluster/control-plane/etcd/client';
import { unknownError } from '#k8s.io/apimachinery/errors';
import type { Tracer } from '#trace/tracer';
import type { Exchange, Reply } from '../exchange.ts';
import { statusReply, textReply } from '../replies.ts';
import { component } from './filter.ts';

/** The answer to a request whose handling threw `fault`. What etcd cannot do has etcd's words. */
export function replyToFault(tracer: Tracer, exchange: Exchange, fault: unknown): Reply {
  if (fault instanceof EtcdError) return statusReply(unknownError(fault.message));
  const { method, url } = exchange.http;
  const message = faultText(fault);
  exchange.panicked = true;
  tracer.emit({ type: 'PanicRecovered', component, doing: `${method} ${url}`, message });
  return textReply(500, 'This request caused apiserver to panic. Look in the logs for details.\n');
}
