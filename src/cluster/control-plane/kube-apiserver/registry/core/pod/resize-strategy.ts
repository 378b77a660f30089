/**
 * Updates of a pod that change only its resources. Source: podResizeStrategy, ValidatePodResize.
 */

import { defined } from '#base/defined';
import type { Container, Pod, PodSpec, ResourceRequirements } from '#k8s.io/api/core/v1';
import {
  childPath,
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
} from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { isMirrorPod } from '#k8s.io/component-helpers/core/mirror-pod';
import type { UpdateStrategy } from '../../strategy.ts';
import { withOldSpec } from './old-spec.ts';
import { validatePodSpec } from './pod-spec-validation.ts';
import { qosClassOf } from './qos-class.ts';

const lists = ['containers', 'initContainers'] as const;

export const resizeStrategy: UpdateStrategy<Pod> = {
  prepareForUpdate(pod, old) {
    // If containers were added, removed or moved, the checks refuse the update.
    const moved = lists.some(
      (list) => (pod.spec[list] ?? []).length !== (old.spec[list] ?? []).length,
    );
    if (moved) return withOldSpec(pod, old, pod.spec);
    const { resources } = pod.spec;
    return withOldSpec(pod, old, {
      containers: resized(pod.spec.containers, old.spec.containers),
      ...(old.spec.initContainers === undefined
        ? {}
        : { initContainers: resized(pod.spec.initContainers ?? [], old.spec.initContainers) }),
      ...defined({ resources }),
    });
  },
  validateUpdate: (pod, old) => validateResize(pod, old),
};

/** Source: dropNonResizeUpdatesForContainers. */
function resized(
  containers: readonly Container[],
  before: readonly Container[],
): readonly Container[] {
  if (containers.some(({ name }, index) => name !== before[index]?.name)) return containers;
  return containers.map(({ resources, resizePolicy }, index) => {
    const { resources: _, resizePolicy: __, ...old } = before[index] as Container;
    return {
      ...old,
      ...defined({ resources, resizePolicy }),
    };
  });
}

function validateResize(pod: Pod, old: Pod): readonly FieldError[] {
  if (isMirrorPod(old)) return [forbiddenField('', 'static pods cannot be resized')];
  const errors = [...validatePodSpec(pod.spec, 'spec')];
  if (qosClassOf(pod.spec) !== qosClassOf(old.spec)) {
    const detail = 'Pod QOS Class may not change as a result of resizing';
    errors.push(invalidValue('spec', old.status?.qosClass ?? '', detail));
  }
  const order = lists.flatMap((list) => orderErrors(list, pod.spec, old.spec));
  if (order.length > 0) return [...errors, ...order];
  errors.push(...lists.flatMap((list) => removalErrors(list, pod.spec, old.spec)));
  const init = initErrors(pod.spec, old.spec);
  errors.push(...init);
  if (errors.length > 0) return errors;
  const kept = pod.spec.containers.every((container, index) =>
    sameButCpuAndMemory(container, old.spec.containers[index] as Container),
  );
  if (kept) return [];
  return [forbiddenField('spec', 'only cpu and memory resources are mutable')];
}

type List = (typeof lists)[number];

/** Source: validatePodResizeContainerOrdering. */
function orderErrors(list: List, spec: PodSpec, old: PodSpec): readonly FieldError[] {
  const [now, before] = [spec[list] ?? [], old[list] ?? []];
  const path = `spec.${list}`;
  if (now.length !== before.length) {
    return [forbiddenField(path, `${list} may not be added or removed on resize`)];
  }
  return before.flatMap(({ name }, index) =>
    now[index]?.name === name
      ? []
      : [
          forbiddenField(
            childPath(indexPath(path, index), 'name'),
            `${list} may not be renamed or reordered on resize`,
          ),
        ],
  );
}

function removalErrors(list: List, spec: PodSpec, old: PodSpec): readonly FieldError[] {
  return (old[list] ?? []).flatMap(({ resources, restartPolicy }, index) => {
    if (list === 'initContainers' && restartPolicy !== 'Always') return [];
    const now = spec[list]?.[index]?.resources;
    return (['requests', 'limits'] as const).flatMap((key) => {
      const kept = now?.[key] ?? {};
      if (Object.keys(resources?.[key] ?? {}).every((name) => name in kept)) return [];
      const path = childPath(indexPath(`spec.${list}`, index), 'resources', key);
      return [forbiddenField(path, `resource ${key} cannot be removed`)];
    });
  });
}

/** Of init containers only sidecars can be resized. */
const initErrors = (spec: PodSpec, old: PodSpec): readonly FieldError[] =>
  (old.initContainers ?? []).flatMap((before, index) => {
    const now = spec.initContainers?.[index] as Container;
    if (before.restartPolicy === 'Always') {
      if (sameButCpuAndMemory(now, before)) return [];
      const detail = 'only cpu and memory resources for sidecar containers are mutable';
      return [forbiddenField('spec', detail)];
    }
    if (deepEqual(now.resources ?? {}, before.resources ?? {})) return [];
    return [forbiddenField('spec', 'resources for non-sidecar init containers are immutable')];
  });

/** Source: dropCPUMemoryResourcesFromContainer and the comparison after it. */
function sameButCpuAndMemory(now: Container, before: Container): boolean {
  if (!deepEqual(now.resizePolicy ?? [], before.resizePolicy ?? [])) return false;
  return deepEqual(others(now.resources), others(before.resources));
}

function others({ requests, limits, ...more }: ResourceRequirements = {}): object {
  const rest = (list: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(list).filter(([name]) => name !== 'cpu' && name !== 'memory'),
    );
  return { ...more, requests: rest(requests), limits: rest(limits) };
}
