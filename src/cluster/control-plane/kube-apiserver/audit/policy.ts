/**
 * Which requests are written to the audit log, and in how much detail.
 *
 * Models an audit Policy (k8s.io/apiserver pkg/audit/policy/checker.go): the first matching rule
 * decides the level; stages that the policy or the rule omits are left out. The default policy of a
 * scenario keeps the bodies of writes, so that the log shows who changed what; it keeps no bodies
 * of reads, and omits heartbeats and access reviews.
 */
import type { AuditPolicyConfig, AuditRuleConfig } from '#cluster/config/cluster-config';
import type { AuditEventLogged } from '#trace/facts/kube-apiserver';
import type { UserInfo } from '../authenticator/user-info.ts';
import type { RequestInfo } from '../filters/request-info.ts';

export type AuditLevel = AuditRuleConfig['level'];
export type AuditStage = AuditEventLogged['stage'];

/** The decision of a policy for one request. */
export interface AuditDecision {
  readonly level: AuditLevel;
  readonly omitStages: readonly string[];
  readonly omitManagedFields: boolean;
}

const reads = ['get', 'list', 'watch'];

export const usualPolicy: AuditPolicyConfig = {
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', resources: [{ group: 'coordination.k8s.io', resources: ['leases'] }] },
    {
      level: 'None',
      resources: [
        {
          group: 'authorization.k8s.io',
          resources: [
            'selfsubjectaccessreviews',
            'subjectaccessreviews',
            'localsubjectaccessreviews',
          ],
        },
      ],
    },
    { level: 'Metadata', verbs: reads },
    { level: 'RequestResponse' },
  ],
};

const unlogged: AuditDecision = { level: 'None', omitStages: [], omitManagedFields: false };

export class AuditPolicy {
  readonly #decisions: readonly {
    readonly rule: AuditRuleConfig;
    readonly decision: AuditDecision;
  }[];

  /** By request info; only when no rule depends on the user. */
  readonly #known: WeakMap<RequestInfo, AuditDecision> | undefined;

  constructor({ rules, omitStages = [], omitManagedFields = false }: AuditPolicyConfig) {
    const named = rules.some(({ users, userGroups }) => users ?? userGroups);
    this.#known = named ? undefined : new WeakMap();
    this.#decisions = rules.map((rule) => ({
      rule,
      decision: {
        level: rule.level,
        omitStages: [...omitStages, ...(rule.omitStages ?? [])],
        omitManagedFields: rule.omitManagedFields ?? omitManagedFields,
      },
    }));
  }

  /** Source: policyRuleEvaluator.EvaluatePolicyRule. */
  decide(info: RequestInfo, user: UserInfo | undefined): AuditDecision {
    const known = this.#known?.get(info);
    if (known !== undefined) return known;
    const found = this.#decisions.find(({ rule }) => matches(rule, info, user));
    const decision = found?.decision ?? unlogged;
    this.#known?.set(info, decision);
    return decision;
  }
}

function matches(rule: AuditRuleConfig, info: RequestInfo, user: UserInfo | undefined): boolean {
  const { users, userGroups, verbs } = rule;
  if (users !== undefined && !users.includes(user?.name ?? '')) return false;
  if (userGroups !== undefined && user?.groups.some((one) => userGroups.includes(one)) !== true) {
    return false;
  }
  if (verbs !== undefined && !verbs.includes(info.verb)) return false;
  if (info.isResourceRequest) return matchesResource(rule, info);
  const { nonResourceURLs, resources, namespaces } = rule;
  if (nonResourceURLs !== undefined) return nonResourceURLs.some((url) => fits(url, info.path));
  return resources === undefined && namespaces === undefined;
}

function matchesResource(rule: AuditRuleConfig, info: RequestInfo): boolean {
  const { namespaces, resources, nonResourceURLs } = rule;
  if (namespaces !== undefined && !namespaces.includes(info.namespace)) return false;
  if (resources === undefined) return nonResourceURLs === undefined;
  return resources.some(({ group = '', resources: names = [], resourceNames = [] }) => {
    if (group !== info.group) return false;
    if (resourceNames.length > 0 && !resourceNames.includes(info.name)) return false;
    return names.length === 0 || names.some((name) => namesResource(name, info));
  });
}

/** `pods`, `pods/log`, `*`, `pods/*`, `*` + `/status`. */
function namesResource(name: string, { resource, subresource }: RequestInfo): boolean {
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  if (name === '*' || name === full) return true;
  const [whole = '', part] = name.split('/');
  if (part === undefined || subresource === '') return false;
  return (whole === '*' || whole === resource) && (part === '*' || part === subresource);
}

const fits = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)));
