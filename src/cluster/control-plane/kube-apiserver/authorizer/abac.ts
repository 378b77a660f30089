/**
 * Attribute-based access control: a file of policies; each of them can allow a request. Models
 * kubernetes pkg/auth/authorizer/abac abac.go.
 */
import type { AbacPolicyConfig } from '#cluster/config/cluster-config';
import type { PolicyRule } from '#k8s.io/api/rbac/v1';
import type { UserInfo } from '../authenticator/user-info.ts';
import type { Attributes, Authorizer, Verdict } from './authorizer.ts';
import { allow } from './authorizer.ts';

const unmatched: Verdict = { decision: 'no opinion', reason: 'No policy matched.' };
const readVerbs: ReadonlySet<string> = new Set(['get', 'list', 'watch']);

export const abacAuthorizer = (policies: readonly AbacPolicyConfig[]): Authorizer => ({
  name: 'ABAC',
  authorize: (attributes) =>
    policies.some((policy) => matches(policy, attributes)) ? allow : unmatched,
  rulesFor: (user, namespace) => {
    const own = policies.filter((policy) => {
      const { namespace: wanted = '' } = policy;
      return subjectMatches(policy, user) && (wanted === '*' || wanted === namespace);
    });
    return { rules: own.flatMap(rulesOf), error: '' };
  },
});

/** Upstream lists both rules for each policy, though one of them is empty. */
const rulesOf = ({
  readonly = false,
  apiGroup = '',
  resource = '',
  nonResourcePath = '',
}: AbacPolicyConfig): readonly PolicyRule[] => {
  const verbs = readonly ? [...readVerbs] : ['*'];
  return [
    { verbs, apiGroups: [apiGroup], resources: [resource] },
    { verbs, nonResourceURLs: [nonResourcePath] },
  ];
};

const matches = (policy: AbacPolicyConfig, attributes: Attributes): boolean =>
  subjectMatches(policy, attributes.user) &&
  (policy.readonly !== true || readVerbs.has(attributes.verb)) &&
  (attributes.isResourceRequest
    ? resourceMatches(policy, attributes)
    : pathMatches(policy.nonResourcePath ?? '', attributes.path));

/** A policy without user and group matches nobody; one with both requires both. */
function subjectMatches({ user = '', group = '' }: AbacPolicyConfig, info: UserInfo): boolean {
  if (user === '' && group === '') return false;
  const { name, groups } = info;
  const isUser = user === '' || (user === '*' ? groups.length > 0 : user === name);
  return isUser && (group === '' || groups.includes(group));
}

const resourceMatches = (
  { namespace = '', resource = '', apiGroup = '' }: AbacPolicyConfig,
  attributes: Attributes,
): boolean =>
  (namespace === '*' || namespace === attributes.namespace) &&
  (resource === '*' || resource === attributes.resource) &&
  (apiGroup === '*' || apiGroup === attributes.group);

const pathMatches = (wanted: string, path: string): boolean =>
  wanted === '*' ||
  wanted === path ||
  (wanted.endsWith('*') && path.startsWith(wanted.slice(0, -1)));
