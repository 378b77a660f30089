/** Source: kubernetes pkg/registry/apps/statefulset/strategy.go. */
import type { StatefulSet, StatefulSetUpdateStrategy } from '#k8s.io/api/apps/v1';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import {
  type FieldError,
  fieldErrorMessage,
  forbiddenField,
  invalidValue,
  notAmong,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { dns1123LabelErrors } from '#k8s.io/apimachinery/validation';
import { nonNegative, preparedNew, preparedUpdate, statusStrategy } from '../common-strategies.ts';
import { validateClaimSpec } from '../core/persistent-volume.ts';
import { validatePodTemplate } from '../core/pod/pod-spec-validation.ts';
import { claimSpecWarnings } from '../core/resource-warnings.ts';
import { formed } from '../generic/checks.ts';
import { isEmptySelector } from '../generic/label-selector-validation.ts';
import { validateAnnotations, validateLabels } from '../object-meta-validation.ts';
import { defineStrategy } from '../strategy.ts';
import { labelErrors, validateSelector } from './template-validation.ts';
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

/** The spec without the fields that may change. */
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
function validateSpec({ spec }: StatefulSet, before?: StatefulSet['spec']): readonly FieldError[] {
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
    ...(before === undefined ? claimTemplateErrors(spec) : []),
    ...nonNegative('spec.replicas', spec.replicas),
    ...nonNegative('spec.minReadySeconds', spec.minReadySeconds),
    ...nonNegative('spec.ordinals.start', spec.ordinals?.start),
    ...serviceNameErrors(spec, before),
    ...validateSelector(spec.selector, 'statefulset'),
    ...validateTemplate(spec, before),
  );
  return errors;
}

/** An update may keep a name that an earlier version admitted. */
const serviceNameErrors = (
  { serviceName = '' }: StatefulSet['spec'],
  before: StatefulSet['spec'] | undefined,
): readonly FieldError[] =>
  before !== undefined || serviceName === ''
    ? []
    : formed('spec.serviceName', serviceName, dns1123LabelErrors(serviceName));

const claimTemplateErrors = ({ volumeClaimTemplates = [] }: StatefulSet['spec']) =>
  volumeClaimTemplates.flatMap(({ spec }, index) =>
    validateClaimSpec(spec, `spec.volumeClaimTemplates[${index}].spec`),
  );

/**
 * Checks the template in the form of its pods: with the volumes of the claims, and names that the
 * controller gives. A template that was invalid before is not checked again. Source:
 * ValidateStatefulSetSpec.
 */
function validateTemplate(
  spec: StatefulSet['spec'],
  before: StatefulSet['spec'] | undefined,
): readonly FieldError[] {
  const { selector, template } = spec;
  const path = 'spec.template';
  const { labels = {}, annotations = {} } = template.metadata ?? {};
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  const errors: FieldError[] = [];
  const given = selector ?? undefined;
  if (given === undefined || !isEmptySelector(given)) errors.push(...labelErrors(given, template));
  const wasBad = before !== undefined && validatePodTemplate(asMade(before), path).length > 0;
  if (!wasBad) errors.push(...validatePodTemplate(asMade(spec), path));
  errors.push(...validateLabels(labels, `${path}.labels`));
  errors.push(...validateAnnotations(annotations, `${path}.annotations`));
  if (restartPolicy !== undefined && restartPolicy !== 'Always') {
    errors.push(notSupported(`${path}.spec.restartPolicy`, restartPolicy, ['Always']));
  }
  if (activeDeadlineSeconds !== undefined) {
    const detail = 'activeDeadlineSeconds in StatefulSet is not Supported';
    errors.push(forbiddenField(`${path}.spec.activeDeadlineSeconds`, detail));
  }
  // Upstream checks the labels twice; equal errors appear once.
  const seen = new Set<string>();
  return errors.filter((error) => {
    const text = fieldErrorMessage(error);
    const again = seen.has(text);
    seen.add(text);
    return !again;
  });
}

function asMade({ template, volumeClaimTemplates = [] }: StatefulSet['spec']): PodTemplateSpec {
  const spec = template.spec ?? { containers: [] };
  const { subdomain: _, hostname: __, volumes = [], ...rest } = spec;
  if (volumeClaimTemplates.length === 0) return { ...template, spec: { ...rest, volumes } };
  const names = volumeClaimTemplates.map(({ metadata }) => metadata?.name ?? '');
  const claimed = names.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const others = volumes.filter(({ name }) => !names.includes(name));
  return { ...template, spec: { ...rest, volumes: [...claimed, ...others] } };
}

/** The members in upstream's internal struct. */
const internal = ({
  partition = 0,
  maxUnavailable,
}: NonNullable<StatefulSetUpdateStrategy['rollingUpdate']>) => ({
  Partition: partition,
  MaxUnavailable: maxUnavailable ?? null,
});

function validateUpdateStrategy(strategy: StatefulSetUpdateStrategy): readonly FieldError[] {
  const path = 'spec.updateStrategy';
  const { rollingUpdate } = strategy;
  const type: string = strategy.type ?? '';
  if (type === '') return [required(path)];
  if (type === 'OnDelete') {
    const detail = "only allowed for updateStrategy 'RollingUpdate'";
    return rollingUpdate === undefined
      ? []
      : [invalidValue(`${path}.rollingUpdate`, internal(rollingUpdate), detail)];
  }
  if (type !== 'RollingUpdate') {
    const shown = { Type: type, RollingUpdate: rollingUpdate ? internal(rollingUpdate) : null };
    return [invalidValue(path, shown, "must be 'RollingUpdate' or 'OnDelete'")];
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
      : [notAmong(`${path}.${when}`, value, ['Retain', 'Delete'])];
  });
}

const historyWarnings = ({ spec }: StatefulSet): readonly string[] =>
  (spec.revisionHistoryLimit ?? 0) < 0
    ? [
        'spec.revisionHistoryLimit: a negative value retains all historical revisions; ' +
          'a value >= 0 is recommended',
      ]
    : [];

/** `below`: the part that the path has in an update but not in a create. */
const claimTemplateWarnings = ({ spec }: StatefulSet, below: string): readonly string[] =>
  (spec.volumeClaimTemplates ?? []).flatMap((claim, index) =>
    claimSpecWarnings(claim.spec, `spec.volumeClaimTemplates[${index}]${below}`),
  );

export const statefulSetStrategy = defineStrategy<StatefulSet>({
  nameErrors: dns1123LabelErrors,
  prepareForCreate: (object) =>
    preparedNew(withoutDisabled(object), { replicas: 0, availableReplicas: 0 }),
  validate: (set) => validateSpec(set),
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
    return [
      ...validateSpec(object, old.spec),
      ...(isSame ? [] : [forbiddenField('spec', immutableText)]),
    ];
  },
  status: statusStrategy<StatefulSet>(),
});

/**
 * Drops fields that only disabled feature gates would read. Source: dropStatefulSetDisabledFields.
 */
function withoutDisabled(set: StatefulSet): StatefulSet {
  const { rollingUpdate } = set.spec.updateStrategy ?? {};
  if (rollingUpdate?.maxUnavailable === undefined) return set;
  const { maxUnavailable: _, ...kept } = rollingUpdate;
  const updateStrategy = { ...set.spec.updateStrategy, rollingUpdate: kept };
  return { ...set, spec: { ...set.spec, updateStrategy } };
}
