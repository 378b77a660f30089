/**
 * Which rules of a role are not contained in those of another.
 * Models k8s.io/component-helpers auth/rbac/validation policy_comparator.go.
 */
import type { PolicyRule } from '#k8s.io/api/rbac/v1';

/** The same as single rules: one verb on one resource, name or URL each. */
export function breakdownRule(rule: PolicyRule): readonly PolicyRule[] {
  const { apiGroups = [], resources = [], verbs, resourceNames = [], nonResourceURLs = [] } = rule;
  const named = resourceNames.map((name) => ({ resourceNames: [name] }));
  const ofNames = named.length === 0 ? [{}] : named;
  const ofResources = apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) =>
        ofNames.map((names) => ({
          apiGroups: [group],
          resources: [resource],
          verbs: [verb],
          ...names,
        })),
      ),
    ),
  );
  const ofUrls = nonResourceURLs.flatMap((url) =>
    verbs.map((verb) => ({ nonResourceURLs: [url], verbs: [verb] })),
  );
  return [...ofResources, ...ofUrls];
}

/** The single rules of `servants` that none of `owners` allows. */
export const uncoveredRules = (
  owners: readonly PolicyRule[],
  servants: readonly PolicyRule[],
): readonly PolicyRule[] =>
  servants
    .flatMap(breakdownRule)
    .filter((rule) => !owners.some((owner) => ruleCovers(owner, rule)));

function ruleCovers(owner: PolicyRule, rule: PolicyRule): boolean {
  const names = owner.resourceNames ?? [];
  const wanted = rule.resourceNames ?? [];
  const namesMatch = names.length === 0 || (wanted.length > 0 && includesAll(names, wanted));
  return (
    namesMatch &&
    includesAll(owner.verbs, rule.verbs) &&
    includesAll(owner.apiGroups, rule.apiGroups) &&
    (rule.resources ?? []).every((resource) => resourceCovers(owner.resources ?? [], resource)) &&
    (rule.nonResourceURLs ?? []).every((url) => urlCovers(owner.nonResourceURLs ?? [], url))
  );
}

const includesAll = (set: readonly string[] = [], wanted: readonly string[] = []): boolean =>
  set.includes('*') || wanted.every((each) => set.includes(each));

function resourceCovers(set: readonly string[], resource: string): boolean {
  if (set.includes('*') || set.includes(resource)) return true;
  const slash = resource.indexOf('/');
  return slash >= 0 && set.includes(`*${resource.slice(slash)}`);
}

const urlCovers = (set: readonly string[], url: string): boolean =>
  set.some((own) => own === url || (own.endsWith('*') && url.startsWith(own.replace(/\*+$/, ''))));
