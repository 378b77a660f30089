/**
 * The claims as this scheduler knows them: the informer's, with what it has decided or written
 * since.
 *
 * Models kubernetes/pkg/scheduler/framework/plugins/dynamicresources dra_manager.go claimTracker:
 * an assume cache, and the allocations that are decided but not written.
 */
import { err, ok, type Result } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import type { AllocationResult, ResourceClaim } from '#k8s.io/api/resource/v1';
import { OwnWrites } from '#k8s.io/client-go/tools/cache/own-writes';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { deviceKey } from '#k8s.io/dynamic-resource-allocation/pools';
import { claimNameOf, ownerError } from '#k8s.io/dynamic-resource-allocation/resource-claim';

export class ClaimTracker {
  readonly #claims: OwnWrites<ResourceClaim>;
  /** By the UID of the claim: from Reserve until the write of PreBind. */
  readonly #pending = new Map<string, AllocationResult>();

  constructor(lister: Lister<ResourceClaim>) {
    this.#claims = new OwnWrites(lister);
  }

  get(key: string): ResourceClaim | undefined {
    return this.#claims.get(key);
  }

  wrote(claim: ResourceClaim): void {
    this.#claims.wrote(claim);
  }

  isPending(claim: ResourceClaim): boolean {
    return this.#pending.has(claim.metadata.uid);
  }

  /** Source: SignalClaimPendingAllocation. */
  allocate(claim: ResourceClaim, allocation: AllocationResult): void {
    this.#pending.set(claim.metadata.uid, allocation);
  }

  /** Source: RemoveClaimPendingAllocation. */
  settle(claim: ResourceClaim): boolean {
    return this.#pending.delete(claim.metadata.uid);
  }

  /** Keys of the devices that belong to a claim. Source: GatherAllocatedState. */
  taken(): ReadonlySet<string> {
    const keys = new Set<string>();
    const add = (allocation: AllocationResult | undefined): void => {
      for (const { driver, pool, device } of allocation?.devices?.results ?? []) {
        keys.add(deviceKey(driver, pool, device));
      }
    };
    for (const { status } of this.#claims.list()) add(status?.allocation);
    for (const allocation of this.#pending.values()) add(allocation);
    return keys;
  }

  /** The claims of a pod, or why it must wait for them. Source: foreachPodResourceClaim. */
  claimsOf(pod: Pod): Result<readonly ResourceClaim[], string> {
    const claims: ResourceClaim[] = [];
    for (const entry of pod.spec.resourceClaims ?? []) {
      const found = claimNameOf(pod, entry);
      if (!found.ok) return found;
      const { name, checkOwner } = found.value;
      if (name === undefined) continue;
      const key = `${pod.metadata.namespace}/${name}`;
      const claim = this.get(key);
      if (claim === undefined)
        return err(`could not find ResourceClaim "${key}": object not found`);
      if (claim.metadata.deletionTimestamp !== undefined) {
        return err(`resourceclaim "${name}" is being deleted`);
      }
      const foreign = checkOwner ? ownerError(pod, claim) : undefined;
      if (foreign !== undefined) return err(foreign);
      claims.push(claim);
    }
    return ok(claims);
  }
}
