/**
 * Adopts objects that a controller's selector matches, and releases those that it no longer
 * matches.
 *
 * Models kubernetes/pkg/controller/controller_ref_manager.go. Adoption and release are patches that
 * contain the object's UID; before the first adoption the controller is read live, so that a
 * controller that is being deleted does not adopt.
 */

import type { Environment } from '#cluster/environment';
import { isInvalid, isNotFound } from '#k8s.io/apimachinery/errors';
import { matches, type Selector } from '#k8s.io/apimachinery/labels';
import { controllerOf, newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeObject, OwnerReference } from '#k8s.io/apimachinery/meta/v1';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { DecisionId } from '#trace/facts/controllers';
import { apiError, type SyncError } from './workers.ts';

export interface Claimant {
  readonly object: KubeObject;
  readonly resource: Resource;
  readonly selector: Selector;
}

export interface Claimed<T> {
  readonly objects: readonly T[];
  readonly error?: SyncError;
}

export class ControllerRefManager<T extends KubeObject> {
  readonly #env: Environment;
  readonly #client: RestClient;
  /** The resource that is claimed: pods or ReplicaSets. */
  readonly #resource: Resource;
  /** Finalizers that adoption adds besides the owner, and that release removes. */
  readonly #finalizers: readonly string[];

  constructor(
    env: Environment,
    client: RestClient,
    resource: Resource,
    finalizers: readonly string[] = [],
  ) {
    this.#env = env;
    this.#client = client;
    this.#resource = resource;
    this.#finalizers = finalizers;
  }

  /** The objects that belong to the claimant after adoption and release. */
  *claim(claimant: Claimant, candidates: readonly T[]): Process<Claimed<T>> {
    const claimed: T[] = [];
    let error: SyncError | undefined;
    let mayAdopt: SyncError | true | undefined;
    for (const candidate of this.#env.sim.inTurn(candidates)) {
      const controller = controllerOf(candidate);
      const isMatch = matches(claimant.selector, candidate.metadata.labels);
      if (controller !== undefined) {
        if (controller.uid !== claimant.object.metadata.uid) continue;
        if (isMatch) claimed.push(candidate);
        else error = (yield* this.#release(claimant, candidate)) ?? error;
        continue;
      }
      if (!isMatch || isBeingDeleted(claimant.object) || isBeingDeleted(candidate)) continue;
      mayAdopt ??= (yield* this.#canAdopt(claimant)) ?? true;
      const failure = mayAdopt === true ? yield* this.#adopt(claimant, candidate) : mayAdopt;
      if (failure === undefined) claimed.push(candidate);
      else if (failure !== 'gone') error = failure;
    }
    return error === undefined ? { objects: claimed } : { objects: claimed, error };
  }

  /** Source: controller.RecheckDeletionTimestamp, with its callers' live read. */
  *#canAdopt({ object, resource }: Claimant): Process<SyncError | undefined> {
    const { namespace = '', name, uid } = object.metadata;
    const live = yield* this.#client.get(resource, { namespace, name });
    if (!live.ok) return apiError(live.error);
    const key = `${namespace}/${name}`;
    const { uid: found, deletionTimestamp } = live.value.metadata;
    if (found !== uid) {
      const original = `original ${object.kind} ${key} is gone`;
      return { message: `${original}: got uid ${found}, wanted ${uid}` };
    }
    if (deletionTimestamp === undefined) return undefined;
    return { message: `${key} has just been deleted at ${deletionTimestamp}` };
  }

  *#adopt({ object }: Claimant, adopted: T): Process<SyncError | 'gone' | undefined> {
    const { namespace = '', name, uid } = adopted.metadata;
    this.#decide('controller.adopt', object, adopted);
    const ownerReferences: readonly OwnerReference[] = [newControllerRef(object)];
    const answer = yield* this.#client.patch(
      this.#resource,
      'application/strategic-merge-patch+json',
      { metadata: { ownerReferences, uid, ...this.#marked('finalizers') } },
      { namespace, name },
    );
    if (answer.ok) return undefined;
    return isNotFound(answer.error) ? 'gone' : apiError(answer.error);
  }

  *#release({ object }: Claimant, released: T): Process<SyncError | undefined> {
    if (isBeingDeleted(object)) return undefined;
    const { namespace = '', name, uid } = released.metadata;
    this.#decide('controller.release', object, released);
    const ownerReferences = [{ $patch: 'delete', uid: object.metadata.uid }];
    const answer = yield* this.#client.patch(
      this.#resource,
      'application/strategic-merge-patch+json',
      {
        metadata: { uid, ownerReferences, ...this.#marked('$deleteFromPrimitiveList/finalizers') },
      },
      { namespace, name },
    );
    // Gone, no longer owned, or another object of that name: there is nothing to release.
    if (answer.ok || isNotFound(answer.error) || isInvalid(answer.error)) return undefined;
    return apiError(answer.error);
  }

  #marked(member: string): Readonly<Record<string, readonly string[]>> {
    return this.#finalizers.length === 0 ? {} : { [member]: this.#finalizers };
  }

  #decide(decision: DecisionId, owner: KubeObject, object: T): void {
    const { namespace = '', name } = owner.metadata;
    this.#env.tracer.emit({
      type: 'DecisionMade',
      component: this.#client.config.component,
      key: `${namespace}/${name}`,
      decision,
      params: { kind: object.kind, name: object.metadata.name },
    });
  }
}

const isBeingDeleted = (object: KubeObject): boolean =>
  object.metadata.deletionTimestamp !== undefined;
