/**
 * The claims of a StatefulSet's pods: created when missing, and owned according to the retention
 * policy, so that the garbage collector deletes them at the right time. Models the claim part of
 * kubernetes/pkg/controller/statefulset/stateful_pod_control.go.
 */

import type { StatefulSet } from '#k8s.io/api/apps/v1';
import type { PersistentVolumeClaim } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import type { OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import { persistentVolumeClaims } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { Process, Simulation } from '#sim/simulation';
import { apiError, type SyncResult } from '../controller/workers.ts';
import { claimsOf, isInOrdinalRange, type Replica } from './stateful-set-utils.ts';

export class ClaimControl {
  readonly #sim: Simulation;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #claims: Lister<PersistentVolumeClaim>;

  constructor(
    sim: Simulation,
    client: RestClient,
    recorder: EventRecorder,
    claims: Lister<PersistentVolumeClaim>,
  ) {
    this.#sim = sim;
    this.#client = client;
    this.#recorder = recorder;
    this.#claims = claims;
  }

  /** Source: createPersistentVolumeClaims. */
  *createMissing(set: StatefulSet, pod: Replica): Process<SyncResult> {
    const errors: string[] = [];
    for (const { claim } of this.#sim.inTurn(claimsOf(set, pod))) {
      const { namespace, name } = claim.metadata;
      const existing = this.#claims.get(`${namespace}/${name}`);
      if (existing?.metadata.deletionTimestamp !== undefined) {
        errors.push(`pvc ${name} is being deleted`);
      }
      if (existing !== undefined) continue;
      const made = yield* this.#client.create(persistentVolumeClaims, claim, { namespace });
      const at = `Claim ${name} Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
      if (made.ok) {
        this.#recorder.event(set, 'Normal', 'SuccessfulCreate', `Create ${at} success`);
        continue;
      }
      const { message } = made.error;
      const failed = `Create ${at.replace(' Pod ', ' for Pod ')} failed error: ${message}`;
      this.#recorder.event(set, 'Warning', 'FailedCreate', failed);
      errors.push(`failed to create PVC ${name}: ${message}`);
    }
    if (errors.length === 0) return undefined;
    return { message: errors.length === 1 ? (errors[0] ?? '') : `[${errors.join(', ')}]` };
  }

  /** Whether a claim still belongs to an earlier pod of this name that must be collected first. */
  isStale(set: StatefulSet, pod: Replica): boolean {
    if (set.spec.persistentVolumeClaimRetentionPolicy?.whenScaled !== 'Delete') return false;
    return this.#existing(set, pod).some(({ metadata }) =>
      metadata.ownerReferences?.some(
        ({ kind, name, uid }) =>
          kind === 'Pod' && name === pod.metadata.name && uid !== pod.metadata.uid,
      ),
    );
  }

  /** Source: ClaimsMatchRetentionPolicy. A missing claim matches. */
  matchPolicy(set: StatefulSet, pod: Replica): boolean {
    return this.#existing(set, pod).every((claim) => {
      const owners = claim.metadata.ownerReferences ?? [];
      return deepEqual(owners, wantedOwners(set, pod, owners));
    });
  }

  /** Source: UpdatePodClaimForRetentionPolicy. */
  *applyPolicy(set: StatefulSet, pod: Replica): Process<SyncResult> {
    for (const claim of this.#sim.inTurn(this.#existing(set, pod))) {
      const owners = claim.metadata.ownerReferences ?? [];
      const ownerReferences = wantedOwners(set, pod, owners);
      if (deepEqual(owners, ownerReferences)) continue;
      const { namespace, name } = claim.metadata;
      const body = { ...claim, metadata: { ...claim.metadata, ownerReferences } };
      const answer = yield* this.#client.update(persistentVolumeClaims, body, { namespace, name });
      if (!answer.ok) {
        const { message } = apiError(answer.error);
        return {
          message: `could not update claim ${name} for delete policy ownerRefs: ${message}`,
        };
      }
    }
    return undefined;
  }

  #existing(set: StatefulSet, pod: Replica): readonly PersistentVolumeClaim[] {
    return claimsOf(set, pod).flatMap(({ claim }) => {
      const { namespace, name } = claim.metadata;
      return this.#claims.get(`${namespace}/${name}`) ?? [];
    });
  }
}

/** The owners that a claim must have by the policy; owners of other kinds stay. */
function wantedOwners(
  set: StatefulSet,
  pod: Replica,
  owners: readonly OwnerReference[],
): readonly OwnerReference[] {
  const { whenDeleted, whenScaled } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  const others = owners.filter(({ kind, uid }) => kind !== 'Pod' && uid !== set.metadata.uid);
  const isCondemned = !isInOrdinalRange(pod, set);
  const { name, uid } = pod.metadata;
  if (whenScaled === 'Delete' && isCondemned && uid !== undefined) {
    const owned = { controller: true, blockOwnerDeletion: true };
    return [...others, { apiVersion: 'v1', kind: 'Pod', name, uid, ...owned }];
  }
  return whenDeleted === 'Delete' ? [...others, newControllerRef(set)] : others;
}
