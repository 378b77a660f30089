/**
 * Lets a pod stay for five minutes on a node that is not ready or unreachable. Source: kubernetes
 * plugin/pkg/admission/defaulttolerationseconds/admission.go.
 */
import type { Pod, Toleration } from '#k8s.io/api/core/v1';
import { type AdmissionPlugin, changed, handlesResource, unchanged } from '../admission.ts';

const tolerationSeconds = 300;
const keys = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'] as const;

const [notReady, unreachable] = keys.map(
  (key): Toleration => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }),
) as [Toleration, Toleration];

const tolerates = (tolerations: readonly Toleration[], key: string): boolean =>
  tolerations.some(
    (each) =>
      (each.key === key || (each.key ?? '') === '') &&
      (each.effect === 'NoExecute' || (each.effect ?? '') === ''),
  );

export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  enabled: true,
  handles: handlesResource(['CREATE', 'UPDATE'], 'pods'),
  *admit({ object }) {
    const pod = object as Pod;
    const present = pod.spec.tolerations ?? [];
    const added = [notReady, unreachable].filter(({ key }) => !tolerates(present, key ?? ''));
    if (added.length === 0) return unchanged(pod);
    const spec = { ...pod.spec, tolerations: [...present, ...added] };
    return changed(
      { ...pod, spec },
      added.map(({ key }) => `tolerates ${key} for 300s`).join(', '),
    );
  },
};
