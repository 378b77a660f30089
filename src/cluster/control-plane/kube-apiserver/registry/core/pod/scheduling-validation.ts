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
  type FieldError,
  forbiddenField,
  invalidValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import { inclusiveRangeError, qualifiedNameErrors } from '#k8s.io/apimachinery/validation';
import { choice, distinct, type Errors, each, formed, none } from '../../generic/checks.ts';
import { validateLabelSelector } from '../../generic/label-selector-validation.ts';

export function validateScheduling(spec: PodSpec, path: string): Errors {
  const { affinity, topologySpreadConstraints, schedulingGates } = spec;
  if (
    affinity === undefined &&
    topologySpreadConstraints === undefined &&
    schedulingGates === undefined
  )
    return none;
  return [
    ...validateAffinity(spec, `${path}.affinity`),
    ...validateSpread(topologySpreadConstraints ?? [], `${path}.topologySpreadConstraints`),
    ...each(schedulingGates, `${path}.schedulingGates`, ({ name }, field) =>
      formed(field, name, qualifiedNameErrors(name)),
    ),
    ...distinct(
      (schedulingGates ?? []).map(({ name }) => name),
      (index) => `${path}.schedulingGates[${index}]`,
    ),
  ];
}

const requiredKey = 'requiredDuringSchedulingIgnoredDuringExecution';
const preferredKey = 'preferredDuringSchedulingIgnoredDuringExecution';

function validateAffinity({ affinity = {} }: PodSpec, path: string): Errors {
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
  const { labelSelector, topologyKey = '' } = term;
  const key = `${path}.topologyKey`;
  return [
    ...(labelSelector === undefined
      ? none
      : validateLabelSelector(labelSelector, `${path}.labelSelector`)),
    ...(topologyKey === ''
      ? [required(key, 'can not be empty')]
      : formed(key, topologyKey, qualifiedNameErrors(topologyKey))),
  ];
}

function validateSpread(constraints: readonly TopologySpreadConstraint[], path: string): Errors {
  const pairs = constraints.map(
    ({ topologyKey, whenUnsatisfiable }) => `{${topologyKey}, ${whenUnsatisfiable}}`,
  );
  return [
    ...each(constraints, path, ({ maxSkew, topologyKey, whenUnsatisfiable, ...more }, field) => {
      const errors: FieldError[] = [];
      if (maxSkew <= 0)
        errors.push(invalidValue(`${field}.maxSkew`, maxSkew, 'must be greater than zero'));
      if ((topologyKey ?? '') === '')
        errors.push(required(`${field}.topologyKey`, 'can not be empty'));
      errors.push(
        ...choice(`${field}.whenUnsatisfiable`, whenUnsatisfiable ?? '', [
          'DoNotSchedule',
          'ScheduleAnyway',
        ]),
      );
      const { minDomains } = more;
      if (minDomains !== undefined && minDomains <= 0) {
        errors.push(invalidValue(`${field}.minDomains`, minDomains, 'must be greater than zero'));
      }
      return errors;
    }),
    ...distinct(pairs, (index) => `${path}[${index}].{topologyKey, whenUnsatisfiable}`),
  ];
}

const highest = 2 ** 31 - 1;

/** Users and groups are 32-bit numbers. Source: IsValidUserID. */
export const idErrors = (path: string, id: number | undefined): Errors =>
  id === undefined || (id >= 0 && id <= highest)
    ? none
    : [invalidValue(path, id, inclusiveRangeError(0, highest))];
