/**
 * The labels and annotations by which the kubelet recognises its sandboxes and containers.
 * Models kubernetes/pkg/kubelet/kuberuntime/labels.go.
 */
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { hashContainer } from '../container/hash.ts';

export const podNameLabel = 'io.kubernetes.pod.name';
export const podNamespaceLabel = 'io.kubernetes.pod.namespace';
export const podUidLabel = 'io.kubernetes.pod.uid';
const containerNameLabel = 'io.kubernetes.container.name';
export const containerHashAnnotation = 'io.kubernetes.container.hash';
const restartCountAnnotation = 'io.kubernetes.container.restartCount';
const terminationMessagePathAnnotation = 'io.kubernetes.container.terminationMessagePath';
const terminationMessagePolicyAnnotation = 'io.kubernetes.container.terminationMessagePolicy';
const portsAnnotation = 'io.kubernetes.container.ports';
const preStopHandlerAnnotation = 'io.kubernetes.container.preStopHandler';
const gracePeriodAnnotation = 'io.kubernetes.pod.terminationGracePeriod';

type Strings = Readonly<Record<string, string>>;

const podLabels = (pod: Pod): Strings => ({
  [podNameLabel]: pod.metadata.name,
  [podNamespaceLabel]: pod.metadata.namespace,
  [podUidLabel]: pod.metadata.uid,
});

/** Source: newPodLabels. */
export const sandboxLabels = (pod: Pod): Strings => ({
  ...pod.metadata.labels,
  ...podLabels(pod),
});

/** Source: newPodAnnotations. */
export const sandboxAnnotations = (pod: Pod): Strings => pod.metadata.annotations ?? {};

/** Source: newContainerLabels. */
export const containerLabels = (pod: Pod, container: Container): Strings => ({
  [containerNameLabel]: container.name,
  ...podLabels(pod),
});

/** Source: newContainerAnnotations. */
export function containerAnnotations(
  pod: Pod,
  container: Container,
  restartCount: number,
): Strings {
  const { terminationGracePeriodSeconds } = pod.spec;
  const preStop = container.lifecycle?.preStop;
  return {
    [containerHashAnnotation]: hashContainer(container),
    ...(container.ports === undefined || container.ports.length === 0
      ? {}
      : { [portsAnnotation]: JSON.stringify(container.ports) }),
    ...(preStop === undefined ? {} : { [preStopHandlerAnnotation]: JSON.stringify(preStop) }),
    [restartCountAnnotation]: String(restartCount),
    [terminationMessagePathAnnotation]: container.terminationMessagePath ?? '',
    [terminationMessagePolicyAnnotation]: container.terminationMessagePolicy ?? '',
    ...(terminationGracePeriodSeconds === undefined
      ? {}
      : { [gracePeriodAnnotation]: String(terminationGracePeriodSeconds) }),
  };
}
