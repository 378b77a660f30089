/**
 * The caches that plugins read besides nodes and pods.
 * Models the listers of kubernetes/pkg/scheduler, taken from one informer factory.
 */

import type { ReplicaSet, StatefulSet } from '#k8s.io/api/apps/v1';
import type {
  Namespace,
  PersistentVolume,
  PersistentVolumeClaim,
  ReplicationController,
  Service,
} from '#k8s.io/api/core/v1';
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import type { CSINode, StorageClass } from '#k8s.io/api/storage/v1';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';

export interface Listers {
  /** Indexed by `namespace`. */
  readonly services: Lister<Service>;
  readonly replicationControllers: Lister<ReplicationController>;
  readonly replicaSets: Lister<ReplicaSet>;
  readonly statefulSets: Lister<StatefulSet>;
  readonly namespaces: Lister<Namespace>;
  readonly podDisruptionBudgets: Lister<PodDisruptionBudget>;
  readonly persistentVolumes: Lister<PersistentVolume>;
  readonly persistentVolumeClaims: Lister<PersistentVolumeClaim>;
  readonly storageClasses: Lister<StorageClass>;
  readonly csiNodes: Lister<CSINode>;
}

/** The index of objects by their namespace. */
export const byNamespace = 'namespace';
