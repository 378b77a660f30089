/**
 * Creates, corrects and deletes the pods of a StatefulSet, and records events about that. Models
 * kubernetes/pkg/controller/statefulset/stateful_pod_control.go.
 */
import type { StatefulSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { isAlreadyExists, isConflict, isNotFound } from '#k8s.io/apimachinery/errors';
import { pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { Process } from '#sim/simulation';
import { apiError, type SyncResult } from '../controller/workers.ts';
import type { ClaimControl } from './claims.ts';
import {
  identityMatches,
  type NewPod,
  type Replica,
  storageMatches,
  withIdentity,
} from './stateful-set-utils.ts';

type Verb = 'Create' | 'Update' | 'Delete';

/** How often an update is tried when it conflicts. Source: retry.DefaultBackoff. */
const conflictTries = 4;

export interface StatefulPodOptions {
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly pods: Lister<Pod>;
  readonly claims: ClaimControl;
  /** Called with the version of each written pod. */
  readonly wrote: (set: StatefulSet, resourceVersion: string) => void;
}

export class StatefulPodControl {
  readonly #options: StatefulPodOptions;
  readonly claims: ClaimControl;

  constructor(options: StatefulPodOptions) {
    this.#options = options;
    this.claims = options.claims;
  }

  /** Source: CreateStatefulPod: the claims first, then the pod. */
  *create(set: StatefulSet, pod: NewPod): Process<SyncResult> {
    const failedClaim = yield* this.claims.createMissing(set, pod);
    if (failedClaim !== undefined) {
      this.#record('Create', set, pod, failedClaim.message);
      return failedClaim;
    }
    const { client, wrote } = this.#options;
    const { namespace } = pod.metadata;
    const body = { kind: 'Pod', apiVersion: 'v1', ...pod, status: {} };
    const answer = yield* client.create<Pod>(pods, body, { namespace });
    if (!answer.ok && isAlreadyExists(answer.error)) return apiError(answer.error);
    if (answer.ok) wrote(set, answer.value.metadata.resourceVersion);
    const failedPolicy = yield* this.claims.applyPolicy(set, answer.ok ? answer.value : pod);
    if (failedPolicy !== undefined) {
      this.#record('Update', set, pod, failedPolicy.message);
      return failedPolicy;
    }
    const error = answer.ok ? undefined : apiError(answer.error);
    this.#record('Create', set, pod, error?.message);
    return error;
  }

  /** Restores identity and storage of an existing pod. Source: UpdateStatefulPod. */
  *update(set: StatefulSet, pod: Pod): Process<SyncResult> {
    const { client } = this.#options;
    const { namespace, name } = pod.metadata;
    let current = pod;
    for (let tries = 0; ; tries++) {
      let isRight = identityMatches(set, current) && storageMatches(set, current);
      if (!storageMatches(set, current)) {
        const failed = yield* this.claims.createMissing(set, current);
        if (failed !== undefined) return this.#failed(set, pod, failed);
      }
      if (!this.claims.matchPolicy(set, current)) {
        const failed = yield* this.claims.applyPolicy(set, current);
        if (failed !== undefined) return this.#failed(set, pod, failed);
        // Upstream also writes the pod, although it has not changed.
        isRight = false;
      }
      if (isRight) return undefined;
      const body = withIdentity(set, current);
      const answer = yield* client.update<Pod>(pods, body, { namespace, name });
      if (answer.ok) {
        this.#record('Update', set, pod);
        return undefined;
      }
      if (!isConflict(answer.error) || tries >= conflictTries) {
        return this.#failed(set, pod, apiError(answer.error));
      }
      current = this.#options.pods.get(`${namespace}/${name}`) ?? current;
    }
  }

  /**
   * Source: DeleteStatefulPod. A pod that is already gone is not a failure of the caller's update.
   */
  *delete(set: StatefulSet, pod: Replica): Process<SyncResult> {
    const { namespace, name } = pod.metadata;
    const answer = yield* this.#options.client.delete(pods, { namespace, name });
    const error = answer.ok ? undefined : apiError(answer.error);
    this.#record('Delete', set, pod, error?.message);
    return answer.ok || isNotFound(answer.error) ? undefined : error;
  }

  #failed(set: StatefulSet, pod: Replica, error: NonNullable<SyncResult>): SyncResult {
    this.#record('Update', set, pod, error.message);
    return error;
  }

  /** Source: recordPodEvent. */
  #record(verb: Verb, set: StatefulSet, pod: Replica, error?: string): void {
    const what = `${verb} Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
    const { recorder } = this.#options;
    if (error === undefined) {
      recorder.event(set, 'Normal', `Successful${verb}`, `${what} successful`);
    } else {
      recorder.event(set, 'Warning', `Failed${verb}`, `${what} failed error: ${error}`);
    }
  }
}
