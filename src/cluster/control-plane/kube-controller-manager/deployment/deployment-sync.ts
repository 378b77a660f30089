/**
 * One pass over one Deployment: the working copy, and what each step of the pass needs.
 *
 * Upstream mutates a deep copy of the cached Deployment while it works and sends that copy; here
 * `deployment` is replaced by new values. Its resourceVersion stays that of the cache, so a
 * second status write in the same pass conflicts, as it does upstream.
 */
import { err, ok } from '#base/result';
import type { Environment } from '#cluster/environment';
import type { Deployment, DeploymentStatus, ReplicaSet } from '#k8s.io/api/apps/v1';
import { deployments } from '#k8s.io/client-go/rest/resource';
import type { ApiResult, RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import type { Process } from '#sim/simulation';
import type { DecisionId } from '#trace/facts/controllers';

/** What all passes of the controller share. */
export interface DeploymentTools {
  readonly env: Environment;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly queue: RateLimitingQueue;
  readonly sets: Lister<ReplicaSet>;
  /** Whether this ReplicaSet has pods that have not ended. */
  readonly hasLivePods: (set: ReplicaSet) => boolean;
}

/** The new ReplicaSet, if it exists, and all others. */
export interface SetsOfDeployment {
  readonly newSet: ReplicaSet | undefined;
  readonly oldSets: readonly ReplicaSet[];
}

export class DeploymentSync {
  readonly tools: DeploymentTools;
  readonly key: string;
  /** Its ReplicaSets, as they were in the cache at the start of the pass. */
  readonly sets: readonly ReplicaSet[];
  deployment: Deployment;

  constructor(
    tools: DeploymentTools,
    key: string,
    deployment: Deployment,
    sets: readonly ReplicaSet[],
  ) {
    this.tools = tools;
    this.key = key;
    this.deployment = deployment;
    this.sets = sets;
  }

  get now(): number {
    return this.tools.env.sim.now;
  }

  setStatus(status: DeploymentStatus): void {
    this.deployment = { ...this.deployment, status };
  }

  setAnnotation(name: string, value: string): void {
    const { metadata } = this.deployment;
    const annotations = { ...metadata.annotations, [name]: value };
    this.deployment = { ...this.deployment, metadata: { ...metadata, annotations } };
  }

  /** Sends the working copy to the status subresource. The response does not replace the copy. */
  *updateStatus(): Process<ApiResult<undefined>> {
    const { namespace, name } = this.deployment.metadata;
    const target = { namespace, name, subresource: 'status' };
    const answer = yield* this.tools.client.update<Deployment>(
      deployments,
      this.deployment,
      target,
    );
    return answer.ok ? ok(undefined) : err(answer.error);
  }

  decide(decision: DecisionId, params: Readonly<Record<string, string | number | boolean>>): void {
    const { env, client } = this.tools;
    const { component } = client.config;
    env.tracer.emit({ type: 'DecisionMade', component, key: this.key, decision, params });
  }

  event(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.tools.recorder.event(this.deployment, type, reason, message);
  }
}
