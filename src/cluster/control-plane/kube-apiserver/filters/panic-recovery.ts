/**
 * A fault in a handler or filter becomes a response: the request fails, the server continues.
 *
 * Models k8s.io/apiserver pkg/server/filters/wrap.go withPanicRecovery and the audit stage Panic of
 * pkg/endpoints/filters/audit.go. In: the thrown value. Out: 500 in plain text, the fact
 * PanicRecovered, and an audit event.
 */
import { faultText } from '#base/fault-text';
import { EtcdError } from '#cluster/control-plane/etcd/client';
import { unknownError } from '#k8s.io/apimachinery/errors';
import type { Tracer } from '#trace/tracer';
import type { Exchange, Reply } from '../exchange.ts';
import { statusReply, textReply } from '../replies.ts';
import { component } from './filter.ts';

/** The reply to a request whose handling threw `fault`. An error of etcd keeps its message. */
export function replyToFault(tracer: Tracer, exchange: Exchange, fault: unknown): Reply {
  if (fault instanceof EtcdError) return statusReply(unknownError(fault.message));
  const { method, url } = exchange.http;
  const message = faultText(fault);
  exchange.panicked = true;
  tracer.emit({ type: 'PanicRecovered', component, doing: `${method} ${url}`, message });
  return textReply(500, 'This request caused apiserver to panic. Look in the logs for details.\n');
}
