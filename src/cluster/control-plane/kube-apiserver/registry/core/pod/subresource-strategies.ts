/**
 * Updates of a pod that reach one part of its spec. Source: podEphemeralContainersStrategy,
 * podResizeStrategy.
 */
import type { Pod, PodSpec } from '#k8s.io/api/core/v1';
import { forbiddenField } from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { preparedUpdate } from '../../common-strategies.ts';
import type { UpdateStrategy } from '../../strategy.ts';

const withOldSpec = (pod: Pod, old: Pod, change: Partial<PodSpec>): Pod =>
  preparedUpdate({ ...pod, spec: { ...old.spec, ...change } }, old);

export const ephemeralContainersStrategy: UpdateStrategy<Pod> = {
  prepareForUpdate: (pod, old) =>
    withOldSpec(pod, old, { ephemeralContainers: pod.spec.ephemeralContainers ?? [] }),
  validateUpdate: ({ spec }, { spec: old }) => {
    const kept = (old.ephemeralContainers ?? []).every((container) =>
      (spec.ephemeralContainers ?? []).some((other) => deepEqual(other, container)),
    );
    const detail = 'existing ephemeral containers may not be changed or removed';
    return kept ? [] : [forbiddenField('spec.ephemeralContainers', detail)];
  },
};

export const resizeStrategy: UpdateStrategy<Pod> = {
  prepareForUpdate(pod, old) {
    const containers = old.spec.containers.map((container) => {
      const resources = pod.spec.containers.find(({ name }) => name === container.name)?.resources;
      return resources === undefined ? container : { ...container, resources };
    });
    return withOldSpec(pod, old, { containers });
  },
  validateUpdate: () => [],
};
