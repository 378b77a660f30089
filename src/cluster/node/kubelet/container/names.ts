/** How containers and pods are named towards the runtime and in messages. */
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

export const findSpecContainer = (pod: Pod, name: string): NamedContainer | undefined =>
  allContainers(pod).find((entry) => entry.container.name === name);

/** Source: kubernetes/pkg/kubelet/container/ref.go fieldPath. */
export function fieldPath(pod: Pod, name: string): string {
  const kind = findSpecContainer(pod, name)?.kind ?? 'regular';
  const list = { init: 'initContainers', regular: 'containers', ephemeral: 'ephemeralContainers' };
  return `spec.${list[kind]}{${name}}`;
}

/** An init container that keeps running beside the regular ones. */
export const isSidecar = (container: Container): boolean => container.restartPolicy === 'Always';

/** Whether two looks at the container's own or the pod's restart policy give `policy`. */
export const restartPolicyOf = (pod: Pod): 'Always' | 'OnFailure' | 'Never' =>
  pod.spec.restartPolicy ?? 'Always';
