/** Checks of the rules of policies and webhooks. Source: admissionregistration/validation. */
import type { MatchResources, RuleWithOperations } from '#k8s.io/api/admissionregistration/v1';
import {
  childPath,
  type FieldError,
  indexPath,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { validateLabelSelector } from '../generic/label-selector-validation.ts';

const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const scopes = ['*', 'Cluster', 'Namespaced'];

/** Source: validateRuleWithOperations. */
export function validateRule(rule: RuleWithOperations, path: string): readonly FieldError[] {
  const { operations: asked = [], scope } = rule;
  const at = childPath(path, 'operations');
  const unsupported = asked.flatMap((operation, index) =>
    operations.includes(operation)
      ? []
      : [notSupported(indexPath(at, index), operation, operations)],
  );
  return [
    ...wildcarded(asked, at, 'operations'),
    ...unsupported,
    ...wildcarded(rule.apiGroups ?? [], childPath(path, 'apiGroups'), 'API groups'),
    ...wildcarded(rule.apiVersions ?? [], childPath(path, 'apiVersions'), 'API versions'),
    ...emptyItems(rule.apiVersions ?? [], childPath(path, 'apiVersions')),
    ...validateResources(rule.resources ?? [], childPath(path, 'resources')),
    ...(scope === undefined || scopes.includes(scope)
      ? []
      : [notSupported(childPath(path, 'scope'), scope, scopes)]),
  ];
}

/** At least one value; a star must be the only one. */
function wildcarded(words: readonly string[], path: string, what: string): readonly FieldError[] {
  if (words.length === 0) return [required(path)];
  if (words.length === 1 || !words.includes('*')) return [];
  return [invalidValue(path, words, `if '*' is present, must not specify other ${what}`)];
}

const emptyItems = (words: readonly string[], path: string): readonly FieldError[] =>
  words.flatMap((word, index) => (word === '' ? [required(indexPath(path, index))] : []));

function validateResources(resources: readonly string[], path: string): readonly FieldError[] {
  if (resources.length === 0) return [required(path)];
  const errors: FieldError[] = [...emptyItems(resources, path)];
  const wholeResources = new Set<string>();
  const wholeSubresources = new Set<string>();
  for (const [index, name] of resources.entries()) {
    const slash = name.indexOf('/');
    if (slash < 0) continue;
    const [resource, sub] = [name.slice(0, slash), name.slice(slash + 1)];
    const at = indexPath(path, index);
    if (wholeResources.has(resource)) {
      const detail = `if '${resource}/*' is present, must not specify ${name}`;
      errors.push(invalidValue(at, name, detail));
    }
    if (wholeSubresources.has(sub)) {
      errors.push(invalidValue(at, name, `if '*/${sub}' is present, must not specify ${name}`));
    }
    if (sub === '*') wholeResources.add(resource);
    if (resource === '*') wholeSubresources.add(sub);
  }
  if (resources.length > 1 && resources.includes('*/*')) {
    const detail = "if '*/*' is present, must not specify other resources";
    errors.push(invalidValue(path, resources, detail));
  }
  if (resources.includes('*') && resources.some((name) => name !== '*' && !name.includes('/'))) {
    const detail = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalidValue(path, resources, detail));
  }
  return errors;
}

/** Source: validateMatchResources. */
export function validateMatchResources(
  match: MatchResources | undefined,
  path: string,
): readonly FieldError[] {
  if (match === undefined) return [];
  const { matchPolicy, namespaceSelector, objectSelector } = match;
  const selector = (value: typeof objectSelector, name: string): readonly FieldError[] =>
    value === undefined
      ? [required(childPath(path, name))]
      : validateLabelSelector(value, childPath(path, name));
  const rules = (list: readonly RuleWithOperations[] = [], name: string): readonly FieldError[] =>
    list.flatMap((rule, index) => validateRule(rule, indexPath(childPath(path, name), index)));
  return [
    ...(matchPolicy === undefined || matchPolicy === 'Exact' || matchPolicy === 'Equivalent'
      ? []
      : [notSupported(childPath(path, 'matchPolicy'), matchPolicy, ['Equivalent', 'Exact'])]),
    ...selector(namespaceSelector, 'namespaceSelector'),
    ...selector(objectSelector, 'objectSelector'),
    ...rules(match.resourceRules, 'resourceRules'),
    ...rules(match.excludeResourceRules, 'excludeResourceRules'),
  ];
}

const failurePolicies = ['Fail', 'Ignore'];

export const validateFailurePolicy = (
  policy: string | undefined,
  path: string,
): readonly FieldError[] =>
  policy === undefined || failurePolicies.includes(policy)
    ? []
    : [notSupported(childPath(path, 'failurePolicy'), policy, failurePolicies)];
