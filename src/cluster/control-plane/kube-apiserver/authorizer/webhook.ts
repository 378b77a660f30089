/**
 * A server that answers SubjectAccessReviews, as the scenario describes it.
 *
 * Models k8s.io/apiserver plugin/pkg/authorizer/webhook webhook.go: an answer that allows is cached
 * for five minutes, any other for thirty seconds. An unreachable server is an error, which ends the
 * request with 500 if no other authorizer allows it.
 */
import { type SimTime, second } from '#base/sim-time';
import type { AuthorizationWebhookConfig } from '#cluster/config/cluster-config';
import type { Simulation } from '#sim/simulation';
import type { Attributes, Authorizer, Verdict } from './authorizer.ts';
import { noOpinion } from './authorizer.ts';

const allowedTtl = 300 * second;
const otherTtl = 30 * second;

interface Kept {
  readonly verdict: Verdict;
  readonly until: SimTime;
}

export function webhookAuthorizer(
  sim: Simulation,
  { url, unreachable, rules }: AuthorizationWebhookConfig,
): Authorizer {
  const kept = new Map<string, Kept>();
  const answer = (attributes: Attributes): Verdict => {
    const rule = rules.find((candidate) => matches(candidate, attributes));
    if (rule === undefined) return noOpinion;
    return { decision: rule.decision, reason: rule.reason ?? '' };
  };
  return {
    name: 'Webhook',
    authorize(attributes) {
      if (unreachable === true) {
        const host = /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? '';
        const error = `Post "${url}?timeout=30s": dial tcp ${host}: connect: connection refused`;
        return { ...noOpinion, error };
      }
      const key = keyOf(attributes);
      const known = kept.get(key);
      if (known !== undefined && sim.now < known.until) return known.verdict;
      const verdict = answer(attributes);
      const ttl = verdict.decision === 'allow' ? allowedTtl : otherTtl;
      kept.set(key, { verdict, until: sim.now + ttl });
      return verdict;
    },
    rulesFor: () => ({
      rules: [],
      error: 'webhook authorizer does not support user rule resolution',
    }),
  };
}

const matches = (
  rule: AuthorizationWebhookConfig['rules'][number],
  { user, verb, resource, namespace }: Attributes,
): boolean =>
  (rule.user ?? user.name) === user.name &&
  (rule.group === undefined || user.groups.includes(rule.group)) &&
  (rule.verb ?? verb) === verb &&
  (rule.resource ?? resource) === resource &&
  (rule.namespace ?? namespace) === namespace;

const keyOf = ({ user, verb, group, resource, subresource, namespace, name, path }: Attributes) =>
  [user.name, ...user.groups, verb, group, resource, subresource, namespace, name, path].join('\n');
