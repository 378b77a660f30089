/**
 * The audit log of a run, as the API server's log backend writes it: one `audit.k8s.io/v1` Event a
 * line, at the level of the cluster's policy. Models k8s.io/apiserver
 * plugin/pkg/audit/log/backend.go.
 */
import type { Fact } from '#trace/facts';
import { auditEvent } from './audit-event.ts';

/** JSON lines; `from`: the first fact that counts. */
export function auditLog(facts: readonly Fact[], from = 1): string {
  return facts
    .slice(from - 1)
    .flatMap((fact) =>
      fact.type === 'AuditEventLogged' ? [`${JSON.stringify(auditEvent(fact))}\n`] : [],
    )
    .join('');
}
