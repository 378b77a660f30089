/**
 * Checks of a pod's scheduling fields. Source: kubernetes pkg/apis/core/validation
 * validateAffinity, validateTopologySpreadConstraints, validateSchedulingGates.
 */
import type {
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinityTerm,
  PodSpec,
  TopologySpreadConstraint,
} from '#k8s.io/api/core/v1';
import {
  duplicate,
  type FieldError,
  forbiddenField,
  invalidValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import type { LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  inclusiveRangeError,
  qualifiedNameErrors,
} from '#k8s.io/apimachinery/validation';
import { choice, type Errors, each, formed, none } from '../../generic/checks.ts';
import { validateLabelSelector } from '../../generic/label-selector-validation.ts';

/** Checks readiness gates, scheduling gates and spread constraints, in this order. */
export function validateGates(spec: PodSpec, path: string): Errors {
  const { readinessGates, schedulingGates, topologySpreadConstraints } = spec;
  return [
    ...each(readinessGates, `${path}.readinessGates`, ({ conditionType }, field) =>
      formed(`${field}.conditionType`, conditionType, qualifiedNameErrors(conditionType)),
    ),
    ...each(schedulingGates, `${path}.schedulingGates`, ({ name }, field, index) => [
      ...formed(field, name, qualifiedNameErrors(name)),
      ...(schedulingGates?.findIndex((gate) => gate.name === name) === index
        ? none
        : [duplicate(field, name)]),
    ]),
    ...validateSpread(topologySpreadConstraints ?? [], `${path}.topologySpreadConstraints`),
  ];
}

const requiredKey = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferredKey = 'preferredDuringSchedulingIgnoredDuringExecution';

export function validateAffinity({ affinity = {} }: PodSpec, path: string): Errors {
  const errors: FieldError[] = [];
  const { nodeAffinity } = affinity;
  if (nodeAffinity !== undefined) {
    const field = `${path}.nodeAffinity`;
    const needs = nodeAffinity[requiredKey];
    if (needs !== undefined)
      errors.push(...validateTerms(needs.nodeSelectorTerms, `${field}.${requiredKey}`));
    errors.push(
      ...each(nodeAffinity[preferredKey], `${field}.${preferredKey}`, (term, place) => [
        ...validateWeight(term.weight, place),
        ...validateTerm(term.preference, `${place}.preference`),
      ]),
    );
  }
  for (const kind of ['podAffinity', 'podAntiAffinity'] as const) {
    const field = `${path}.${kind}`;
    errors.push(
      ...each(affinity[kind]?.[requiredKey], `${field}.${requiredKey}`, validatePodTerm),
      ...each(affinity[kind]?.[preferredKey], `${field}.${preferredKey}`, (term, place) => [
        ...validateWeight(term.weight, place),
        ...validatePodTerm(term.podAffinityTerm, `${place}.podAffinityTerm`),
      ]),
    );
  }
  return errors;
}

const validateWeight = (weight: number, path: string): Errors =>
  weight >= 1 && weight <= 100
    ? none
    : [invalidValue(`${path}.weight`, weight, 'must be in the range 1-100')];

function validateTerms(terms: readonly NodeSelectorTerm[] | undefined, path: string): Errors {
  const field = `${path}.nodeSelectorTerms`;
  if ((terms ?? []).length === 0) {
    return [required(field, 'must have at least one node selector term')];
  }
  return each(terms, field, validateTerm);
}

const validateTerm = (term: NodeSelectorTerm, path: string): Errors => [
  ...each(term.matchExpressions, `${path}.matchExpressions`, validateRequirement),
  ...each(term.matchFields, `${path}.matchFields`, validateFieldRequirement),
];

const unknownOperator = (path: string, operator: string): FieldError =>
  invalidValue(`${path}.operator`, operator, 'not a valid selector operator');

/** Source: ValidateNodeSelectorRequirement. */
function validateRequirement(requirement: NodeSelectorRequirement, path: string): Errors {
  const { key, operator, values = [] } = requirement;
  const errors: FieldError[] = [];
  const value = `${path}.values`;
  if (operator === 'In' || operator === 'NotIn') {
    const detail = "must be specified when `operator` is 'In' or 'NotIn'";
    if (values.length === 0) errors.push(required(value, detail));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
    if (values.length > 0) errors.push(forbiddenField(value, detail));
  } else if (operator === 'Gt' || operator === 'Lt') {
    const detail = "must be specified single value when `operator` is 'Lt' or 'Gt'";
    if (values.length !== 1) errors.push(required(value, detail));
  } else errors.push(unknownOperator(path, operator));
  return [...errors, ...formed(`${path}.key`, key, qualifiedNameErrors(key))];
}

/** Nodes can be selected by one field, their name. Source: ValidateNodeFieldSelectorRequirement. */
function validateFieldRequirement(requirement: NodeSelectorRequirement, path: string): Errors {
  const { key, operator, values = [] } = requirement;
  const errors: FieldError[] = [];
  if (operator !== 'In' && operator !== 'NotIn') errors.push(unknownOperator(path, operator));
  else if (values.length !== 1) {
    const detail =
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    errors.push(required(`${path}.values`, detail));
  }
  if (key !== 'metadata.name') {
    return [...errors, invalidValue(`${path}.key`, key, 'not a valid field selector key')];
  }
  return [
    ...errors,
    ...each(values, `${path}.values`, (name, field) =>
      formed(field, name, dns1123SubdomainErrors(name)),
    ),
  ];
}

function validatePodTerm(term: PodAffinityTerm, path: string): Errors {
  const { labelSelector, namespaceSelector, namespaces = [], topologyKey = '' } = term;
  const { matchLabelKeys = [], mismatchLabelKeys = [] } = term;
  const key = `${path}.topologyKey`;
  return [
    ...selector(`${path}.labelSelector`, labelSelector),
    ...selector(`${path}.namespaceSelector`, namespaceSelector),
    ...namespaces.flatMap((name) => formed(`${path}.namespace`, name, dns1123LabelErrors(name))),
    ...validateLabelKeys(`${path}.matchLabelKeys`, matchLabelKeys, labelSelector),
    ...validateLabelKeys(`${path}.mismatchLabelKeys`, mismatchLabelKeys, labelSelector),
    ...each(mismatchLabelKeys, `${path}.mismatchLabelKeys`, (name, field) =>
      matchLabelKeys.includes(name)
        ? [invalidValue(field, name, 'exists in both matchLabelKeys and mismatchLabelKeys')]
        : none,
    ),
    ...(topologyKey === '' ? [required(key, 'can not be empty')] : none),
    ...formed(key, topologyKey, qualifiedNameErrors(topologyKey)),
  ];
}

const selector = (path: string, value: LabelSelector | undefined): Errors =>
  value === undefined ? none : validateLabelSelector(value, path);

function validateLabelKeys(
  path: string,
  keys: readonly string[],
  labelSelector: LabelSelector | undefined,
): Errors {
  if (keys.length === 0) return none;
  if (labelSelector === undefined) {
    return [forbiddenField(path, 'must not be specified when labelSelector is not set')];
  }
  return each(keys, path, (key, field) => formed(field, key, qualifiedNameErrors(key)));
}

const policies = ['Honor', 'Ignore'];

const validateSpread = (constraints: readonly TopologySpreadConstraint[], path: string): Errors =>
  each(constraints, path, (constraint, field, index) => {
    const errors: FieldError[] = [];
    const { maxSkew, topologyKey = '', whenUnsatisfiable = '', minDomains } = constraint;
    if (maxSkew <= 0) {
      errors.push(invalidValue(`${field}.maxSkew`, maxSkew, 'must be greater than zero'));
    }
    if (topologyKey === '') errors.push(required(`${field}.topologyKey`, 'can not be empty'));
    const ways = ['DoNotSchedule', 'ScheduleAnyway'];
    errors.push(...choice(`${field}.whenUnsatisfiable`, whenUnsatisfiable, ways));
    // A duplicate is reported for the first of the equal constraints.
    const again = constraints
      .slice(index + 1)
      .some((other) => pairOf(other) === pairOf(constraint));
    if (again) {
      errors.push(duplicate(`${field}.{topologyKey, whenUnsatisfiable}`, pairOf(constraint)));
    }
    if (minDomains !== undefined && minDomains <= 0) {
      errors.push(invalidValue(`${field}.minDomains`, minDomains, 'must be greater than zero'));
    }
    if (minDomains !== undefined && whenUnsatisfiable !== 'DoNotSchedule') {
      const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${whenUnsatisfiable}`;
      errors.push(invalidValue(`${field}.minDomains`, minDomains, detail));
    }
    const { labelSelector, matchLabelKeys = [] } = constraint;
    return [
      ...errors,
      ...choice(`${field}.nodeAffinityPolicy`, constraint.nodeAffinityPolicy, policies),
      ...choice(`${field}.nodeTaintsPolicy`, constraint.nodeTaintsPolicy, policies),
      ...validateLabelKeys(`${field}.matchLabelKeys`, matchLabelKeys, labelSelector),
      ...each(matchLabelKeys, `${field}.matchLabelKeys`, (name, place) =>
        name in (labelSelector?.matchLabels ?? {})
          ? [invalidValue(place, name, 'exists in both matchLabelKeys and labelSelector')]
          : none,
      ),
      ...selector(`${field}.labelSelector`, labelSelector),
    ];
  });

const pairOf = ({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string =>
  `{${topologyKey}, ${whenUnsatisfiable}}`;

const highest = 2 ** 31 - 1;

/** Users and groups are 32-bit numbers. Source: IsValidUserID. */
export const idErrors = (path: string, id: number | undefined): Errors =>
  id === undefined || (id >= 0 && id <= highest)
    ? none
    : [invalidValue(path, id, inclusiveRangeError(0, highest))];
