/** The names of containers and pods in the runtime and in messages. */
import type { Container, Pod } from '#k8s.io/api/core/v1';

/** `namespace/name`, as facts and logs name a pod. */
export const podKey = (pod: Pod): string => `${pod.metadata.namespace}/${pod.metadata.name}`;

/** `name_namespace(uid)`. Source: kubernetes/pkg/kubelet/util/format Pod. */
export const podDescription = (pod: Pod): string =>
  `${pod.metadata.name}_${pod.metadata.namespace}(${pod.metadata.uid})`;

export interface NamedContainer {
  readonly container: Container;
  readonly kind: 'init' | 'regular' | 'ephemeral';
}

/** Every container of a pod: init, regular, ephemeral. */
export function allContainers(pod: Pod): readonly NamedContainer[] {
  const { initContainers = [], containers, ephemeralContainers = [] } = pod.spec;
  return [
    ...initContainers.map((container) => ({ container, kind: 'init' as const })),
    ...containers.map((container) => ({ container, kind: 'regular' as const })),
    ...ephemeralContainers.map((container) => ({
      container: container as Container,
      kind: 'ephemeral' as const,
    })),
  ];
}

/** The container with this name. The likeliest list is searched first. */
export function findSpecContainer(pod: Pod, name: string): NamedContainer | undefined {
  const { initContainers, containers, ephemeralContainers } = pod.spec;
  const regular = containers.find((container) => container.name === name);
  if (regular !== undefined) return { container: regular, kind: 'regular' };
  const init = initContainers?.find((container) => container.name === name);
  if (init !== undefined) return { container: init, kind: 'init' };
  const ephemeral = ephemeralContainers?.find((container) => container.name === name);
  return ephemeral && { container: ephemeral as Container, kind: 'ephemeral' };
}

const lists = { init: 'initContainers', regular: 'containers', ephemeral: 'ephemeralContainers' };

/** Source: kubernetes/pkg/kubelet/container/ref.go fieldPath. */
export const fieldPath = (pod: Pod, name: string): string =>
  `spec.${lists[findSpecContainer(pod, name)?.kind ?? 'regular']}{${name}}`;

/** An init container that keeps running beside the regular ones. */
export const isSidecar = (container: Container): boolean => container.restartPolicy === 'Always';

/** The restart policy of the pod; Always when it names none. */
export const restartPolicyOf = (pod: Pod): 'Always' | 'OnFailure' | 'Never' =>
  pod.spec.restartPolicy ?? 'Always';
