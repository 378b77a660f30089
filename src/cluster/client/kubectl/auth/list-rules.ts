/** `kubectl auth can-i --list`. Source: pkg/cmd/auth cani.go RunAccessList. */
import { ok } from '#base/result';
import type { PolicyRule } from '#k8s.io/api/rbac/v1';
import type { Process } from '#sim/simulation';
import { acceptProtobuf, protobuf } from '../api-client.ts';
import type { Invocation } from '../command.ts';
import type { Outcome } from '../failure.ts';
import { ruleHeader, ruleRows } from '../printers/policy-rules.ts';
import { alignColumns, tableColumns } from '../printers/tabwriter.ts';

const reviews = {
  group: 'authorization.k8s.io',
  version: 'v1',
  resource: 'selfsubjectrulesreviews',
  kind: 'SelfSubjectRulesReview',
  namespaced: false,
};

interface RulesReview {
  readonly status?: {
    readonly incomplete?: boolean;
    readonly evaluationError?: string;
    readonly resourceRules?: readonly PolicyRule[];
    readonly nonResourceRules?: readonly PolicyRule[];
  };
}

export function* listRules({ session, flags }: Invocation): Process<Outcome> {
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectRulesReview',
    metadata: {},
    spec: { namespace: session.config.namespace },
  };
  const at = { namespace: '', accept: acceptProtobuf, contentType: protobuf };
  const answer = yield* session.client.create<RulesReview>(reviews, at, body);
  if (!answer.ok) return answer;
  const { incomplete, evaluationError, resourceRules, nonResourceRules } =
    answer.value.status ?? {};
  if (incomplete === true) {
    session.err(`warning: the list may be incomplete: ${evaluationError ?? ''}\n`);
  }
  const rows = ruleRows([...(resourceRules ?? []), ...(nonResourceRules ?? [])]);
  const lines = [...(flags.bool('no-headers') ? [] : [ruleHeader]), ...rows];
  session.out(alignColumns(lines.map((line) => `${line}\n`).join(''), tableColumns));
  return ok(undefined);
}
