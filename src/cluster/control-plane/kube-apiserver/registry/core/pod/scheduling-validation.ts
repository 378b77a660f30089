/**
 * Checks of what a pod asks of the scheduler. Source: kubernetes pkg/apis/core/validation
 * validateAffinity, validateTopologySpreadConstraints, validateSchedulingGates.
 */
import type {
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
import {
  dns1123LabelErrors,
  inclusiveRangeError,
  qualifiedNameErrors,
} from '#k8s.io/apimachinery/validation';
import { choice, distinct, type Errors, each, formed, none } from '../../generic/checks.ts';
import { validateLabelSelector } from '../../generic/label-selector-validation.ts';

/** Readiness gates, scheduling gates and spread constraints, in this order. */
export function validateGates(spec: PodSpec, path: string): Errors {
  const { readinessGates, schedulingGates, topologySpreadConstraints } = spec;
  return [
    ...each(readinessGates, `${path}.readinessGates`, ({ conditionType }, field) =>
      formed(`${field}.conditionType`, conditionType, qualifiedNameErrors(conditionType)),
    ),
    ...each(schedulingGates, `${path}.schedulingGates`, ({ name }, field) =>
      formed(field, name, qualifiedNameErrors(name)),
    ),
    ...distinct(
      (schedulingGates ?? []).map(({ name }) => name),
      (index) => `${path}.schedulingGates[${index}]`,
    ),
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

/** Source: ValidateNodeSelectorRequirement. */
const validateTerm = ({ matchExpressions }: NodeSelectorTerm, path: string): Errors =>
  each(matchExpressions, `${path}.matchExpressions`, ({ key, operator, values = [] }, field) => {
    const errors: FieldError[] = [];
    const value = `${field}.values`;
    if (operator === 'In' || operator === 'NotIn') {
      const detail = "must be specified when `operator` is 'In' or 'NotIn'";
      if (values.length === 0) errors.push(required(value, detail));
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      const detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      if (values.length > 0) errors.push(forbiddenField(value, detail));
    } else if (operator === 'Gt' || operator === 'Lt') {
      const detail = "must be specified single value when `operator` is 'Lt' or 'Gt'";
      if (values.length !== 1) errors.push(required(value, detail));
    } else
      errors.push(invalidValue(`${field}.operator`, operator, 'not a valid selector operator'));
    return [...errors, ...formed(`${field}.key`, key, qualifiedNameErrors(key))];
  });

function validatePodTerm(term: PodAffinityTerm, path: string): Errors {
  const { labelSelector, namespaces = [], topologyKey = '' } = term;
  const key = `${path}.topologyKey`;
  return [
    ...(labelSelector === undefined
      ? none
      : validateLabelSelector(labelSelector, `${path}.labelSelector`)),
    ...namespaces.flatMap((name) => formed(`${path}.namespace`, name, dns1123LabelErrors(name))),
    ...(topologyKey === '' ? [required(key, 'can not be empty')] : none),
    ...formed(key, topologyKey, qualifiedNameErrors(topologyKey)),
  ];
}

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
    // One that comes again later is told at the first.
    const again = constraints
      .slice(index + 1)
      .some((other) => pairOf(other) === pairOf(constraint));
    if (again) {
      errors.push(duplicate(`${field}.{topologyKey, whenUnsatisfiable}`, pairOf(constraint)));
    }
    if (minDomains !== undefined && minDomains <= 0) {
      errors.push(invalidValue(`${field}.minDomains`, minDomains, 'must be greater than zero'));
    }
    return errors;
  });

const pairOf = ({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string =>
  `{${topologyKey}, ${whenUnsatisfiable}}`;

const highest = 2 ** 31 - 1;

/** Users and groups are 32-bit numbers. Source: IsValidUserID. */
export const idErrors = (path: string, id: number | undefined): Errors =>
  id === undefined || (id >= 0 && id <= highest)
    ? none
    : [invalidValue(path, id, inclusiveRangeError(0, highest))];
