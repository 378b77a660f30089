/** Roles and their bindings. Source: kubernetes pkg/registry/rbac, pkg/apis/rbac/validation. */
import type {
  ClusterRole,
  ClusterRoleBinding,
  PolicyRule,
  Role,
  RoleBinding,
  Subject,
} from '#k8s.io/api/rbac/v1';
import { invalidValue, required } from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { dns1123SubdomainErrors } from '#k8s.io/apimachinery/validation';
import {
  among,
  choice,
  type Errors,
  each,
  formed,
  none,
  presentAndFormed,
} from '../generic/checks.ts';
import { validateLabelSelector } from '../generic/label-selector-validation.ts';
import { type AnyStrategy, defineStrategy, type Strategy } from '../strategy.ts';

const group = 'rbac.authorization.k8s.io';

/** Names may contain anything except `/` and `%`. Source: path.ValidatePathSegmentName. */
export function pathSegmentErrors(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  const errors: string[] = [];
  for (const part of ['/', '%']) if (name.includes(part)) errors.push(`may not contain '${part}'`);
  return errors;
}

/** Source: ValidatePolicyRule. */
function validateRule(rule: PolicyRule, path: string, namespaced: boolean): Errors {
  const { verbs = [], apiGroups = [], resources = [], nonResourceURLs = [] } = rule;
  const errors = [];
  if (verbs.length === 0) {
    errors.push(required(`${path}.verbs`, 'verbs must contain at least one value'));
  }
  if (nonResourceURLs.length > 0) {
    const field = `${path}.nonResourceURLs`;
    if (namespaced) {
      const detail = 'namespaced rules cannot apply to non-resource URLs';
      errors.push(invalidValue(field, nonResourceURLs, detail));
    }
    if ([...apiGroups, ...resources, ...(rule.resourceNames ?? [])].length > 0) {
      const detail = 'rules cannot apply to both regular resources and non-resource URLs';
      errors.push(invalidValue(field, nonResourceURLs, detail));
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    const detail = 'resource rules must supply at least one api group';
    errors.push(required(`${path}.apiGroups`, detail));
  }
  if (resources.length === 0) {
    const detail = 'resource rules must supply at least one resource';
    errors.push(required(`${path}.resources`, detail));
  }
  return errors;
}

const validateRules = (rules: readonly PolicyRule[] | undefined, namespaced: boolean): Errors =>
  each(rules ?? undefined, 'rules', (rule, path) => validateRule(rule, path, namespaced));

/** Source: ValidateRoleBindingSubject. */
function validateSubject(subject: Subject, path: string, namespaced: boolean): Errors {
  const { kind, name = '', namespace = '', apiGroup = '' } = subject;
  const errors = name === '' ? [required(`${path}.name`)] : [];
  switch (kind) {
    case 'ServiceAccount':
      return [
        ...errors,
        ...(name === '' ? none : formed(`${path}.name`, name, dns1123SubdomainErrors(name))),
        ...choice(`${path}.apiGroup`, apiGroup, ['']),
        ...(namespace === '' && !namespaced ? [required(`${path}.namespace`)] : none),
      ];
    case 'User':
    case 'Group':
      return [...errors, ...choice(`${path}.apiGroup`, apiGroup, [group])];
    default:
      return [...errors, ...among(`${path}.kind`, kind ?? '', ['ServiceAccount', 'User', 'Group'])];
  }
}

function validateBinding(
  { roleRef, subjects }: RoleBinding | ClusterRoleBinding,
  namespaced: boolean,
): Errors {
  const kinds = namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole'];
  return [
    ...choice('roleRef.apiGroup', roleRef?.apiGroup ?? '', [group]),
    ...among('roleRef.kind', roleRef?.kind ?? '', kinds),
    ...presentAndFormed('roleRef.name', roleRef?.name, pathSegmentErrors),
    ...each(subjects ?? undefined, 'subjects', (subject, path) =>
      validateSubject(subject, path, namespaced),
    ),
  ];
}

const common = { nameErrors: pathSegmentErrors, createOnUpdate: true } as const;

const define = <T extends KubeObject>(parts: Partial<Strategy<T>>): AnyStrategy =>
  defineStrategy<T>({ ...common, ...parts });

/** The reference with the names of the internal type. */
const internalRef = ({ apiGroup = '', kind, name }: RoleBinding['roleRef']) => ({
  APIGroup: apiGroup,
  Kind: kind,
  Name: name,
});

const bindingStrategy = (namespaced: boolean): AnyStrategy =>
  define<RoleBinding | ClusterRoleBinding>({
    validate: (binding) => validateBinding(binding, namespaced),
    validateUpdate: (binding, old) => [
      ...validateBinding(binding, namespaced),
      ...(deepEqual(binding.roleRef, old.roleRef)
        ? none
        : [invalidValue('roleRef', internalRef(binding.roleRef), 'cannot change roleRef')]),
    ],
  });

function validateClusterRole({ rules, aggregationRule }: ClusterRole): Errors {
  const { clusterRoleSelectors: selectors = [] } = aggregationRule ?? {};
  const field = 'aggregationRule.clusterRoleSelectors';
  const detail = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
  return [
    ...validateRules(rules, false),
    ...(aggregationRule !== undefined && selectors.length === 0 ? [required(field, detail)] : none),
    ...each(selectors, field, validateLabelSelector),
  ];
}

export const rbacStrategies: Readonly<Record<string, AnyStrategy>> = {
  [`roles.${group}`]: define<Role>({
    validate: ({ rules }) => validateRules(rules, true),
    validateUpdate: ({ rules }) => validateRules(rules, true),
  }),
  [`clusterroles.${group}`]: define<ClusterRole>({
    validate: validateClusterRole,
    validateUpdate: validateClusterRole,
  }),
  [`rolebindings.${group}`]: bindingStrategy(true),
  [`clusterrolebindings.${group}`]: bindingStrategy(false),
};
