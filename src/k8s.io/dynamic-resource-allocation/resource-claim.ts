/**
 * How pods and ResourceClaims refer to each other.
 *
 * Models k8s.io/dynamic-resource-allocation/resourceclaim claim.go and pod.go. In: a pod and its
 * entries in `spec.resourceClaims`. Out: the names of its claims, or upstream's error.
 */
import { err, ok, type Result } from '#base/result';
import type { Pod, PodResourceClaim } from '#k8s.io/api/core/v1';
import type { ResourceClaim } from '#k8s.io/api/resource/v1';

/** Held by the scheduler while a claim is allocated. Source: resource/v1 Finalizer. */
export const claimFinalizer = 'resource.kubernetes.io/delete-protection';
/** Source: ResourceClaimReservedForMaxSize. */
const maxConsumers = 256;

export interface ClaimName {
  /** `undefined`: the claim was not needed, so there is none. */
  readonly name: string | undefined;
  /** Whether the claim was made for the pod, and must therefore belong to it. */
  readonly checkOwner: boolean;
}

/** The claim behind an entry. Source: resourceclaim.Name. */
export function claimNameOf(pod: Pod, entry: PodResourceClaim): Result<ClaimName, string> {
  const { namespace, name } = pod.metadata;
  if (entry.resourceClaimName !== undefined) {
    return ok({ name: entry.resourceClaimName, checkOwner: false });
  }
  if (entry.resourceClaimTemplateName === undefined) {
    const where = `pod "${namespace}/${name}", spec.resourceClaim "${entry.name}"`;
    return err(`${where}: none of the supported fields are set`);
  }
  const made = pod.status?.resourceClaimStatuses?.find((status) => status.name === entry.name);
  if (made === undefined) return err(`pod "${namespace}/${name}": ResourceClaim not created yet`);
  return ok({ name: made.resourceClaimName, checkOwner: true });
}

/** `namespace/name` of each claim of a pod that is known. */
export const claimKeysOf = (pod: Pod): readonly string[] =>
  (pod.spec.resourceClaims ?? []).flatMap((entry) => {
    const found = claimNameOf(pod, entry);
    const name = found.ok ? found.value.name : undefined;
    return name === undefined ? [] : [`${pod.metadata.namespace}/${name}`];
  });

/** Why a claim is not the pod's own; `undefined`: it is. Source: resourceclaim.IsForPod. */
export function ownerError(pod: Pod, claim: ResourceClaim): string | undefined {
  const { namespace, name, uid } = pod.metadata;
  const owner = claim.metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (claim.metadata.namespace === namespace && owner?.uid === uid) return undefined;
  const which = `${claim.metadata.namespace}/${claim.metadata.name}`;
  return `ResourceClaim ${which} was not created for pod ${namespace}/${name} (pod is not owner)`;
}

export const isReservedForPod = ({ metadata }: Pod, { status }: ResourceClaim): boolean =>
  status?.reservedFor?.some(({ uid }) => uid === metadata.uid) ?? false;

/** Whether one more pod may use it. */
export const canBeReserved = ({ status }: ResourceClaim): boolean =>
  (status?.reservedFor?.length ?? 0) < maxConsumers;

/** The claim with the pod among those that use it. */
export function reservedFor({ metadata }: Pod, claim: ResourceClaim): ResourceClaim {
  const consumer = { resource: 'pods', name: metadata.name, uid: metadata.uid };
  const others = claim.status?.reservedFor ?? [];
  return { ...claim, status: { ...claim.status, reservedFor: [...others, consumer] } };
}
