/**
 * Takes pods that are done out of `status.reservedFor`; a claim that nobody uses any more gives its
 * devices back, and is deleted if it was made for such a pod.
 *
 * Models syncClaim of kubernetes/pkg/controller/resourceclaim/controller.go.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { ResourceClaim } from '#k8s.io/api/resource/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { resourceClaims } from '#k8s.io/client-go/rest/device-resources';
import { pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { claimFinalizer } from '#k8s.io/dynamic-resource-allocation/resource-claim';
import type { Process } from '#sim/simulation';
import { apiError, type SyncError, type SyncResult } from '../controller/workers.ts';
import { isPodDone } from './claim-from-template.ts';

type Consumer = NonNullable<NonNullable<ResourceClaim['status']>['reservedFor']>[number];
type Written = { readonly claim: ResourceClaim } | { readonly error: SyncError };

export class ClaimRelease {
  readonly #client: RestClient;
  readonly #pods: Lister<Pod>;
  /** UIDs of pods that are known to be gone. */
  readonly #deleted = new Set<string>();

  constructor(client: RestClient, lister: Lister<Pod>) {
    this.#client = client;
    this.#pods = lister;
  }

  podDeleted({ metadata }: Pod): void {
    this.#deleted.add(metadata.uid);
  }

  *sync(claim: ResourceClaim): Process<SyncResult> {
    const present = claim.status?.reservedFor ?? [];
    const valid: Consumer[] = [];
    for (const consumer of present) {
      if ((consumer.apiGroup ?? '') !== '' || consumer.resource !== 'pods') {
        return { message: `unsupported ReservedFor entry: ${JSON.stringify(consumer)}` };
      }
      const keeps = yield* this.#needsIt(claim, consumer);
      if (typeof keeps !== 'boolean') return keeps;
      if (keeps) valid.push(consumer);
    }
    const failed = yield* this.#giveBack(claim, present.length, valid);
    if (failed !== undefined) return failed;
    return valid.length === 0 ? yield* this.#deleteUnused(claim) : undefined;
  }

  /** The cache may not have the pod yet: then the server is asked. */
  *#needsIt(
    { metadata: { namespace } }: ResourceClaim,
    { name, uid }: Consumer,
  ): Process<boolean | SyncError> {
    if (this.#deleted.has(uid)) return false;
    let pod = this.#pods.get(`${namespace}/${name}`);
    if (pod === undefined) {
      const live = yield* this.#client.get<Pod>(pods, { namespace, name });
      if (!live.ok && !isNotFound(live.error)) return apiError(live.error);
      if (live.ok) pod = live.value;
      else this.#deleted.add(uid);
    }
    return pod !== undefined && pod.metadata.uid === uid && !isPodDone(pod);
  }

  *#giveBack(
    claim: ResourceClaim,
    present: number,
    valid: readonly Consumer[],
  ): Process<SyncResult> {
    const { finalizers = [], deletionTimestamp } = claim.metadata;
    const isProtected = finalizers.includes(claimFinalizer);
    let current = claim;
    if (valid.length < present) {
      const { allocation, devices, reservedFor: _, ...rest } = claim.status ?? {};
      const isLast = valid.length === 0;
      const kept = isLast
        ? rest
        : { ...rest, reservedFor: valid, ...(allocation && { allocation }) };
      const written = yield* this.#write(
        { ...claim, status: { ...kept, ...(!isLast && devices && { devices }) } },
        'status',
      );
      if ('error' in written) return written.error;
      current = written.claim;
      if (!isLast || !isProtected) return undefined;
    } else {
      if (!isProtected || deletionTimestamp === undefined || valid.length > 0) return undefined;
      if (claim.status?.allocation !== undefined) {
        const { allocation: _, ...status } = claim.status;
        const written = yield* this.#write({ ...claim, status }, 'status');
        if ('error' in written) return written.error;
        current = written.claim;
      }
    }
    const left = (current.metadata.finalizers ?? []).filter((one) => one !== claimFinalizer);
    const metadata = { ...current.metadata, finalizers: left };
    const released = yield* this.#write({ ...current, metadata }, '');
    return 'error' in released ? released.error : undefined;
  }

  *#write(body: ResourceClaim, subresource: string): Process<Written> {
    const { namespace, name } = body.metadata;
    const target = { namespace, name, ...(subresource === '' ? {} : { subresource }) };
    const answer = yield* this.#client.update<ResourceClaim>(resourceClaims, body, target);
    return answer.ok ? { claim: answer.value } : { error: apiError(answer.error) };
  }

  /** A claim that was made for a pod which is done. If the pod is gone, garbage is collected. */
  *#deleteUnused({ metadata }: ResourceClaim): Process<SyncResult> {
    const owner = metadata.ownerReferences?.find(
      ({ controller, kind }) => controller === true && kind === 'Pod',
    );
    if (owner === undefined || metadata.deletionTimestamp !== undefined) return undefined;
    const { namespace, name } = metadata;
    const pod = this.#pods.get(`${namespace}/${owner.name}`);
    if (pod === undefined || pod.metadata.uid !== owner.uid || !isPodDone(pod)) return undefined;
    const answer = yield* this.#client.delete(resourceClaims, { namespace, name });
    if (answer.ok || isNotFound(answer.error)) return undefined;
    const failed = apiError(answer.error);
    return { ...failed, message: `delete claim: ${failed.message}` };
  }
}
