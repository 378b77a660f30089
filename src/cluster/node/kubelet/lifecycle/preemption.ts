/**
 * Makes room for a critical pod by ending others.
 *
 * Models kubernetes/pkg/kubelet/preemption/preemption.go: victims have a lower priority: first
 * BestEffort, then Burstable, then Guaranteed pods, and of each class as few and as small ones as
 * are enough.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import { podRequests } from '#k8s.io/component-helpers/resource/pod-requests';
import { podQos } from '../cm/qos.ts';

const classes = ['BestEffort', 'Burstable', 'Guaranteed'] as const;

const amount = (pod: Pod, name: string): number => {
  if (name === 'pods') return 1;
  const quantity = podRequests(pod)[name];
  if (quantity === undefined) return 0;
  return name === 'cpu' ? milliValue(quantity) : wholeValue(quantity);
};

/** Pods to evict so that `lacking` of a resource is free; undefined when there are not enough. */
export function victimsFor(
  critical: Pod,
  pods: readonly Pod[],
  { name, lacking }: { readonly name: string; readonly lacking: number },
): readonly Pod[] | undefined {
  const priority = critical.spec.priority ?? 0;
  const lower = pods.filter(({ spec }) => (spec.priority ?? 0) < priority);
  const victims: Pod[] = [];
  let left = lacking;
  for (const qos of classes) {
    const candidates = lower
      .filter((pod) => podQos(pod) === qos && amount(pod, name) > 0)
      .sort((a, b) => amount(b, name) - amount(a, name));
    for (const pod of candidates) {
      if (left <= 0) return victims;
      victims.push(pod);
      left -= amount(pod, name);
    }
  }
  return left <= 0 ? victims : undefined;
}
