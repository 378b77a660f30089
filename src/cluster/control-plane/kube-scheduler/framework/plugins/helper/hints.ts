/**
 * Questions that several queueing hints ask of an event's objects.
 * The queue passes untyped objects; these functions read them by the event's resource.
 */
import type { Node, PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import type { QueueingHint } from '../../events.ts';
import { claimNamesOf } from './claims.ts';

/** A hint on a node as it is after the event. */
export const onNode =
  (helps: (pod: Pod, node: Node, before: Node | undefined) => boolean): QueueingHint =>
  (pod, before, after) =>
    helps(pod, after as Node, before as Node | undefined);

/** A hint on a pod event; `changed` is the pod before the event, or after it if it is new. */
export const onPod =
  (helps: (pod: Pod, changed: Pod, after: Pod | undefined) => boolean): QueueingHint =>
  (pod, before, after) =>
    helps(pod, (before ?? after) as Pod, after as Pod | undefined);

export const isSamePod = (a: Pod, b: Pod | undefined): boolean =>
  a.metadata.uid === b?.metadata.uid;

/** A claim helps the pods of its namespace that mount it. Source: volumebinding plugin.go. */
export const onOwnClaim: QueueingHint = (pod, _before, after) => {
  const { namespace, name } = (after as PersistentVolumeClaim).metadata;
  return namespace === pod.metadata.namespace && claimNamesOf(pod).includes(name);
};
