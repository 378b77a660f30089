/**
 * Names, ordinals and identity of the pods of a StatefulSet, and when a pod counts as healthy.
 * Models kubernetes/pkg/controller/statefulset/stateful_set_utils.go.
 */

import { defined } from '#base/defined';
import type { SimTime } from '#base/sim-time';
import type { StatefulSet } from '#k8s.io/api/apps/v1';
import type { PersistentVolumeClaim, Pod, PodTemplateSpec, Volume } from '#k8s.io/api/core/v1';
import { newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import { isPodAvailable, isPodReady } from '../controller/pods.ts';
import { revisionHashLabel } from '../history/controller-revisions.ts';

const podNameLabel = 'statefulset.kubernetes.io/pod-name';
const podIndexLabel = 'apps.kubernetes.io/pod-index';

/** A pod to be created: it has no UID and no status yet. */
export interface NewPod {
  readonly metadata: Pick<
    Pod['metadata'],
    | 'name'
    | 'generateName'
    | 'namespace'
    | 'labels'
    | 'annotations'
    | 'ownerReferences'
    | 'finalizers'
  > & { readonly uid?: undefined; readonly deletionTimestamp?: undefined };
  readonly spec: Pod['spec'];
  readonly status?: undefined;
}
export type Replica = Pod | NewPod;

/** `db-3` → the set `db` and 3; a name in another form has the ordinal -1. */
function parentAndOrdinal(podName: string): { parent: string; ordinal: number } {
  const match = /^(.*)-(\d+)$/.exec(podName);
  if (match?.[1] === undefined) return { parent: '', ordinal: -1 };
  const ordinal = Number(match[2]);
  return ordinal > 2 ** 31 - 1 ? { parent: match[1], ordinal: -1 } : { parent: match[1], ordinal };
}

export const ordinalOf = (pod: Replica): number => parentAndOrdinal(pod.metadata.name).ordinal;
export const startOrdinal = (set: StatefulSet): number => set.spec.ordinals?.start ?? 0;
export const replicaCount = (set: StatefulSet): number => set.spec.replicas ?? 1;

export function isInOrdinalRange(pod: Replica, set: StatefulSet): boolean {
  const [ordinal, start] = [ordinalOf(pod), startOrdinal(set)];
  return ordinal >= start && ordinal < start + replicaCount(set);
}

/** Only pods with a name of the set can be claimed. Source: isMemberOf. */
export const isMemberOf = (set: StatefulSet, pod: Pod): boolean =>
  parentAndOrdinal(pod.metadata.name).parent === set.metadata.name;

export const revisionOf = (pod: Replica): string => pod.metadata.labels?.[revisionHashLabel] ?? '';
export const isCreated = (pod: Replica): pod is Pod => (pod.status?.phase ?? '') !== '';
export const isPending = (pod: Replica): boolean => pod.status?.phase === 'Pending';
export const isTerminating = (pod: Replica): boolean =>
  pod.metadata.deletionTimestamp !== undefined;
export const isRunningAndReady = (pod: Replica): boolean =>
  pod.status?.phase === 'Running' && isPodReady(pod as Pod);

export const isRunningAndAvailable = (pod: Replica, set: StatefulSet, now: SimTime): boolean =>
  pod.status?.phase === 'Running' && isPodAvailable(pod as Pod, set.spec.minReadySeconds ?? 0, now);

export const isUnavailable = (pod: Replica, set: StatefulSet, now: SimTime): boolean =>
  !isRunningAndAvailable(pod, set, now) || isTerminating(pod);

const claimName = (template: PersistentVolumeClaim, set: StatefulSet, ordinal: number): string =>
  `${template.metadata.name}-${set.metadata.name}-${ordinal}`;

/** The claims of one pod, by the name of their volume. */
export function claimsOf(
  set: StatefulSet,
  pod: Replica,
): readonly { readonly volume: string; readonly claim: PersistentVolumeClaim }[] {
  const ordinal = ordinalOf(pod);
  return (set.spec.volumeClaimTemplates ?? []).map((template) => ({
    volume: template.metadata.name,
    claim: {
      ...template,
      kind: 'PersistentVolumeClaim',
      apiVersion: 'v1',
      metadata: {
        ...template.metadata,
        name: claimName(template, set, ordinal),
        namespace: set.metadata.namespace,
        labels: { ...template.metadata.labels, ...set.spec.selector.matchLabels },
      },
    },
  }));
}

/** The volumes of a pod of that ordinal: its claims first, then the template's own. */
function volumesOf(set: StatefulSet, name: string, own: readonly Volume[]): readonly Volume[] {
  const { ordinal } = parentAndOrdinal(name);
  const templates = set.spec.volumeClaimTemplates ?? [];
  const claimed = templates.map(
    (template): Volume => ({
      name: template.metadata.name,
      persistentVolumeClaim: { claimName: claimName(template, set, ordinal) },
    }),
  );
  const isClaimed = ({ name: volume }: Volume): boolean =>
    claimed.some((one) => one.name === volume);
  return [...claimed, ...own.filter((volume) => !isClaimed(volume))];
}

/** Whether name, namespace and labels are correct. Source: identityMatches. */
export function identityMatches(set: StatefulSet, pod: Replica): boolean {
  const { parent, ordinal } = parentAndOrdinal(pod.metadata.name);
  const { labels, namespace } = pod.metadata;
  return (
    ordinal >= 0 &&
    parent === set.metadata.name &&
    namespace === set.metadata.namespace &&
    labels?.[podNameLabel] === pod.metadata.name
  );
}

/** Whether the pod's volumes are its own claims. Source: storageMatches. */
export function storageMatches(set: StatefulSet, pod: Replica): boolean {
  const { ordinal } = parentAndOrdinal(pod.metadata.name);
  if (ordinal < 0) return false;
  return (set.spec.volumeClaimTemplates ?? []).every((template) => {
    const volume = pod.spec.volumes?.find(({ name }) => name === template.metadata.name);
    return volume?.persistentVolumeClaim?.claimName === claimName(template, set, ordinal);
  });
}

/** The same pod with the labels and volumes that its name requires. */
export function withIdentity(set: StatefulSet, pod: Pod): Pod {
  const { name } = pod.metadata;
  const labels = {
    ...pod.metadata.labels,
    [podNameLabel]: name,
    [podIndexLabel]: String(ordinalOf(pod)),
  };
  const volumes = volumesOf(set, name, pod.spec.volumes ?? []);
  return {
    ...pod,
    metadata: { ...pod.metadata, namespace: set.metadata.namespace, labels },
    spec: { ...pod.spec, ...(volumes.length === 0 ? {} : { volumes }) },
  };
}

/**
 * The pod of an ordinal at a revision, in the form in which it is sent. Source: newStatefulSetPod.
 */
export function newStatefulSetPod(
  set: StatefulSet,
  template: PodTemplateSpec,
  revision: string,
  ordinal: number,
): NewPod {
  const { name: setName, namespace } = set.metadata;
  const name = `${setName}-${ordinal}`;
  const { labels, annotations, finalizers } = template.metadata ?? {};
  const spec = template.spec ?? { containers: [] };
  const volumes = volumesOf(set, name, spec.volumes ?? []);
  const { serviceName = '' } = set.spec;
  return {
    metadata: {
      name,
      generateName: `${setName}-`,
      namespace,
      labels: {
        ...labels,
        [podIndexLabel]: String(ordinal),
        [revisionHashLabel]: revision,
        [podNameLabel]: name,
      },
      ...defined({ annotations }),
      ownerReferences: [newControllerRef(set)],
      ...defined({ finalizers }),
    },
    spec: {
      ...spec,
      ...(volumes.length === 0 ? {} : { volumes }),
      hostname: name,
      ...(serviceName === '' ? {} : { subdomain: serviceName }),
    },
  };
}
