/** Source: kubernetes pkg/registry/apps/deployment/strategy.go, pkg/apis/apps/validation. */
import { defined } from '#base/defined';
import type { Deployment, DeploymentStrategy } from '#k8s.io/api/apps/v1';
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import {
  immutableField,
  nonNegative,
  preparedNew,
  preparedUpdate,
  specChanged,
  withSpec,
} from '../common-strategies.ts';
import { workloadNameWarnings } from '../core/pod/pod-warnings.ts';
import { defineStrategy, type UpdateStrategy } from '../strategy.ts';
import { isNone, notMoreThanAll, validateAmount } from './int-or-percent.ts';
import { validateSelector, validateWorkloadTemplate } from './template-validation.ts';
import { templateWarnings, templateWarningsOnUpdate } from './template-warnings.ts';

/** Source: ValidateDeploymentSpec. */
function validateSpec({ spec }: Deployment): readonly FieldError[] {
  const errors: FieldError[] = [
    ...nonNegative('spec.replicas', spec.replicas),
    ...validateSelector(spec.selector, 'deployment'),
    ...validateWorkloadTemplate(spec.selector, spec.template, 'ReplicaSet'),
    ...validateRollout(spec.strategy ?? {}),
    ...nonNegative('spec.minReadySeconds', spec.minReadySeconds),
    ...nonNegative('spec.revisionHistoryLimit', spec.revisionHistoryLimit),
  ];
  const deadline = spec.progressDeadlineSeconds;
  if (deadline !== undefined) {
    errors.push(...nonNegative('spec.progressDeadlineSeconds', deadline));
    if (deadline <= (spec.minReadySeconds ?? 0)) {
      const detail = 'must be greater than minReadySeconds';
      errors.push(invalidValue('spec.progressDeadlineSeconds', deadline, detail));
    }
  }
  return errors;
}

/** Source: ValidateDeploymentStrategy. */
function validateRollout({ type, rollingUpdate }: DeploymentStrategy): readonly FieldError[] {
  const path = 'spec.strategy';
  if (type === 'Recreate') {
    const detail = "may not be specified when strategy `type` is 'Recreate'";
    return rollingUpdate === undefined ? [] : [forbiddenField(`${path}.rollingUpdate`, detail)];
  }
  if (type !== 'RollingUpdate') {
    const shown = { Type: type ?? '', RollingUpdate: null };
    return [notSupported(path, shown, ['Recreate', 'RollingUpdate'])];
  }
  if (rollingUpdate === undefined) {
    return [required(`${path}.rollingUpdate`, 'this should be defaulted and never be nil')];
  }
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  const errors = [
    ...validateAmount(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable),
    ...validateAmount(`${path}.rollingUpdate.maxSurge`, maxSurge),
  ];
  if (isNone(maxUnavailable) && isNone(maxSurge)) {
    const detail = 'may not be 0 when `maxSurge` is 0';
    errors.push(invalidValue(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable, detail));
  }
  errors.push(...notMoreThanAll(`${path}.rollingUpdate.maxUnavailable`, maxUnavailable));
  return errors;
}

const annotationsChanged = (object: Deployment, old: Deployment): boolean =>
  !deepEqual(object.metadata.annotations ?? {}, old.metadata.annotations ?? {});

/** The controller's own annotation is written with the status and increments no generation. */
const status: UpdateStrategy<Deployment> = {
  prepareForUpdate(object, old) {
    const { labels: _, ...metadata } = object.metadata;
    const { labels } = old.metadata;
    return {
      ...withSpec(object, old.spec),
      metadata: { ...metadata, ...defined({ labels }) },
    };
  },
  validateUpdate: () => [],
};

export const deploymentStrategy = defineStrategy<Deployment>({
  prepareForCreate: (object) => preparedNew(object, {}),
  validate: validateSpec,
  warningsOnCreate: ({ metadata, spec }) => [
    ...workloadNameWarnings(metadata.name),
    ...templateWarnings(spec.template),
  ],
  warningsOnUpdate: templateWarningsOnUpdate,
  prepareForUpdate: (object, old) =>
    preparedUpdate(object, old, (a, b) => specChanged(a, b) || annotationsChanged(a, b)),
  validateUpdate: (object, old) =>
    object.spec === old.spec
      ? []
      : [
          ...validateSpec(object),
          ...immutableField('spec', 'selector', object.spec.selector, old.spec.selector),
        ],
  status,
});
