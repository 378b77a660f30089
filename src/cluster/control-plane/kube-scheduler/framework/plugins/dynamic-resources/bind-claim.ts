/**
 * Writes what was decided for a claim, and takes it back.
 *
 * Models bindClaim and Unreserve of kubernetes/pkg/scheduler/framework/plugins/dynamicresources:
 * the finalizer in one request, then allocation and consumer in the status; again from the
 * server's object when somebody wrote in between.
 */
import { err, ok, type Result } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import type { AllocationResult, ResourceClaim } from '#k8s.io/api/resource/v1';
import { isConflict } from '#k8s.io/apimachinery/errors';
import { resourceClaims } from '#k8s.io/client-go/rest/device-resources';
import type { ApiResult, RestClient } from '#k8s.io/client-go/rest/rest-client';
import { claimFinalizer, reservedFor } from '#k8s.io/dynamic-resource-allocation/resource-claim';
import type { Process } from '#sim/simulation';

/** Source: retry.DefaultRetry. */
const tries = 5;

export function* bindClaim(
  client: RestClient,
  pod: Pod,
  given: ResourceClaim,
  allocation: AllocationResult | undefined,
): Process<Result<ResourceClaim, string>> {
  const target = { namespace: given.metadata.namespace, name: given.metadata.name };
  let claim = given;
  for (let left = tries; ; left--) {
    const { deletionTimestamp, finalizers = [], name } = claim.metadata;
    if (deletionTimestamp !== undefined) {
      return err(`claim ${name} got deleted in the meantime`);
    }
    if (allocation !== undefined && claim.status?.allocation !== undefined) {
      return err(`claim ${name} got allocated elsewhere in the meantime`);
    }
    let answer: ApiResult<ResourceClaim> = ok(claim);
    if (allocation !== undefined && !finalizers.includes(claimFinalizer)) {
      const metadata = { ...claim.metadata, finalizers: [...finalizers, claimFinalizer] };
      answer = yield* client.update(resourceClaims, { ...claim, metadata }, target);
    }
    if (answer.ok) {
      const reserved = reservedFor(pod, answer.value);
      const body = allocation && { ...reserved, status: { ...reserved.status, allocation } };
      answer = yield* client.update(resourceClaims, body ?? reserved, {
        ...target,
        subresource: 'status',
      });
    }
    if (answer.ok) return answer;
    if (!isConflict(answer.error) || left === 1) {
      return err(answer.error.message ?? 'unknown error');
    }
    const fresh = yield* client.get<ResourceClaim>(resourceClaims, target);
    if (!fresh.ok) return err(`updated claim ${name}: ${fresh.error.message}`);
    claim = fresh.value;
  }
}

/** The pod uses it no more. The controller frees the devices when nobody does. */
export function* releaseClaim(
  client: RestClient,
  { metadata: { uid } }: Pod,
  claim: ResourceClaim,
): Process<ResourceClaim | undefined> {
  const { namespace, name, uid: claimUid } = claim.metadata;
  const status = { reservedFor: [{ $patch: 'delete', uid }] };
  const answer = yield* client.patch<ResourceClaim>(
    resourceClaims,
    'application/strategic-merge-patch+json',
    { metadata: { uid: claimUid }, status },
    { namespace, name, subresource: 'status' },
  );
  return answer.ok ? answer.value : undefined;
}
