/**
 * Quality of service: the class of a pod and the OOM score of its containers.
 * Models kubernetes/pkg/apis/core/v1/helper/qos and pkg/kubelet/qos/policy.go.
 */
import type { Container, Pod, ResourceRequirements } from '#k8s.io/api/core/v1';
import { compareQuantities, isZeroQuantity, wholeValue } from '#k8s.io/apimachinery/quantity';
import { containerRequests } from '#k8s.io/component-helpers/resource/pod-requests';
import { isSidecar } from '../container/names.ts';

type QosClass = 'BestEffort' | 'Burstable' | 'Guaranteed';

const counted = ['cpu', 'memory'] as const;
const guaranteedOOMScoreAdj = -997;
const bestEffortOOMScoreAdj = 1000;
const criticalPriority = 2_000_001_000;

/** The class as the API server computed it, or computed here. Source: qos.GetPodQOS. */
export const podQos = (pod: Pod): QosClass => pod.status?.qosClass ?? computePodQos(pod);

/** Source: qos.ComputePodQOS. */
export function computePodQos(pod: Pod): QosClass {
  const sets = resourceSets(pod);
  let asked = false;
  let guaranteed = true;
  for (const resources of sets) {
    for (const name of counted) {
      const request = resources?.requests?.[name];
      const limit = resources?.limits?.[name];
      if (request !== undefined && !isZeroQuantity(request)) asked = true;
      if (limit !== undefined && !isZeroQuantity(limit)) asked = true;
      if (limit === undefined || isZeroQuantity(limit)) guaranteed = false;
      else if (request !== undefined && compareQuantities(request, limit) !== 0) guaranteed = false;
    }
  }
  if (!asked) return 'BestEffort';
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

function resourceSets(pod: Pod): readonly (ResourceRequirements | undefined)[] {
  if (pod.spec.resources !== undefined) return [pod.spec.resources];
  const { initContainers = [], containers } = pod.spec;
  return [...initContainers, ...containers].map(({ resources }) => resources);
}

/** -997 to 1000. Source: GetContainerOOMScoreAdjust. */
export function containerOOMScoreAdjust(
  pod: Pod,
  container: Container,
  nodeMemoryBytes: number,
): number {
  if ((pod.spec.priority ?? 0) >= criticalPriority) return guaranteedOOMScoreAdj;
  const qos = podQos(pod);
  if (qos === 'Guaranteed') return guaranteedOOMScoreAdj;
  if (qos === 'BestEffort') return bestEffortOOMScoreAdj;
  const share = shareOfPodMemory(pod);
  let score = scoreOf(memoryRequest(container) + share, nodeMemoryBytes);
  if (isSidecar(container)) {
    // A sidecar is not killed before the regular container with the smallest request.
    const least = Math.min(...pod.spec.containers.map(memoryRequest));
    score = Math.min(score, scoreOf(least + share, nodeMemoryBytes));
  }
  return Math.min(Math.max(score, 1000 + guaranteedOOMScoreAdj), bestEffortOOMScoreAdj - 1);
}

const memoryRequest = ({ resources }: Container): number =>
  wholeValue(resources?.requests?.['memory'] ?? '0');

const scoreOf = (bytes: number, nodeMemoryBytes: number): number =>
  1000 - Math.floor((1000 * bytes) / nodeMemoryBytes);

/**
 * The pod-level request beyond the containers' requests, divided among them.
 * Source: remainingPodMemReqPerContainer.
 */
function shareOfPodMemory({ spec }: Pod): number {
  const whole = wholeValue(spec.resources?.requests?.['memory'] ?? '0');
  if (whole === 0) return 0;
  const rest = whole - wholeValue(containerRequests(spec)['memory'] ?? '0');
  return Math.trunc(rest / (spec.containers.length + (spec.initContainers ?? []).length));
}
