/**
 * What is written to the audit log, and how much of it.
 *
 * Models the rules of an audit Policy (k8s.io/apiserver pkg/audit/policy/checker.go): the first
 * rule that matches decides. This policy keeps the bodies of writes, as the log needs them to
 * tell who changed what; it keeps no bodies of reads, and leaves heartbeats out.
 */
import type { RequestInfo } from '../filters/request-info.ts';

export type AuditLevel = 'None' | 'Metadata' | 'RequestResponse';

interface AuditRule {
  readonly level: AuditLevel;
  readonly verbs?: readonly string[];
  /** `group/resource`. */
  readonly resources?: readonly string[];
}

const reads = ['get', 'list', 'watch'];

const policy: readonly AuditRule[] = [
  { level: 'None', resources: ['coordination.k8s.io/leases'] },
  { level: 'Metadata', verbs: reads },
  { level: 'RequestResponse' },
];

export function auditLevel(info: RequestInfo): AuditLevel {
  const resource = `${info.group}/${info.resource}`;
  const rule = policy.find(
    ({ verbs, resources }) =>
      (verbs?.includes(info.verb) ?? true) && (resources?.includes(resource) ?? true),
  );
  return rule?.level ?? 'None';
}
