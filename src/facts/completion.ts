/**
 * Whether an object has all the Pods that it wants, of its newest version, and available: the one
 * decision that a beat's telling, a caption and the words of `kubectl get` share.
 */

/** The fields that say so. */
export interface CountedObject {
  readonly metadata?: { readonly generation?: number };
  readonly spec?: { readonly replicas?: number } | undefined;
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly availableReplicas?: number;
    readonly desiredNumberScheduled?: number;
    readonly currentNumberScheduled?: number;
    readonly updatedNumberScheduled?: number;
    readonly numberAvailable?: number;
  };
}

/** The numbers by which a Deployment, a StatefulSet or a DaemonSet is judged. */
export interface Counts {
  readonly wanted: number;
  readonly total: number;
  /** Those made from the newest template. */
  readonly updated: number;
  readonly available: number;
}

export const countsOf = ({ spec, status }: CountedObject): Counts => ({
  wanted: spec?.replicas ?? status?.desiredNumberScheduled ?? 0,
  total: status?.replicas ?? status?.currentNumberScheduled ?? 0,
  updated: status?.updatedReplicas ?? status?.updatedNumberScheduled ?? 0,
  available: status?.availableReplicas ?? status?.numberAvailable ?? 0,
});

/** k8s.io/kubernetes pkg/controller/deployment/util DeploymentComplete, without the generations. */
export const countsAreComplete = ({ wanted, total, updated, available }: Counts): boolean =>
  updated === wanted && total === wanted && available === wanted;

/** As above, and the status speaks of the spec that stands there now. */
export const isComplete = (object: CountedObject): boolean =>
  countsAreComplete(countsOf(object)) &&
  (object.status?.observedGeneration ?? 0) >= (object.metadata?.generation ?? 0);
