/**
 * The filters that every request passes in the server, outermost first, as one array.
 *
 * Models k8s.io/apiserver pkg/server/config.go DefaultBuildHandlerChain of v1.36. Filters that have
 * nothing to do in this cluster keep their place as `inert`; the facts name them as passed.
 */

import { faultText } from '#base/fault-text';
import type { Prng } from '#base/prng';
import { EtcdError } from '#cluster/control-plane/etcd/client';
import { unknownError } from '#k8s.io/apimachinery/errors';
import type { Process } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import type { AuditLog } from './audit/audit-log.ts';
import type { UnionAuthenticator } from './authenticator/union.ts';
import type { UnionAuthorizer } from './authorizer/union.ts';
import type { Exchange, Reply } from './exchange.ts';
import { withAudit } from './filters/audit.ts';
import { withAuthentication } from './filters/authentication.ts';
import { withAuthorization } from './filters/authorization.ts';
import { component, type Filter, inert } from './filters/filter.ts';
import { withConstrainedImpersonation } from './filters/impersonation.ts';
import { withPriorityAndFairness } from './filters/priority-and-fairness.ts';
import {
  withAuditInit,
  withRequestDeadline,
  withRequestInfo,
  withWarningRecorder,
} from './filters/request.ts';
import type { FlowController } from './flowcontrol/flow-controller.ts';
import { statusReply, textReply } from './replies.ts';

export interface ChainParts {
  readonly tracer: Tracer;
  /** For audit ids. */
  readonly prng: Prng;
  readonly audit: AuditLog;
  readonly authenticator: UnionAuthenticator;
  readonly authorizer: UnionAuthorizer;
  readonly flowController: FlowController;
}

export function buildHandlerChain(parts: ChainParts): readonly Filter[] {
  const { tracer, prng, audit, authenticator, authorizer, flowController } = parts;
  const chain: readonly Filter[] = [
    withAuditInit(tracer, prng, () => beforeInfo),
    inert('WithPanicRecovery'),
    inert('WithMuxAndDiscoveryComplete'),
    inert('WithRequestReceivedTimestamp'),
    withRequestInfo(tracer, () => beforeAuthentication),
    inert('WithLatencyTrackers'),
    inert('WithHTTPLogging'),
    inert('WithHSTS'),
    inert('WithCacheControl'),
    inert('WithWaitGroup'),
    withRequestDeadline,
    inert('WithTimeoutForNonLongRunningRequests'),
    withWarningRecorder,
    inert('WithCORS'),
    withAuthentication(tracer, authenticator, audit),
    inert('WithTracing'),
    withAudit(audit),
    withConstrainedImpersonation(tracer, authorizer),
    withPriorityAndFairness(tracer, flowController),
    withAuthorization(tracer, authorizer),
  ];
  const names = chain.map(({ name }) => name);
  const info = names.indexOf('WithRequestInfo');
  const beforeInfo = names.slice(1, info);
  const beforeAuthentication = names.slice(info + 1, names.indexOf('WithAuthentication'));
  // All with the same members, as every request reads these of each filter twice.
  return chain.map(({ name, enter, wait, leave }) => ({ name, enter, wait, leave }));
}

/** The filters that do something; requests skip the others. */
export const workingFilters = (chain: readonly Filter[]): readonly Filter[] =>
  chain.filter(({ enter, wait, leave }) => (enter ?? wait ?? leave) !== undefined);

/**
 * Sends a request down the chain to `handler`, and the reply back up. A fault on the way is
 * answered like a panic (WithPanicRecovery). Source: responsewriters ErrorToAPIStatus.
 */
export function* runHandlerChain(
  chain: readonly Filter[],
  tracer: Tracer,
  exchange: Exchange,
  handler: (exchange: Exchange) => Process<Reply>,
): Process<Reply> {
  let answer: Reply | undefined;
  let depth = 0;
  try {
    for (; depth < chain.length; depth++) {
      const filter = chain[depth] as Filter;
      if (filter.enter !== undefined) answer = filter.enter(exchange);
      else if (filter.wait !== undefined) answer = yield* filter.wait(exchange);
      if (answer !== undefined) break;
    }
    answer ??= yield* handler(exchange);
  } catch (fault) {
    answer = replyToFault(tracer, exchange, fault);
  }
  // A filter that replied itself is left too, to release what it acquired.
  for (let i = Math.min(depth, chain.length - 1); i >= 0; i--) {
    try {
      chain[i]?.leave?.(exchange, answer);
    } catch (fault) {
      if (answer.code !== 500) answer = replyToFault(tracer, exchange, fault);
    }
  }
  return answer;
}

/**
 * The reply to a request whose handling threw `fault`: the request fails, the server continues. An
 * error of etcd keeps its message.
 *
 * Models k8s.io/apiserver pkg/server/filters/wrap.go withPanicRecovery and the audit stage Panic of
 * pkg/endpoints/filters/audit.go.
 */
function replyToFault(tracer: Tracer, exchange: Exchange, fault: unknown): Reply {
  if (fault instanceof EtcdError) return statusReply(unknownError(fault.message));
  const { method, url } = exchange.http;
  const message = faultText(fault);
  exchange.panicked = true;
  tracer.emit({ type: 'PanicRecovered', component, doing: `${method} ${url}`, message });
  return textReply(500, 'This request caused apiserver to panic. Look in the logs for details.\n');
}
