/** Checks of a Job's spec, also inside a CronJob. Source: kubernetes pkg/apis/batch/validation. */
import { defined } from '#base/defined';
import type { Job, JobSpec, PodFailurePolicyRule, SuccessPolicyRule } from '#k8s.io/api/batch/v1';
import type { Container } from '#k8s.io/api/core/v1';
import {
  duplicate,
  type FieldError,
  indexPath,
  invalidValue,
  notAmong,
  notSupported,
  omittedValue,
  required,
  sortedMap,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  qualifiedNameErrors,
} from '#k8s.io/apimachinery/validation';
import { immutableField, nonNegative } from '../common-strategies.ts';
import { validatePodTemplate } from '../core/pod/pod-spec-validation.ts';
import { formed } from '../generic/checks.ts';
import { validateLabelSelector } from '../generic/label-selector-validation.ts';

const maxIndexedParallelism = 100_000;
const requiresIndexed = 'requires indexed completion mode';

/** Source: ValidateJob. */
export function validateJob(job: Job): readonly FieldError[] {
  const { spec, metadata } = job;
  const errors: FieldError[] = [...validateGeneratedSelector(job)];
  errors.push(...validateJobSpec(spec, 'spec'));
  if (spec.selector === undefined) errors.push(required('spec.selector'));
  else errors.push(...validateLabelSelector(spec.selector, 'spec.selector'));
  const { labels } = spec.template.metadata ?? {};
  if (!matchLabelSelector(spec.selector, labels ?? {})) {
    const detail = '`selector` does not match template `labels`';
    const shown = labels === undefined ? null : sortedMap(labels);
    errors.push(invalidValue('spec.template.metadata.labels', shown, detail));
  }
  const { completions = 0 } = spec;
  const hostname = `${metadata.name}-${completions - 1}`;
  const isIndexed = spec.completionMode === 'Indexed' && completions > 0;
  if (isIndexed && dns1123LabelErrors(hostname).length > 0) {
    const detail = `will not able to create pod with invalid DNS label: ${hostname}`;
    errors.push(invalidValue('metadata.name', metadata.name, detail));
  }
  return errors;
}

/** Labels set by the user must not contradict the generated ones. */
function validateGeneratedSelector({ metadata, spec }: Job): readonly FieldError[] {
  if (spec.manualSelector === true) return [];
  const { uid, name } = metadata;
  const labels = spec.template.metadata?.labels ?? {};
  const wanted: readonly (readonly [string, string])[] = [
    ['batch.kubernetes.io/controller-uid', uid],
    ['batch.kubernetes.io/job-name', name],
    ['controller-uid', uid],
    ['job-name', name],
  ];
  const errors = wanted
    .filter(([key, value]) => labels[key] !== value)
    .map(([key, value]) =>
      invalidValue(
        'spec.template.metadata.labels',
        sortedMap(labels),
        `must be '${value}' for ${key}`,
      ),
    );
  if (!matchLabelSelector(spec.selector, Object.fromEntries(wanted))) {
    errors.push(invalidValue('spec.selector', spec.selector, '`selector` not auto-generated'));
  }
  return errors;
}

/** Source: validateJobSpec. */
export function validateJobSpec(spec: JobSpec, path: string): readonly FieldError[] {
  const errors: FieldError[] = [
    ...nonNegative(`${path}.parallelism`, spec.parallelism),
    ...nonNegative(`${path}.completions`, spec.completions),
    ...nonNegative(`${path}.activeDeadlineSeconds`, spec.activeDeadlineSeconds),
    ...nonNegative(`${path}.backoffLimit`, spec.backoffLimit),
    ...nonNegative(`${path}.ttlSecondsAfterFinished`, spec.ttlSecondsAfterFinished),
    ...nonNegative(`${path}.backoffLimitPerIndex`, spec.backoffLimitPerIndex),
    ...nonNegative(`${path}.maxFailedIndexes`, spec.maxFailedIndexes),
  ];
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    const detail = 'when maxFailedIndexes is specified';
    errors.push(required(`${path}.backoffLimitPerIndex`, detail));
  }
  errors.push(...managerErrors(spec.managedBy, `${path}.managedBy`));
  validateCompletionMode(spec, path, errors);
  if (spec.podFailurePolicy !== undefined) {
    validateFailurePolicy(spec, `${path}.podFailurePolicy`, errors);
  }
  if (spec.successPolicy !== undefined) {
    validateSuccessPolicy(spec, `${path}.successPolicy`, errors);
  }
  validateReplacement(spec, path, errors);
  errors.push(...validatePodTemplate(spec.template, `${path}.template`));
  validateRestartPolicy(spec, `${path}.template.spec.restartPolicy`, errors);
  return errors;
}

function validateCompletionMode(spec: JobSpec, path: string, errors: FieldError[]): void {
  const mode: string = spec.completionMode ?? 'NonIndexed';
  if (mode !== 'NonIndexed' && mode !== 'Indexed') {
    errors.push(notAmong(`${path}.completionMode`, mode, ['NonIndexed', 'Indexed']));
  }
  if (mode === 'Indexed') {
    const { completions, parallelism = 0 } = spec;
    if (completions === undefined) {
      errors.push(required(`${path}.completions`, 'when completion mode is Indexed'));
    }
    if (parallelism > maxIndexedParallelism) {
      const limit = `must be less than or equal to ${maxIndexedParallelism}`;
      const detail = `${limit} when completion mode is Indexed`;
      errors.push(invalidValue(`${path}.parallelism`, parallelism, detail));
    }
    const { maxFailedIndexes: most } = spec;
    if (completions !== undefined && most !== undefined && most > completions) {
      const detail = 'must be less than or equal to completions';
      errors.push(invalidValue(`${path}.maxFailedIndexes`, most, detail));
    }
  }
  if (mode !== 'NonIndexed') return;
  for (const name of ['backoffLimitPerIndex', 'maxFailedIndexes'] as const) {
    const value = spec[name];
    if (value !== undefined) errors.push(invalidValue(`${path}.${name}`, value, requiresIndexed));
  }
}

/** Source: validatePodFailurePolicy. */
function validateFailurePolicy(spec: JobSpec, path: string, errors: FieldError[]): void {
  const containers = new Set(
    [...(spec.template.spec?.containers ?? []), ...(spec.template.spec?.initContainers ?? [])].map(
      ({ name }) => name,
    ),
  );
  for (const [index, rule] of (spec.podFailurePolicy?.rules ?? []).entries()) {
    validateRule(rule, indexPath(`${path}.rules`, index), spec, containers, errors);
  }
}

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

function validateRule(
  rule: PodFailurePolicyRule,
  path: string,
  spec: JobSpec,
  containers: ReadonlySet<string>,
  errors: FieldError[],
): void {
  const { action, onExitCodes, onPodConditions = [] } = rule;
  const given: string = action ?? '';
  if (given === '') errors.push(required(`${path}.action`, `valid values: [${quoted(actions)}]`));
  else if (action === 'FailIndex' && spec.backoffLimitPerIndex === undefined) {
    const detail = 'requires the backoffLimitPerIndex to be set';
    errors.push(invalidValue(`${path}.action`, action, detail));
  } else if (!actions.includes(given)) {
    errors.push(notSupported(`${path}.action`, given, actions));
  }
  if (onExitCodes !== undefined) {
    validateExitCodes(onExitCodes, `${path}.onExitCodes`, containers, errors);
  }
  for (const [index, pattern] of onPodConditions.entries()) {
    const field = indexPath(`${path}.onPodConditions`, index);
    const type = pattern.type ?? '';
    errors.push(...formed(`${field}.type`, type, qualifiedNameErrors(type)));
    const status = pattern.status ?? '';
    if (status !== 'True' && status !== 'False' && status !== 'Unknown') {
      errors.push(notSupported(`${field}.status`, status, ['False', 'True', 'Unknown']));
    }
  }
  if (onExitCodes !== undefined && onPodConditions.length > 0) {
    const detail = 'specifying both OnExitCodes and OnPodConditions is not supported';
    errors.push(invalidValue(path, omittedValue, detail));
  }
  if (onExitCodes === undefined && onPodConditions.length === 0) {
    const detail = 'specifying one of OnExitCodes and OnPodConditions is required';
    errors.push(invalidValue(path, omittedValue, detail));
  }
}

const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(' ');

function validateExitCodes(
  { operator, values, containerName }: NonNullable<PodFailurePolicyRule['onExitCodes']>,
  path: string,
  containers: ReadonlySet<string>,
  errors: FieldError[],
): void {
  const given: string = operator ?? '';
  const operators = ['In', 'NotIn'];
  if (given === '') {
    errors.push(required(`${path}.operator`, `valid values: [${quoted(operators)}]`));
  } else if (!operators.includes(given)) {
    errors.push(notSupported(`${path}.operator`, given, operators));
  }
  if (containerName !== undefined && !containers.has(containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template';
    errors.push(invalidValue(`${path}.containerName`, containerName, detail));
  }
  const field = `${path}.values`;
  if ((values ?? []).length === 0) {
    errors.push(invalidValue(field, values ?? [], 'at least one value is required'));
  }
  for (const [n, value] of (values ?? []).entries()) {
    const at = indexPath(field, n);
    if (operator === 'In' && value === 0) {
      errors.push(invalidValue(at, 0, 'must not be 0 for the In operator'));
    }
    if (values.indexOf(value) < n) errors.push(duplicate(at, value));
  }
  const sorted = (values ?? []).every((value, n) => n === 0 || (values[n - 1] ?? 0) <= value);
  if (!sorted) errors.push(invalidValue(field, values, 'must be ordered'));
}

/** Source: validateSuccessPolicy. */
function validateSuccessPolicy(spec: JobSpec, path: string, errors: FieldError[]): void {
  if (spec.completionMode !== 'Indexed') {
    const { rules = [] } = spec.successPolicy ?? {};
    const shown = rules.map(({ succeededIndexes = null, succeededCount = null }) => ({
      SucceededIndexes: succeededIndexes,
      SucceededCount: succeededCount,
    }));
    errors.push(invalidValue(path, { Rules: shown }, requiresIndexed));
    return;
  }
  const rules: readonly SuccessPolicyRule[] = spec.successPolicy?.rules ?? [];
  if (rules.length === 0) {
    const detail = 'at least one rules must be specified when the successPolicy is specified';
    errors.push(required(`${path}.rules`, detail));
  }
  for (const [index, rule] of rules.entries()) {
    const field = indexPath(`${path}.rules`, index);
    const { succeededCount, succeededIndexes } = rule;
    if (succeededCount === undefined && succeededIndexes === undefined) {
      const detail = 'at least one of succeededCount or succeededIndexes must be specified';
      errors.push(required(field, detail));
    }
    const { completions = 0 } = spec;
    const indexes =
      succeededIndexes === undefined ? 0 : countIndexes(succeededIndexes, completions);
    if (typeof indexes === 'string') {
      const detail = `error parsing succeededIndexes: ${indexes}`;
      errors.push(invalidValue(`${field}.succeededIndexes`, succeededIndexes, detail));
    }
    errors.push(...nonNegative(`${field}.succeededCount`, succeededCount));
    if (succeededCount !== undefined && succeededCount > completions) {
      const detail = `must be less than or equal to ${completions} (the number of specified completions)`;
      errors.push(invalidValue(`${field}.succeededCount`, succeededCount, detail));
    }
  }
}

/** How many indexes a text names, or why it cannot be parsed. Source: validateIndexesFormat. */
function countIndexes(text: string, completions: number): number | string {
  let last = -1;
  let total = 0;
  for (const interval of text === '' ? [] : text.split(',')) {
    const ends = interval.split('-');
    if (ends.length > 2) {
      return `the fragment ${quotedText(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`;
    }
    const wrong = ends.find((end) => !/^\d+$/.test(end));
    if (wrong !== undefined) {
      return `cannot convert string to integer for index: ${quotedText(wrong)}`;
    }
    const large = ends.find((end) => Number(end) >= completions);
    if (large !== undefined) return `too large index: ${quotedText(large)}`;
    const [from = 0, to = from] = ends.map(Number);
    if (from > to) {
      return `non-increasing order, previous: ${from}, current: ${to}`;
    }
    if (last >= from) return `non-increasing order, previous: ${last}, current: ${from}`;
    total += to - from + 1;
    last = to;
  }
  return total;
}

const quotedText = (text: string): string => `"${text}"`;

/** Source: IsDomainPrefixedPath. */
function managerErrors(managedBy: string | undefined, path: string): readonly FieldError[] {
  if (managedBy === undefined) return [];
  if (managedBy === '') return [required(path)];
  const slash = managedBy.indexOf('/');
  if (slash > 0 && slash < managedBy.length - 1) {
    const host = managedBy.slice(0, slash);
    return formed(path, host, dns1123SubdomainErrors(host));
  }
  const detail = 'must be a domain-prefixed path (such as "acme.io/foo")';
  return [invalidValue(path, managedBy, detail)];
}

function validateReplacement(spec: JobSpec, path: string, errors: FieldError[]): void {
  const policy: string | undefined = spec.podReplacementPolicy;
  if (policy === undefined) return;
  const field = `${path}.podReplacementPolicy`;
  const supported =
    spec.podFailurePolicy === undefined ? ['Failed', 'TerminatingOrFailed'] : ['Failed'];
  if (!supported.includes(policy)) errors.push(notSupported(field, policy, supported));
}

function validateRestartPolicy(spec: JobSpec, field: string, errors: FieldError[]): void {
  const policy: string = spec.template.spec?.restartPolicy ?? '';
  if (policy === 'Always') {
    errors.push(required(field, 'valid values: "OnFailure", "Never"'));
  } else if (policy !== 'OnFailure' && policy !== 'Never') {
    errors.push(notAmong(field, policy, ['OnFailure', 'Never']));
  } else if (spec.podFailurePolicy !== undefined && policy !== 'Never') {
    const detail = 'only "Never" is supported when podFailurePolicy is specified';
    errors.push(invalidValue(field, policy, detail));
  }
}

/** Source: ValidateJobSpecUpdate. */
export function validateJobUpdate(job: Job, old: Job): readonly FieldError[] {
  const { spec } = job;
  const errors: FieldError[] = [...validateJob(job)];
  errors.push(...validateCompletions(spec, old.spec));
  errors.push(...immutableField('spec', 'selector', spec.selector, old.spec.selector));
  if (!deepEqual(schedulable(job, old), old.spec.template)) {
    const at = old.spec.suspend === true ? 'template.spec' : 'template';
    const shown = old.spec.suspend === true ? spec.template.spec : spec.template;
    errors.push(invalidValue(`spec.${at}`, shown, 'field is immutable'));
  }
  const fixed = [
    'completionMode',
    'podFailurePolicy',
    'backoffLimitPerIndex',
    'managedBy',
    'successPolicy',
  ] as const;
  for (const name of fixed) {
    errors.push(...immutableField('spec', name, spec[name], old.spec[name]));
  }
  return errors;
}

function validateCompletions(spec: JobSpec, old: JobSpec): readonly FieldError[] {
  const { completions, parallelism } = spec;
  if (spec.completionMode !== 'Indexed' || completions === undefined) {
    return immutableField('spec', 'completions', completions, old.completions);
  }
  const isTandem = completions === parallelism && old.completions === old.parallelism;
  if (completions === old.completions || isTandem) return [];
  const detail = 'can only be modified in tandem with spec.parallelism';
  return [invalidValue('spec.completions', completions, detail)];
}

/**
 * The template with its mutable fields reset: scheduling and resources, while the Job is suspended
 * without pods. Source: validatePodTemplateUpdate.
 */
function schedulable({ spec }: Job, old: Job): JobSpec['template'] {
  const { template } = spec;
  if (!standsStill(old) || template.spec === undefined) return template;
  const before = old.spec.template;
  const { nodeSelector, affinity, tolerations, schedulingGates } = before.spec ?? {};
  return {
    ...template,
    metadata: {
      ...template.metadata,
      ...(before.metadata?.labels && { labels: before.metadata.labels }),
      ...(before.metadata?.annotations && { annotations: before.metadata.annotations }),
    },
    spec: {
      ...template.spec,
      containers: withResources(template.spec.containers, before.spec?.containers),
      ...(template.spec.initContainers && {
        initContainers: withResources(template.spec.initContainers, before.spec?.initContainers),
      }),
      ...defined({ nodeSelector, affinity, tolerations, schedulingGates }),
    },
  };
}

/** Whether the Job is suspended and has no pods. Source: shouldAllowMutablePodTemplate. */
function standsStill({ spec, status = {} }: Job): boolean {
  if (spec.suspend !== true) return false;
  const { startTime, conditions = [], active = 0 } = status;
  const marked = conditions.some(({ type, status: is }) => type === 'Suspended' && is === 'True');
  return startTime === undefined || (marked && active === 0);
}

/** Source: validatePodResourceUpdatesOnly. */
function withResources(
  containers: readonly Container[],
  before: readonly Container[] | undefined,
): readonly Container[] {
  if (before?.length !== containers.length) return containers;
  return containers.map((container, index) => {
    const { name, resources } = before[index] ?? container;
    if (name !== container.name) return container;
    const { resources: _, ...rest } = container;
    return resources === undefined ? rest : { ...rest, resources };
  });
}
