/**
 * Feeds the cache and the queue from the watches.
 * Models kubernetes/pkg/scheduler/eventhandlers.go addAllEventHandlers.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { Cache } from './backend/cache/cache.ts';
import type { SchedulingQueue } from './backend/queue/scheduling-queue.ts';
import {
  assignedPodAdd,
  assignedPodDelete,
  type EventResource,
  nodeAdd,
  nodeChanges,
  nodeDelete,
  podChanges,
  resourceEvent,
} from './framework/events.ts';
import { priorityOf } from './framework/types/pod-info.ts';

export interface HandlerTargets {
  readonly cache: Cache;
  readonly queue: SchedulingQueue;
  /** Ignores pods of other schedulers. */
  readonly schedulerNames: ReadonlySet<string>;
}

const isAssigned = (pod: Pod): boolean => (pod.spec.nodeName ?? '') !== '';

const nominationOf = (pod: Pod): string => pod.status?.nominatedNodeName ?? '';

/**
 * For these pods, the nominated pods count as if they were on the node. Source:
 * getLEPriorityPreCheck.
 */
const noMoreImportantThan =
  (pod: Pod) =>
  (waiting: Pod): boolean =>
    priorityOf(waiting) <= priorityOf(pod);

export function handlePods(informer: SharedInformer<Pod>, targets: HandlerTargets): void {
  const { cache, queue, schedulerNames } = targets;
  const isOurs = (pod: Pod): boolean => schedulerNames.has(pod.spec.schedulerName ?? '');
  const assigned = (pod: Pod): void => {
    cache.addPod(pod);
    queue.moveAll(assignedPodAdd, undefined, pod);
  };
  const releasesNomination = (pod: Pod): void => {
    if (nominationOf(pod) === '') return;
    queue.moveAll(assignedPodDelete, pod, undefined, noMoreImportantThan(pod));
  };
  const onAdd = (pod: Pod): void => {
    if (isAssigned(pod)) assigned(pod);
    else if (isOurs(pod)) queue.add(pod);
  };
  const onDelete = (pod: Pod): void => {
    if (isAssigned(pod)) {
      cache.removePod(pod);
      queue.moveAll(assignedPodDelete, pod, undefined);
    } else if (isOurs(pod)) {
      queue.delete(pod);
      releasesNomination(pod);
    }
  };
  informer.addEventHandler({
    onAdd,
    onUpdate: (old, pod) => {
      // A watch that was broken may bring another pod of that name as an update.
      if (old.metadata.uid !== pod.metadata.uid) {
        onDelete(old);
        onAdd(pod);
      } else if (isAssigned(old)) {
        cache.updatePod(pod);
        for (const event of podChanges(old, pod)) queue.moveAll(event, old, pod);
      } else if (isAssigned(pod)) {
        if (isOurs(old)) queue.delete(old);
        assigned(pod);
      } else if (isOurs(pod) && !cache.isAssumed(pod)) {
        queue.update(old, pod);
        if (nominationOf(old) !== nominationOf(pod)) releasesNomination(old);
      }
    },
    onDelete,
  });
}

export function handleNodes(informer: SharedInformer<Node>, targets: HandlerTargets): void {
  const { cache, queue } = targets;
  informer.addEventHandler({
    onAdd: (node) => {
      cache.addNode(node);
      queue.moveAll(nodeAdd, undefined, node);
    },
    onUpdate: (old, node) => {
      cache.updateNode(old, node);
      for (const event of nodeChanges(old, node)) queue.moveAll(event, old, node);
    },
    onDelete: (node) => {
      cache.removeNode(node);
      queue.moveAll(nodeDelete, node, undefined);
    },
  });
}

/** Storage objects only wake pods that wait for them. */
export function handleOthers(
  informer: SharedInformer<KubeObject>,
  resource: EventResource,
  queue: SchedulingQueue,
): void {
  informer.addEventHandler({
    onAdd: (object) => queue.moveAll(resourceEvent(resource, 'Add'), undefined, object),
    onUpdate: (old, object) => queue.moveAll(resourceEvent(resource, 'Update'), old, object),
    onDelete: (object) => queue.moveAll(resourceEvent(resource, 'Delete'), object, undefined),
  });
}
