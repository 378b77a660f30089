/** Source: kubernetes pkg/registry/apps/statefulset/strategy.go. */
import type { StatefulSet } from '#k8s.io/api/apps/v1';
import { forbiddenField } from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { nonNegative, preparedNew, preparedUpdate, statusStrategy } from '../common-strategies.ts';
import { defineStrategy } from '../strategy.ts';
import { validateSelector, validateWorkloadTemplate } from './template-validation.ts';

const mutable = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
  'revisionHistoryLimit',
] as const;

/** The spec without what may change. */
function fixedPart(spec: StatefulSet['spec']): unknown {
  const rest: Record<string, unknown> = { ...spec };
  for (const key of mutable) delete rest[key];
  return rest;
}

const immutableText =
  "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', " +
  "'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and " +
  "'minReadySeconds' are forbidden";

export const statefulSetStrategy = defineStrategy<StatefulSet>({
  prepareForCreate: (object) => preparedNew(object, { replicas: 0, availableReplicas: 0 }),
  validate: ({ spec }) => [
    ...nonNegative('spec.replicas', spec.replicas),
    ...validateSelector(spec.selector, 'statefulset'),
    ...validateWorkloadTemplate(spec.selector, spec.template, 'StatefulSet'),
  ],
  prepareForUpdate: (object, old) => preparedUpdate(object, old),
  validateUpdate: ({ spec }, old) =>
    deepEqual(fixedPart(spec), fixedPart(old.spec)) ? [] : [forbiddenField('spec', immutableText)],
  status: statusStrategy<StatefulSet>(),
});
