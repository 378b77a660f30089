/** Source: kubernetes pkg/registry/apps/replicaset/strategy.go. */
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { FieldError } from '#k8s.io/apimachinery/field-error';
import {
  immutableField,
  nonNegative,
  preparedNew,
  preparedUpdate,
  statusStrategy,
} from '../common-strategies.ts';
import { workloadNameWarnings } from '../core/pod/pod-warnings.ts';
import { defineStrategy } from '../strategy.ts';
import { validateSelector, validateWorkloadTemplate } from './template-validation.ts';
import { templateWarnings, templateWarningsOnUpdate } from './template-warnings.ts';

const validateSpec = ({ spec }: ReplicaSet): readonly FieldError[] => [
  ...nonNegative('spec.replicas', spec.replicas),
  ...nonNegative('spec.minReadySeconds', spec.minReadySeconds),
  ...validateSelector(spec.selector, 'deployment'),
  ...validateWorkloadTemplate(spec.selector, spec.template, 'ReplicaSet'),
];

export const replicaSetStrategy = defineStrategy<ReplicaSet>({
  prepareForCreate: (object) => preparedNew(object, { replicas: 0 }),
  validate: validateSpec,
  warningsOnCreate: ({ metadata, spec }) => [
    ...workloadNameWarnings(metadata.name),
    ...templateWarnings(spec.template),
  ],
  warningsOnUpdate: templateWarningsOnUpdate,
  prepareForUpdate: (object, old) => preparedUpdate(object, old),
  validateUpdate: (object, old) =>
    object.spec === old.spec
      ? []
      : [
          ...validateSpec(object),
          ...immutableField('spec', 'selector', object.spec.selector, old.spec.selector),
        ],
  status: statusStrategy<ReplicaSet>(),
  fields: { 'status.replicas': (object) => String((object as ReplicaSet).status?.replicas ?? 0) },
});
