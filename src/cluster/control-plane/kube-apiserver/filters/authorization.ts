/**
 * Authorizes the request, or ends it with 403. Models k8s.io/apiserver
 * pkg/endpoints/filters/authorization.go.
 */
import type { Tracer } from '#trace/tracer';
import { attributesOf } from '../authorizer/authorizer.ts';
import type { UnionAuthorizer } from '../authorizer/union.ts';
import { statusReply, textReply } from '../replies.ts';
import { component, type Filter } from './filter.ts';
import { forbiddenStatus } from './forbidden.ts';

export const withAuthorization = (tracer: Tracer, authorizer: UnionAuthorizer): Filter => ({
  name: 'WithAuthorization',
  enter(exchange) {
    const attributes = attributesOf(exchange.user, exchange.info);
    const { allowed, reason, error, tried } = authorizer.authorize(attributes);
    tracer.emit({
      type: 'Authorized',
      component,
      request: exchange.http.id,
      allowed,
      reason,
      tried,
    });
    if (error !== undefined) {
      exchange.annotate('authorization.k8s.io/reason', 'internal error');
      return textReply(500, `Internal Server Error: "${exchange.http.url}": ${error}\n`);
    }
    exchange.annotations = {
      ...exchange.annotations,
      'authorization.k8s.io/decision': allowed ? 'allow' : 'forbid',
      'authorization.k8s.io/reason': reason,
    };
    return allowed ? undefined : statusReply(forbiddenStatus(attributes, reason));
  },
});
