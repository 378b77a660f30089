/**
 * Updates of a pod that change only its ephemeral containers. Source:
 * podEphemeralContainersStrategy.
 */

import type { EphemeralContainer, Pod, PodSpec } from '#k8s.io/api/core/v1';
import {
  childPath,
  type FieldError,
  forbiddenField,
  indexPath,
  valueNotFound,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { isMirrorPod } from '#k8s.io/component-helpers/core/mirror-pod';
import { internalDiff } from '../../generic/internal-diff.ts';
import type { UpdateStrategy } from '../../strategy.ts';
import { validateContainers } from './container-validation.ts';
import { withOldSpec } from './old-spec.ts';

export const ephemeralContainersStrategy: UpdateStrategy<Pod> = {
  prepareForUpdate: (pod, old) =>
    withOldSpec(pod, old, { ephemeralContainers: pod.spec.ephemeralContainers ?? [] }),
  validateUpdate(pod, old) {
    if (isMirrorPod(old)) {
      return [forbiddenField('', 'static pods do not support ephemeral containers')];
    }
    return [...validateEphemeral(pod.spec), ...changedEphemeral(pod.spec, old.spec)];
  },
};

const ephemeralPath = 'spec.ephemeralContainers';

/** Source: validateEphemeralContainers. */
function validateEphemeral(spec: PodSpec): readonly FieldError[] {
  const containers = spec.ephemeralContainers ?? [];
  if (containers.length === 0) return [];
  const targets = new Set(
    [...spec.containers, ...(spec.initContainers ?? [])].map(({ name }) => name),
  );
  const volumes = new Set((spec.volumes ?? []).map(({ name }) => name));
  const own = containers.flatMap((container, index) =>
    ownErrors(container, targets, indexPath(ephemeralPath, index)),
  );
  return [...validateContainers(containers, { volumes }, ephemeralPath, targets), ...own];
}

/**
 * Fields for containers that are part of what the pod serves. Source:
 * allowedEphemeralContainerFields.
 */
const notAllowed = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  ...(['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'] as const),
] as const;

function ownErrors(
  container: EphemeralContainer,
  targets: ReadonlySet<string>,
  path: string,
): readonly FieldError[] {
  const { targetContainerName: target = '', volumeMounts = [] } = container;
  const detail = 'cannot be set for an Ephemeral Container';
  const set = notAllowed.filter((name) => Object.keys(container[name] ?? {}).length > 0);
  return [
    ...(target === '' || targets.has(target)
      ? []
      : [valueNotFound(childPath(path, 'targetContainerName'), target)]),
    ...set.map((name) => forbiddenField(childPath(path, name), detail)),
    ...volumeMounts.flatMap((mount, index) =>
      (['subPath', 'subPathExpr'] as const).flatMap((name) =>
        (mount[name] ?? '') === ''
          ? []
          : [forbiddenField(childPath(`${path}.volumeMounts[${index}]`, name), detail)],
      ),
    ),
  ];
}

/** Existing ephemeral containers cannot change. Source: ValidatePodEphemeralContainersUpdate. */
function changedEphemeral(spec: PodSpec, old: PodSpec): readonly FieldError[] {
  const given = new Map(
    (spec.ephemeralContainers ?? []).map((container) => [container.name, container]),
  );
  const changed = (container: EphemeralContainer): readonly FieldError[] => {
    const now = given.get(container.name);
    if (deepEqual(now, container)) return [];
    const which = `existing ephemeral containers "${container.name}"`;
    const detail =
      now === undefined
        ? `${which} may not be removed\n`
        : `${which} may not be changed\n${internalDiff('core.EphemeralContainer', container, now)}`;
    return [forbiddenField(ephemeralPath, detail)];
  };
  return (old.ephemeralContainers ?? []).flatMap(changed);
}
