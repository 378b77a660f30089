/**
 * Authenticates the request, or ends it with 401. Models k8s.io/apiserver
 * pkg/endpoints/filters/authentication.go.
 */
import { unauthorized } from '#k8s.io/apimachinery/errors';
import type { Tracer } from '#trace/tracer';
import type { AuditLog } from '../audit/audit-log.ts';
import type { UnionAuthenticator } from '../authenticator/union.ts';
import { statusReply } from '../replies.ts';
import { component, type Filter } from './filter.ts';

export const withAuthentication = (
  tracer: Tracer,
  authenticator: UnionAuthenticator,
  audit: AuditLog,
): Filter => ({
  name: 'WithAuthentication',
  enter(exchange) {
    const { user, tried } = authenticator.authenticate(exchange.http);
    tracer.emit({
      type: 'Authenticated',
      component,
      request: exchange.http.id,
      user: user?.name ?? '',
      groups: user?.groups ?? [],
      tried,
      succeeded: user !== undefined,
    });
    if (user !== undefined) {
      exchange.user = user;
      return undefined;
    }
    // WithFailedAuthenticationAudit: the filter WithAudit comes later and would not log this.
    const reply = statusReply(unauthorized());
    audit.log(exchange, reply);
    return reply;
  },
});
