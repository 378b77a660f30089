/** Logs the outcome of the request. Models k8s.io/apiserver pkg/endpoints/filters/audit.go. */
import type { AuditLog } from '../audit/audit-log.ts';
import type { Filter } from './filter.ts';

export const withAudit = (audit: AuditLog): Filter => ({
  name: 'WithAudit',
  enter(exchange) {
    audit.received(exchange);
    return undefined;
  },
  leave: (exchange, reply) => audit.log(exchange, reply),
});
