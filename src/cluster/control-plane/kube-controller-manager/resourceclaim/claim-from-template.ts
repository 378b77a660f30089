/** The claim that a pod gets from a template, and when a pod needs its claims no more. */
import { defined } from '#base/defined';
import type { Pod, PodResourceClaim } from '#k8s.io/api/core/v1';
import type { ResourceClaimTemplate } from '#k8s.io/api/resource/v1';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';

/** On a claim: the entry of the pod that it was made for. */
export const podClaimAnnotation = 'resource.kubernetes.io/pod-claim-name';
/** Of the name that the API server completes with random letters. */
const maxBaseLength = 57;

/** The body of the request. Source: handleClaim. */
export function claimFromTemplate(
  { metadata: pod }: Pod,
  entry: PodResourceClaim,
  { spec }: ResourceClaimTemplate,
) {
  const { labels, annotations } = spec.metadata ?? {};
  const owner = { apiVersion: 'v1', kind: 'Pod', name: pod.name, uid: pod.uid };
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: {
      generateName: baseName(pod.name, entry.name),
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
      annotations: { ...annotations, [podClaimAnnotation]: entry.name },
      ...defined({ labels }),
    },
    spec: spec.spec,
  };
}

/** Of long names each half is cut, so that both can still be recognized. */
function baseName(pod: string, entry: string): string {
  const half = Math.floor((maxBaseLength - 2) / 2);
  const isLong = pod.length + entry.length + 2 > maxBaseLength;
  return isLong ? `${pod.slice(0, half)}-${entry.slice(0, half)}-` : `${pod}-${entry}-`;
}

/** It has ended, or was deleted before it got a node. Source: podNeedsClaims, isPodDone. */
export const isPodDone = (pod: Pod): boolean =>
  isPodTerminal(pod) ||
  (pod.metadata.deletionTimestamp !== undefined && (pod.spec.nodeName ?? '') === '');
