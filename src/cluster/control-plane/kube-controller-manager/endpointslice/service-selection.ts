/**
 * The services that a change to a pod affects, and the time of that change. Models
 * k8s.io/endpointslice util/controller_utils.go GetServicesToUpdateOnPodChange and
 * trigger_time_tracker.go.
 */

import { parseRfc3339, rfc3339, type SimTime } from '#base/sim-time';
import type { Pod, Service } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { type Lister, metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import { indexByNamespace, inNamespace } from '../controller/owners.ts';
import { isPodReady, podCondition } from '../controller/pods.ts';

/** The annotation on both kinds with the time of the change that the object reflects. */
export const triggerTimeAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';

/**
 * Whether the service has a selector that matches the pod; others maintain services without one.
 */
function selects({ spec: { selector } }: Service, { metadata: { labels } }: Pod): boolean {
  if (selector === undefined) return false;
  for (const key in selector) if (labels?.[key] !== selector[key]) return false;
  return true;
}

export const podsOfService = (service: Service, pods: Lister<Pod>): readonly Pod[] =>
  inNamespace(pods, service.metadata.namespace).filter((pod) => selects(service, pod));

/**
 * Whether the pod has an address and has not ended; a pod that is being deleted counts only with
 * `includeTerminating`.
 */
export const belongsInEndpoints = (pod: Pod, includeTerminating: boolean): boolean =>
  !isPodTerminal(pod) &&
  (pod.status?.podIPs ?? []).length > 0 &&
  (includeTerminating || pod.metadata.deletionTimestamp === undefined);

/** Whether the pod's endpoint changes. Source: podEndpointsChanged. */
const endpointChanged = (old: Pod, pod: Pod): boolean =>
  old.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp ||
  isPodReady(old) !== isPodReady(pod) ||
  isPodTerminal(old) !== isPodTerminal(pod) ||
  old.spec.nodeName !== pod.spec.nodeName ||
  !deepEqual(old.status?.podIPs, pod.status?.podIPs);

/** Enqueues the services of each pod whose endpoint changes. */
export function enqueueOnPodChange(
  pods: SharedInformer<Pod>,
  services: SharedInformer<Service>,
  queue: RateLimitingQueue,
): void {
  indexByNamespace(pods);
  indexByNamespace(services);
  const servicesOf = (pod: Pod): readonly Service[] =>
    inNamespace(services.lister, pod.metadata.namespace).filter((one) => selects(one, pod));
  const enqueue = (pod: Pod): void => {
    for (const service of servicesOf(pod)) queue.add(metaNamespaceKey(service));
  };
  pods.addEventHandler({
    onAdd: enqueue,
    onUpdate: (old, pod) => {
      const labelsChanged = !deepEqual(old.metadata.labels, pod.metadata.labels);
      if (!labelsChanged && !endpointChanged(old, pod)) return;
      enqueue(pod);
      if (labelsChanged) enqueue(old);
    },
    onDelete: enqueue,
  });
}

/** Enqueues a service whenever it changes. */
export function enqueueOnServiceChange(
  services: SharedInformer<Service>,
  queue: RateLimitingQueue,
): void {
  const enqueue = (service: Service): void => queue.add(metaNamespaceKey(service));
  services.addEventHandler({
    onAdd: enqueue,
    onUpdate: (_old, service) => enqueue(service),
    onDelete: enqueue,
  });
}

/** Keeps the last known times of each service and its pods, to determine the time of a change. */
export class TriggerTimeTracker {
  readonly #seen = new Map<string, { service: SimTime; pods: Map<string, SimTime> }>();

  /** The time of the earliest change since the last call; `undefined` when there is none. */
  compute(key: string, service: Service, pods: readonly Pod[]): string | undefined {
    const before = this.#seen.get(key);
    const created = parseRfc3339(service.metadata.creationTimestamp) ?? 0;
    const now = new Map<string, SimTime>();
    this.#seen.set(key, { service: created, pods: now });
    let earliest = before === undefined || created > before.service ? created : undefined;
    for (const pod of pods) {
      const at = readyChangedAt(pod);
      // A pod whose kubelet has not reported on it yet has not changed.
      if (at === undefined) continue;
      now.set(pod.metadata.name, at);
      if (at <= (before?.pods.get(pod.metadata.name) ?? -1)) continue;
      if (earliest === undefined || at < earliest) earliest = at;
    }
    // For a new service, changes before its creation do not count.
    if (before === undefined) return rfc3339(created);
    return earliest === undefined ? undefined : rfc3339(earliest);
  }

  forget(key: string): void {
    this.#seen.delete(key);
  }
}

const readyChangedAt = (pod: Pod): SimTime | undefined =>
  parseRfc3339(podCondition(pod, 'Ready')?.lastTransitionTime ?? '');
