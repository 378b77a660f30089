/**
 * Fields of a pod whose feature gate is off, which the API server takes and forgets.
 * Source: kubernetes pkg/api/pod/util.go DropDisabledPodFields.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';

const isSet = ({ lifecycle }: Container): boolean => lifecycle?.stopSignal !== undefined;

/** Feature gate ContainerStopSignals. */
function withoutStopSignal(container: Container): Container {
  const { lifecycle, ...rest } = container;
  if (lifecycle?.stopSignal === undefined) return container;
  const { stopSignal: _, ...hooks } = lifecycle;
  return Object.keys(hooks).length === 0 ? rest : { ...rest, lifecycle: hooks };
}

export function withoutDisabledFields(pod: Pod): Pod {
  const { containers, initContainers } = pod.spec;
  if (!containers.some(isSet) && initContainers?.some(isSet) !== true) return pod;
  const spec = {
    ...pod.spec,
    containers: containers.map(withoutStopSignal),
    ...(initContainers === undefined
      ? {}
      : { initContainers: initContainers.map(withoutStopSignal) }),
  };
  return { ...pod, spec };
}
