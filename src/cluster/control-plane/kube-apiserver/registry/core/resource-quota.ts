/**
 * Source: kubernetes pkg/registry/core/resourcequota, pkg/apis/core/validation
 * ValidateResourceQuota.
 */
import type { ResourceQuota, ResourceQuotaSpec, ScopeSelector } from '#k8s.io/api/core/v1';
import { type FieldError, invalidValue, required } from '#k8s.io/apimachinery/field-error';
import { compareQuantities, mustParseQuantity, parseQuantity } from '#k8s.io/apimachinery/quantity';
import { qualifiedNameErrors } from '#k8s.io/apimachinery/validation';
import { statusStrategy } from '../common-strategies.ts';
import { type Errors, each, formed, none, same } from '../generic/checks.ts';
import { defineStrategy, withStatus } from '../strategy.ts';
import { countedResources } from './counted-resources.ts';
import { quotaWarnings } from './resource-warnings.ts';

const counted = new Set(countedResources);
const amounts = new Set(
  ['cpu', 'memory', 'ephemeral-storage'].flatMap((name) => [
    name,
    `requests.${name}`,
    `limits.${name}`,
  ]),
).add('requests.storage');
const scopes = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
  'VolumeAttributesClass',
];
const opposites = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;
const ofPods = new Set([...amounts, 'pods']);
ofPods.delete('requests.storage');

/** Source: ValidateResourceQuotaResourceName. */
function validateName(name: string, path: string): Errors {
  const errors = [...formed(path, name, qualifiedNameErrors(name))];
  const standard = counted.has(name) || amounts.has(name) || /^(requests\.)?hugepages-/.test(name);
  if (!name.includes('/') && !standard) {
    if (errors.length === 0 && name !== 'storage') {
      const detail = 'must be a standard resource type or fully qualified';
      errors.push(invalidValue(path, name, detail));
    }
    errors.push(invalidValue(path, name, 'must be a standard resource for quota'));
  }
  return errors;
}

function validateHard(hard: Readonly<Record<string, string>>): Errors {
  return Object.keys(hard)
    .sort()
    .flatMap((name): Errors => {
      const path = `spec.hard[${name}]`;
      const value = hard[name] as string;
      const errors: FieldError[] = [...validateName(name, path)];
      if (parseQuantity(value) === undefined) return errors;
      if (compareQuantities(value, '0') < 0) {
        errors.push(invalidValue(path, value, 'must be greater than or equal to 0'));
      }
      const whole = counted.has(name) || name.startsWith('count/');
      if (whole && mustParseQuantity(value).nanos % 1_000_000_000n !== 0n) {
        errors.push(invalidValue(path, value, 'must be an integer'));
      }
      return errors;
    });
}

/** Source: validateResourceQuotaScopes. */
function validateScopes({ scopes: asked = [], hard = {} }: ResourceQuotaSpec): Errors {
  if (asked.length === 0) return none;
  const errors: FieldError[] = [];
  for (const scope of asked) {
    if (!scopes.includes(scope))
      errors.push(invalidValue('spec.scopes', asked, 'unsupported scope'));
    else if (scope !== 'PriorityClass' && scope !== 'VolumeAttributesClass') {
      const reach = scope === 'BestEffort' ? new Set(['pods']) : ofPods;
      if (Object.keys(hard).some((name) => !reach.has(name))) {
        const detail = 'unsupported scope applied to resource';
        errors.push(invalidValue('spec.scopes', asked, detail));
      }
    }
  }
  for (const [a, b] of opposites) {
    if (asked.includes(a) && asked.includes(b)) {
      errors.push(invalidValue('spec.scopes', asked, 'conflicting scopes'));
    }
  }
  return errors;
}

const existing = [
  'BestEffort',
  'NotBestEffort',
  'Terminating',
  'NotTerminating',
  'CrossNamespacePodAffinity',
];
const existsText =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, " +
  'ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ' +
  'ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity';
const operators = ['DoesNotExist', 'Exists', 'In', 'NotIn'];

/** Source: validateScopedResourceSelectorRequirement. */
const validateSelector = ({ matchExpressions }: ScopeSelector): Errors =>
  each(matchExpressions, 'spec.scopeSelector.matchExpressions', (requirement) => {
    const { scopeName, operator, values = [] } = requirement;
    const path = 'spec.scopeSelector.matchExpressions';
    const errors: FieldError[] = [];
    if (!scopes.includes(scopeName)) {
      errors.push(invalidValue(`${path}.scopeName`, scopeName, 'unsupported scope'));
    }
    if (existing.includes(scopeName) && operator !== 'Exists') {
      errors.push(invalidValue(`${path}.operator`, operator, existsText));
    }
    if (!operators.includes(operator)) {
      const detail = 'not a valid selector operator';
      return [...errors, invalidValue(`${path}.operator`, operator, detail)];
    }
    const lists = operator === 'In' || operator === 'NotIn';
    if (lists && values.length === 0) {
      const detail =
        "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      errors.push(required(`${path}.values`, detail));
    }
    if (!lists && values.length > 0) {
      const detail =
        "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      errors.push(invalidValue(`${path}.values`, values, detail));
    }
    return errors;
  });

const validate = ({ spec }: ResourceQuota): Errors => [
  ...validateHard(spec.hard ?? {}),
  ...validateScopes(spec),
  ...(spec.scopeSelector === undefined ? none : validateSelector(spec.scopeSelector)),
];

export const resourceQuotaStrategy = defineStrategy<ResourceQuota>({
  prepareForCreate: (quota) => withStatus(quota, {}),
  validate,
  warningsOnCreate: quotaWarnings,
  prepareForUpdate: (quota, old) => withStatus(quota, old.status),
  validateUpdate: (quota, old) => [
    ...validate(quota),
    ...same('spec.scopes', quota.spec.scopes ?? [], old.spec.scopes ?? []),
  ],
  returnDeletedObject: true,
  status: statusStrategy<ResourceQuota>(),
});
