/** Source: kubernetes pkg/registry/apps/statefulset/strategy.go. */
import type { StatefulSet, StatefulSetUpdateStrategy } from '#k8s.io/api/apps/v1';
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
  sortedMap,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { matchLabelSelector } from '#k8s.io/apimachinery/labels';
import { dns1123LabelErrors } from '#k8s.io/apimachinery/validation';
import { nonNegative, preparedNew, preparedUpdate, statusStrategy } from '../common-strategies.ts';
import { claimSpecWarnings } from '../core/resource-warnings.ts';
import { isEmptySelector } from '../generic/label-selector-validation.ts';
import { validateAnnotations, validateLabels } from '../object-meta-validation.ts';
import { defineStrategy } from '../strategy.ts';
import { validateSelector } from './template-validation.ts';
import { templateWarningsOnCreate, templateWarningsOnUpdate } from './template-warnings.ts';

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

/** Source: ValidateStatefulSetSpec. */
function validateSpec({ spec }: StatefulSet): readonly FieldError[] {
  const errors: FieldError[] = [];
  const policy: string = spec.podManagementPolicy ?? '';
  const policyField = 'spec.podManagementPolicy';
  if (policy === '') errors.push(required(policyField));
  else if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    errors.push(invalidValue(policyField, policy, "must be 'OrderedReady' or 'Parallel'"));
  }
  errors.push(
    ...validateUpdateStrategy(spec.updateStrategy ?? {}),
    ...validateRetention(spec.persistentVolumeClaimRetentionPolicy ?? {}),
    ...nonNegative('spec.replicas', spec.replicas),
    ...nonNegative('spec.minReadySeconds', spec.minReadySeconds),
    ...nonNegative('spec.ordinals.start', spec.ordinals?.start),
    ...validateSelector(spec.selector, 'statefulset'),
    ...validateTemplate(spec),
  );
  return errors;
}

/**
 * The pod's spec is not looked at: its volumes are partly in the claim templates. What is wrong
 * with it shows when the first pod is made. Source: ValidatePodTemplateSpecForStatefulSet.
 */
function validateTemplate({ selector, template }: StatefulSet['spec']): readonly FieldError[] {
  const path = 'spec.template';
  const { labels = {}, annotations = {} } = template.metadata ?? {};
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  const errors: FieldError[] = [];
  if (!isEmptySelector(selector ?? {}) && !matchLabelSelector(selector, labels)) {
    const detail = '`selector` does not match template `labels`';
    errors.push(invalidValue(`${path}.metadata.labels`, sortedMap(labels), detail));
  }
  errors.push(...validateLabels(labels, `${path}.labels`));
  errors.push(...validateAnnotations(annotations, `${path}.annotations`));
  if (restartPolicy !== undefined && restartPolicy !== 'Always') {
    errors.push(notSupported(`${path}.spec.restartPolicy`, restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = 'activeDeadlineSeconds in StatefulSet is not Supported';
    errors.push(forbiddenField(`${path}.spec.activeDeadlineSeconds`, detail));
  }
  return errors;
}

function validateUpdateStrategy(strategy: StatefulSetUpdateStrategy): readonly FieldError[] {
  const path = 'spec.updateStrategy';
  const { rollingUpdate } = strategy;
  const type: string = strategy.type ?? '';
  if (type === '') return [required(path)];
  if (type === 'OnDelete') {
    const detail = "only allowed for updateStrategy 'RollingUpdate'";
    return rollingUpdate === undefined
      ? []
      : [invalidValue(`${path}.rollingUpdate`, rollingUpdate, detail)];
  }
  if (type !== 'RollingUpdate') {
    return [invalidValue(path, strategy, "must be 'RollingUpdate' or 'OnDelete'")];
  }
  return nonNegative(`${path}.rollingUpdate.partition`, rollingUpdate?.partition);
}

type Retention = NonNullable<StatefulSet['spec']['persistentVolumeClaimRetentionPolicy']>;

function validateRetention(policy: Retention): readonly FieldError[] {
  const path = 'spec.persistentVolumeClaimRetentionPolicy';
  return (['whenDeleted', 'whenScaled'] as const).flatMap((when) => {
    const value = policy[when] ?? '';
    return value === 'Retain' || value === 'Delete'
      ? []
      : [notSupported(`${path}.${when}`, value, ['Retain', 'Delete'])];
  });
}

const historyWarnings = ({ spec }: StatefulSet): readonly string[] =>
  (spec.revisionHistoryLimit ?? 0) < 0
    ? [
        'spec.revisionHistoryLimit: a negative value retains all historical revisions; ' +
          'a value >= 0 is recommended',
      ]
    : [];

/** `below` is what the path of an update has more than that of a creation. */
const claimTemplateWarnings = ({ spec }: StatefulSet, below: string): readonly string[] =>
  (spec.volumeClaimTemplates ?? []).flatMap((claim, index) =>
    claimSpecWarnings(claim.spec, `spec.volumeClaimTemplates[${index}]${below}`),
  );

export const statefulSetStrategy = defineStrategy<StatefulSet>({
  nameErrors: dns1123LabelErrors,
  prepareForCreate: (object) =>
    preparedNew(withoutDisabled(object), { replicas: 0, availableReplicas: 0 }),
  validate: validateSpec,
  warningsOnCreate: (set) => [
    ...templateWarningsOnCreate(set),
    ...claimTemplateWarnings(set, ''),
    ...historyWarnings(set),
  ],
  warningsOnUpdate: (set, old) => [
    ...templateWarningsOnUpdate(set, old),
    ...claimTemplateWarnings(set, '.Spec'),
    ...historyWarnings(set),
  ],
  prepareForUpdate: (object, old) => preparedUpdate(withoutDisabled(object), old),
  validateUpdate: (object, old) => {
    if (object.spec === old.spec) return [];
    const isSame = deepEqual(fixedPart(object.spec), fixedPart(old.spec));
    return [...validateSpec(object), ...(isSame ? [] : [forbiddenField('spec', immutableText)])];
  },
  status: statusStrategy<StatefulSet>(),
});

/** Drops what only gates that are off would read. Source: dropStatefulSetDisabledFields. */
function withoutDisabled(set: StatefulSet): StatefulSet {
  const { rollingUpdate } = set.spec.updateStrategy ?? {};
  if (rollingUpdate?.maxUnavailable === undefined) return set;
  const { maxUnavailable: _, ...kept } = rollingUpdate;
  const updateStrategy = { ...set.spec.updateStrategy, rollingUpdate: kept };
  return { ...set, spec: { ...set.spec, updateStrategy } };
}
