/**
 * The strategy of pods: create, update and delete. Source: kubernetes
 * pkg/registry/core/pod/strategy.go.
 */
import { defined } from '#base/defined';
import type { Pod, PodSpec, PodStatus, Toleration } from '#k8s.io/api/core/v1';
import {
  aggregateMessage,
  type FieldError,
  forbiddenField,
  invalidValue,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { DeleteOptions } from '#k8s.io/apimachinery/meta/v1';
import { isPodPhaseTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import { preparedNew, preparedUpdate, withSpec } from '../../common-strategies.ts';
import { internalDiff } from '../../generic/internal-diff.ts';
import { validateObjectMeta } from '../../object-meta-validation.ts';
import { defineStrategy, type UpdateStrategy } from '../../strategy.ts';
import { validateSchedulingUpdate, withOldScheduling } from './gated-update.ts';
import { withLabelKeys } from './label-keys.ts';
import { validatePodSpec } from './pod-spec-validation.ts';
import { podNameWarnings, podWarnings } from './pod-warnings.ts';
import { qosClassOf } from './qos-class.ts';

/** The status of a new pod. */
function initialStatus({ metadata, spec }: Pod): PodStatus {
  const gated = (spec.schedulingGates ?? []).length > 0;
  return {
    phase: 'Pending',
    ...(gated && {
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          lastProbeTime: null,
          lastTransitionTime: metadata.creationTimestamp,
          reason: 'SchedulingGated',
          message: 'Scheduling is blocked due to non-empty scheduling gates',
        },
      ],
    }),
    qosClass: qosClassOf(spec),
  };
}

const immutableText =
  'pod updates may not change fields other than `spec.containers[*].image`,' +
  '`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` ' +
  '(only additions to existing tolerations),`spec.terminationGracePeriodSeconds` ' +
  '(allow it to be set to 1 if it was previously negative)';

/** Errors of pods, but not of templates. Source: validateContainersOnlyForPod. */
const imageErrors = (spec: PodSpec): readonly FieldError[] =>
  (['containers', 'initContainers'] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap(({ image = '' }, index) =>
      image.trim() === image
        ? []
        : [
            invalidValue(
              `spec.${list}[${index}].image`,
              image,
              'must not have leading or trailing whitespace',
            ),
          ],
    ),
  );

/** Source: ValidatePodUpdate. */
function validateUpdate({ spec }: Pod, { spec: old }: Pod): readonly FieldError[] {
  if (spec === old) return [];
  const errors: FieldError[] = [...validatePodSpec(spec, 'spec'), ...imageErrors(spec)];
  for (const key of ['containers', 'initContainers'] as const) {
    if ((spec[key] ?? []).length !== (old[key] ?? []).length) {
      return [
        ...errors,
        forbiddenField(`spec.${key}`, 'pod updates may not add or remove containers'),
      ];
    }
  }
  const deadline = deadlineError(spec.activeDeadlineSeconds, old.activeDeadlineSeconds);
  if (deadline !== undefined) {
    errors.push(deadline);
    if (spec.activeDeadlineSeconds !== undefined) return errors;
  }
  const kept = (old.tolerations ?? []).every((toleration) => tolerates(spec, toleration));
  if (!kept) {
    errors.push(
      forbiddenField(
        'spec.tolerations',
        'existing toleration can not be modified except its tolerationSeconds',
      ),
    );
  }
  errors.push(...validateSchedulingUpdate(spec, old));
  const munged = withMutableParts(withOldScheduling(spec, old), old);
  if (!deepEqual(munged, old)) {
    const diff = internalDiff('core.PodSpec', old, munged);
    errors.push(forbiddenField('spec', `${immutableText}\n${diff}`));
  }
  return errors;
}

/** A deadline can be set once and then only be shortened. */
function deadlineError(now: number | undefined, before: number | undefined) {
  const path = 'spec.activeDeadlineSeconds';
  if (before === undefined) return undefined;
  if (now === undefined) {
    return invalidValue(path, 'null', 'must not update from a positive integer to nil value');
  }
  if (before >= now) return undefined;
  return invalidValue(path, now, 'must be less than or equal to previous value');
}

const tolerates = (spec: PodSpec, { tolerationSeconds: _, ...wanted }: Toleration): boolean =>
  (spec.tolerations ?? []).some(({ tolerationSeconds: __, ...has }) => deepEqual(has, wanted));

/** The new spec with its mutable fields reset, to find other changes. */
function withMutableParts(spec: PodSpec, old: PodSpec): PodSpec {
  const images = (key: 'containers' | 'initContainers') =>
    spec[key]?.map((container, index) => {
      const image = old[key]?.[index]?.image;
      const { image: _, ...rest } = container;
      return image === undefined ? rest : { ...rest, image };
    });
  const { activeDeadlineSeconds: _, tolerations: __, initContainers: ___, ...rest } = spec;
  const initContainers = images('initContainers');
  return {
    ...rest,
    containers: images('containers') ?? [],
    ...defined({
      initContainers,
      activeDeadlineSeconds: old.activeDeadlineSeconds,
      tolerations: old.tolerations,
    }),
    ...((old.terminationGracePeriodSeconds ?? 0) < 0 &&
      spec.terminationGracePeriodSeconds === 1 && {
        terminationGracePeriodSeconds: old.terminationGracePeriodSeconds as number,
      }),
  };
}

/** Source: podStatusStrategy. */
const status: UpdateStrategy<Pod> = {
  prepareForUpdate(pod, old) {
    const qosClass = old.status?.qosClass;
    const next = pod.status ?? {};
    const kept =
      qosClass === undefined || next.qosClass === qosClass ? next : { ...next, qosClass };
    const { ownerReferences: _, ...metadata } = pod.metadata;
    const owners = old.metadata.ownerReferences;
    return {
      ...withSpec(pod, old.spec),
      metadata: { ...metadata, ...defined({ ownerReferences: owners }) },
      status: kept,
    };
  },
  validateUpdate: () => [],
};

/** Source: CheckGracefulDelete. */
function gracePeriodSeconds({ spec, status: present }: Pod, options: DeleteOptions): number {
  if ((spec.nodeName ?? '') === '' || isPodPhaseTerminal(present?.phase)) return 0;
  const period = options.gracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 0;
  return period < 0 ? 1 : period;
}

const text = (value: unknown): string => (value === undefined ? '' : String(value));

export const podStrategy = defineStrategy<Pod>({
  prepareForCreate: (pod) => preparedNew(withLabelKeys(pod), initialStatus(pod)),
  validate: ({ spec }) => [
    ...validatePodSpec(spec, 'spec'),
    ...imageErrors(spec),
    ...((spec.ephemeralContainers ?? []).length > 0
      ? [forbiddenField('spec.ephemeralContainers', 'cannot be set on create')]
      : []),
    ...((spec.nodeName ?? '') !== '' && (spec.schedulingGates ?? []).length > 0
      ? [
          forbiddenField(
            'spec.nodeName',
            'cannot be set until all schedulingGates have been cleared',
          ),
        ]
      : []),
  ],
  // There are no warnings on updates: they are frequent and no person makes them.
  warningsOnCreate: ({ metadata, spec }) => [
    ...podNameWarnings(metadata.name, "the Pod's hostname"),
    ...podWarnings(spec, metadata),
  ],
  prepareForUpdate: (pod, old) => preparedUpdate(pod, old),
  validateUpdate,
  status,
  gracePeriodSeconds,
  returnDeletedObject: true,
  triggerField: 'spec.nodeName',
  fields: {
    'spec.nodeName': (pod) => text((pod as Pod).spec.nodeName),
    'spec.restartPolicy': (pod) => text((pod as Pod).spec.restartPolicy),
    'spec.schedulerName': (pod) => text((pod as Pod).spec.schedulerName),
    'spec.serviceAccountName': (pod) => text((pod as Pod).spec.serviceAccountName),
    'spec.hostNetwork': (pod) => String((pod as Pod).spec.hostNetwork ?? false),
    'status.phase': (pod) => text((pod as Pod).status?.phase),
    'status.podIP': (pod) => text((pod as Pod).status?.podIP),
    'status.nominatedNodeName': (pod) => text((pod as Pod).status?.nominatedNodeName),
  },
});

/**
 * The errors of a new pod that does not come through the API: the kubelet checks its manifests with
 * the same rules. Source: ValidatePodCreate.
 */
export function newPodProblem(pod: Pod): string | undefined {
  const errors = [
    ...validateObjectMeta(pod.metadata, true, podStrategy),
    ...podStrategy.validate(pod),
  ];
  return errors.length === 0 ? undefined : aggregateMessage(errors);
}
