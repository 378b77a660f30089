/** Source: kubernetes pkg/registry/apps/daemonset/strategy.go. */
import type { DaemonSet, DaemonSetUpdateStrategy } from '#k8s.io/api/apps/v1';
import {
  type FieldError,
  invalidValue,
  notAmong,
  required,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import {
  immutableField,
  nonNegative,
  preparedNew,
  preparedUpdate,
  statusStrategy,
} from '../common-strategies.ts';
import { defineStrategy } from '../strategy.ts';
import { isNone, notMoreThanAll, validateAmount } from './int-or-percent.ts';
import { validateSelector, validateWorkloadTemplate } from './template-validation.ts';
import { templateWarningsOnCreate, templateWarningsOnUpdate } from './template-warnings.ts';

const templateGeneration = 'deprecated.daemonset.template.generation';

/** The older template generation is kept in an annotation. */
const withTemplateGeneration = (object: DaemonSet, generation: number): DaemonSet => ({
  ...object,
  metadata: {
    ...object.metadata,
    annotations: { ...object.metadata.annotations, [templateGeneration]: String(generation) },
  },
});

/** Source: ValidateDaemonSetSpec. */
function validateSpec({ spec }: DaemonSet): readonly FieldError[] {
  return [
    // An absent selector is only reported as one that does not match the template.
    ...((spec.selector ?? undefined) === undefined
      ? []
      : validateSelector(spec.selector, 'daemonset')),
    ...validateWorkloadTemplate(spec.selector, spec.template, 'DaemonSet'),
    ...nonNegative('spec.minReadySeconds', spec.minReadySeconds),
    ...validateUpdateStrategy(spec.updateStrategy ?? {}),
    ...nonNegative('spec.revisionHistoryLimit', spec.revisionHistoryLimit),
  ];
}

/** Source: ValidateDaemonSetUpdateStrategy and ValidateRollingUpdateDaemonSet. */
function validateUpdateStrategy(strategy: DaemonSetUpdateStrategy): readonly FieldError[] {
  const path = 'spec.updateStrategy';
  const { type, rollingUpdate } = strategy;
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    const shown = { Type: type ?? '', RollingUpdate: null };
    return [notAmong(path, shown, ['RollingUpdate', 'OnDelete'])];
  }
  const field = `${path}.rollingUpdate`;
  if (rollingUpdate === undefined) return [required(field)];
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  const errors = [
    ...validateAmount(`${field}.maxUnavailable`, maxUnavailable),
    ...validateAmount(`${field}.maxSurge`, maxSurge),
    ...notMoreThanAll(`${field}.maxUnavailable`, maxUnavailable),
    ...notMoreThanAll(`${field}.maxSurge`, maxSurge),
  ];
  if (isNone(maxUnavailable) && isNone(maxSurge)) {
    errors.push(required(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0'));
  } else if (!isNone(maxUnavailable) && !isNone(maxSurge)) {
    const detail = 'may not be set when maxUnavailable is non-zero';
    errors.push(invalidValue(`${field}.maxSurge`, maxSurge, detail));
  }
  return errors;
}

export const daemonSetStrategy = defineStrategy<DaemonSet>({
  prepareForCreate: (object) =>
    withTemplateGeneration(
      preparedNew(object, {
        currentNumberScheduled: 0,
        numberMisscheduled: 0,
        desiredNumberScheduled: 0,
        numberReady: 0,
      }),
      1,
    ),
  validate: validateSpec,
  warningsOnCreate: templateWarningsOnCreate,
  warningsOnUpdate: templateWarningsOnUpdate,
  prepareForUpdate: (object, old) => {
    const next = preparedUpdate(object, old);
    const generation = Number(old.metadata.annotations?.[templateGeneration] ?? 1);
    const changed = !deepEqual(object.spec.template, old.spec.template);
    return withTemplateGeneration(next, changed ? generation + 1 : generation);
  },
  validateUpdate: (object, old) =>
    object.spec === old.spec
      ? []
      : [
          ...immutableField('spec', 'selector', object.spec.selector, old.spec.selector),
          ...validateSpec(object),
        ],
  status: statusStrategy<DaemonSet>(),
});
