/**
 * Updates of a pod that reach one part of its spec. Source: podEphemeralContainersStrategy,
 * podResizeStrategy.
 */
import type { EphemeralContainer, Pod, PodSpec } from '#k8s.io/api/core/v1';
import {
  childPath,
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
  valueNotFound,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { preparedUpdate } from '../../common-strategies.ts';
import type { UpdateStrategy } from '../../strategy.ts';
import { validateContainers } from './container-validation.ts';
import { qosClassOf } from './qos-class.ts';

const mirrorAnnotation = 'kubernetes.io/config.mirror';

const isMirror = ({ metadata }: Pod): boolean =>
  metadata.annotations?.[mirrorAnnotation] !== undefined;

const withOldSpec = (pod: Pod, old: Pod, change: Partial<PodSpec>): Pod =>
  preparedUpdate({ ...pod, spec: { ...old.spec, ...change } }, old);

export const ephemeralContainersStrategy: UpdateStrategy<Pod> = {
  prepareForUpdate: (pod, old) =>
    withOldSpec(pod, old, { ephemeralContainers: pod.spec.ephemeralContainers ?? [] }),
  validateUpdate(pod, old) {
    if (isMirror(old)) {
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
  const missing = containers.flatMap(({ targetContainerName: target = '' }, index) =>
    target === '' || targets.has(target)
      ? []
      : [valueNotFound(childPath(indexPath(ephemeralPath, index), 'targetContainerName'), target)],
  );
  return [...validateContainers(containers, { volumes }, ephemeralPath, targets), ...missing];
}

/** What is there stays as it is. Source: ValidatePodEphemeralContainersUpdate. */
function changedEphemeral(spec: PodSpec, old: PodSpec): readonly FieldError[] {
  const given = new Map(
    (spec.ephemeralContainers ?? []).map((container) => [container.name, container]),
  );
  const changed = (container: EphemeralContainer): readonly FieldError[] => {
    const now = given.get(container.name);
    if (deepEqual(now, container)) return [];
    const what = now === undefined ? 'removed' : 'changed';
    const detail = `existing ephemeral containers "${container.name}" may not be ${what}\n`;
    return [forbiddenField(ephemeralPath, detail)];
  };
  return (old.ephemeralContainers ?? []).flatMap(changed);
}

export const resizeStrategy: UpdateStrategy<Pod> = {
  prepareForUpdate(pod, old) {
    const containers = old.spec.containers.map((container) => {
      const resources = pod.spec.containers.find(({ name }) => name === container.name)?.resources;
      return resources === undefined ? container : { ...container, resources };
    });
    return withOldSpec(pod, old, { containers });
  },
  validateUpdate: (pod, old) => validateResize(pod, old),
};

/** Source: ValidatePodResize. */
function validateResize(pod: Pod, old: Pod): readonly FieldError[] {
  if (isMirror(old)) return [forbiddenField('', 'static pods cannot be resized')];
  const volumes = new Set((pod.spec.volumes ?? []).map(({ name }) => name));
  const errors = [...validateContainers(pod.spec.containers, { volumes }, 'spec.containers')];
  if (qosClassOf(pod.spec) !== qosClassOf(old.spec)) {
    const detail = 'Pod QOS Class may not change as a result of resizing';
    errors.push(invalidValue('spec', old.status?.qosClass ?? '', detail));
  }
  for (const [index, { resources }] of old.spec.containers.entries()) {
    const now = pod.spec.containers[index]?.resources;
    for (const key of ['requests', 'limits'] as const) {
      const kept = now?.[key] ?? {};
      if (Object.keys(resources?.[key] ?? {}).every((name) => name in kept)) continue;
      const path = childPath(indexPath('spec.containers', index), 'resources', key);
      errors.push(forbiddenField(path, `resource ${key} cannot be removed`));
    }
  }
  return errors;
}
