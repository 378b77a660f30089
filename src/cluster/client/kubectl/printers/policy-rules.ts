/**
 * RBAC rules as rows: resources and verbs.
 *
 * Models k8s.io/component-helpers auth/rbac/validation (BreakdownRule, CompactRules) and the four
 * columns that `describe` and `auth can-i --list` share.
 */
import type { PolicyRule } from '#k8s.io/api/rbac/v1';

interface RuleRow {
  readonly group: string;
  readonly resource: string;
  readonly urls: string;
  readonly names: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * One row for each resource, group and name, its verbs together, in the order of the rules as text.
 * Source: rbac CompactRules, SortableRuleSlice.
 */
function compactedRules(rules: readonly PolicyRule[]): readonly RuleRow[] {
  const rows = new Map<string, RuleRow>();
  const add = (
    group: string,
    resource: string,
    urls: string,
    names: readonly string[],
    verb: string,
  ): void => {
    // Only resource rules are combined.
    const key = urls === '' ? `${resource} ${names.join(',')}` : `${rows.size}`;
    const before = rows.get(key);
    const verbs = before?.verbs ?? [];
    rows.set(key, {
      group,
      resource,
      urls,
      names,
      verbs: verbs.includes(verb) ? verbs : [...verbs, verb],
    });
  };
  for (const {
    verbs,
    apiGroups = [],
    resources = [],
    resourceNames = [],
    nonResourceURLs = [],
  } of rules) {
    for (const verb of verbs) {
      for (const group of apiGroups) {
        for (const resource of resources) {
          const [type = '', ...sub] = resource.split('/');
          const qualified = group === '' ? type : `${type}.${group}`;
          const name = [qualified, ...sub].join('/');
          if (resourceNames.length === 0) add(group, name, '', [], verb);
          for (const each of resourceNames) add(group, name, '', [each], verb);
        }
      }
      for (const url of nonResourceURLs) add('', '', url, [], verb);
    }
  }
  const order = ({ group, resource, urls, names, verbs }: RuleRow): string =>
    `[${verbs.join(' ')}],[${group}],[${resource}],[${names.join(' ')}],[${urls}]`;
  return [...rows.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Tab separated cells, one row for each rule. */
export const ruleRows = (rules: readonly PolicyRule[]): readonly string[] =>
  compactedRules(rules).map(
    ({ resource, urls, names, verbs }) =>
      `${resource}\t[${urls}]\t[${names.join(' ')}]\t[${verbs.join(' ')}]`,
  );

export const ruleHeader = 'Resources\tNon-Resource URLs\tResource Names\tVerbs';
