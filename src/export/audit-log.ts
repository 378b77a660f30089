/**
 * The audit log of a run, as the API server's log backend writes it: one `audit.k8s.io/v1` Event a
 * line, at the level of the cluster's policy. Models k8s.io/apiserver
 * plugin/pkg/audit/log/backend.go.
 */

import { defined } from '#base/defined';
import { rfc3339Micro } from '#base/sim-time';
import type { FactList } from '#trace/fact-list';
import type { AuditEventLogged } from '#trace/facts/kube-apiserver';
import { withoutGroup } from '#trace/object-key';

/** JSON lines; `from`: the first fact that counts. */
export function auditLog(facts: FactList, from = 1): string {
  return facts
    .slice(from - 1)
    .flatMap((fact) =>
      fact.type === 'AuditEventLogged' ? [`${JSON.stringify(auditEvent(fact))}\n`] : [],
    )
    .join('');
}

/** In the order of the fields of k8s.io/apiserver pkg/apis/audit/v1 Event. */
export function auditEvent(fact: AuditEventLogged): Readonly<Record<string, unknown>> {
  const { code, reason, impersonatedUser, requestObject, responseObject, annotations } = fact;
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: fact.level,
    auditID: fact.auditId,
    stage: fact.stage,
    requestURI: fact.uri,
    verb: fact.verb,
    user: { username: fact.user, groups: fact.groups },
    ...(impersonatedUser === undefined ? {} : { impersonatedUser: { username: impersonatedUser } }),
    userAgent: fact.agent,
    ...objectReference(fact),
    ...(code === 0
      ? {}
      : { responseStatus: { metadata: {}, ...defined({ reason: reason || undefined }), code } }),
    ...defined({ requestObject, responseObject }),
    requestReceivedTimestamp: rfc3339Micro(fact.receivedAt),
    stageTimestamp: rfc3339Micro(fact.at),
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
  };
}

/** Requests for no resource (`/healthz`) have none. */
function objectReference({ ref, uri, subresource }: AuditEventLogged): object {
  if (ref.resource === '') return {};
  const resource = withoutGroup(ref.resource);
  const [, group = '', version = ''] = /^\/(?:api|apis\/([^/]+))\/([^/?]+)/.exec(uri) ?? [];
  return {
    objectRef: {
      resource,
      ...defined({
        namespace: ref.namespace || undefined,
        name: ref.name || undefined,
        apiGroup: group || undefined,
      }),
      apiVersion: version,
      ...defined({ subresource: subresource || undefined }),
    },
  };
}
