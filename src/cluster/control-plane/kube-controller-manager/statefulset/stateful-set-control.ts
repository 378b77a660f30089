/**
 * One step of a StatefulSet towards its desired state: pods in order, one at a time, or all at once
 * where the policy is Parallel. Models updateStatefulSet of
 * kubernetes/pkg/controller/statefulset/stateful_set_control.go.
 */

import type { Environment } from '#cluster/environment';
import type { StatefulSet, StatefulSetStatus } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import type { Process } from '#sim/simulation';
import type { ComponentId } from '#trace/fact';
import type { DecisionId } from '#trace/facts/controllers';
import { slowStartBatch } from '../controller/slow-start.ts';
import type { SyncResult } from '../controller/workers.ts';
import { templateOf } from '../history/controller-revisions.ts';
import { Replicas, type Row } from './replicas.ts';
import type { Revisions } from './revisions.ts';
import type { StatefulPodControl } from './stateful-pod-control.ts';
import {
  identityMatches,
  isCreated,
  isInOrdinalRange,
  isPending,
  isRunningAndAvailable,
  isRunningAndReady,
  isTerminating,
  isUnavailable,
  type NewPod,
  newStatefulSetPod,
  ordinalOf,
  type Replica,
  replicaCount,
  revisionOf,
  startOrdinal,
  storageMatches,
} from './stateful-set-utils.ts';
import { countReplicas, type Draft } from './status.ts';

export interface SetControlOptions {
  readonly env: Environment;
  readonly component: ComponentId;
  readonly podControl: StatefulPodControl;
}

interface Outcome {
  readonly status: StatefulSetStatus;
  readonly error: SyncResult;
}

/** Whether the other pods must wait, and the error, if any. */
interface Step {
  readonly exit: boolean;
  readonly error?: SyncResult;
}

const goOn: Step = { exit: false };
const wait: Step = { exit: true };
const failed = (error: SyncResult): Step => (error === undefined ? goOn : { exit: true, error });

export class StatefulSetControl {
  readonly #options: SetControlOptions;
  readonly #set: StatefulSet;
  readonly #key: string;
  readonly #revisions: Revisions;
  /** Whether pods wait for each other. */
  readonly #monotonic: boolean;

  constructor(options: SetControlOptions, key: string, set: StatefulSet, revisions: Revisions) {
    this.#options = options;
    this.#key = key;
    this.#set = set;
    this.#revisions = revisions;
    this.#monotonic = set.spec.podManagementPolicy !== 'Parallel';
  }

  *update(pods: readonly Pod[]): Process<Outcome> {
    const set = this.#set;
    const status = this.#newStatus(pods);
    if (set.metadata.deletionTimestamp !== undefined) return { status, error: undefined };
    const { replicas, condemned } = this.#partition(pods);
    const firstUnavailable =
      replicas.first((pod) => this.#isUnavailable(pod)) ??
      condemned.findLast((pod) => this.#isUnavailable(pod));
    const { claims } = this.#options.podControl;
    const phases = [
      () => this.#forAll(replicas, (pod) => this.#processReplica(pod)),
      () =>
        this.#forAll(condemned, function* (pod) {
          if (claims.matchPolicy(set, pod)) return goOn;
          return failed(yield* claims.applyPolicy(set, pod));
        }),
      () => this.#forAll(condemned, (pod) => this.#processCondemned(pod, firstUnavailable)),
    ];
    for (const phase of phases) {
      const { exit, error } = yield* phase();
      if (!exit && error === undefined) continue;
      this.#count(status, [...replicas.seen, ...condemned]);
      return { status, error };
    }
    this.#count(status, [...replicas.seen, ...condemned]);
    if (set.spec.updateStrategy?.type === 'OnDelete') return { status, error: undefined };
    return { status, error: yield* this.#rollOne(replicas, status) };
  }

  #newStatus(pods: readonly Pod[]): Draft {
    const { current, update, collisionCount } = this.#revisions;
    const status: Draft = {
      observedGeneration: this.#set.metadata.generation ?? 0,
      replicas: 0,
      currentRevision: current.metadata.name,
      updateRevision: update.metadata.name,
      collisionCount,
    };
    this.#count(status, pods);
    return status;
  }

  #count(status: Draft, pods: readonly Replica[]): void {
    Object.assign(status, countReplicas(this.#set, this.#revisions, pods, this.#now));
  }

  get #now(): number {
    return this.#options.env.sim.now;
  }

  #isUnavailable(pod: Replica): boolean {
    return isUnavailable(pod, this.#set, this.#now);
  }

  /** The desired pods, with new ones in the gaps; and the others, highest ordinal first. */
  #partition(pods: readonly Pod[]): { replicas: Replicas; condemned: readonly Pod[] } {
    const set = this.#set;
    const start = startOrdinal(set);
    const present = new Map<number, Pod>();
    const condemned: Pod[] = [];
    for (const pod of pods) {
      if (isInOrdinalRange(pod, set)) present.set(ordinalOf(pod) - start, pod);
      else if (ordinalOf(pod) >= 0) condemned.push(pod);
    }
    condemned.sort((a, b) => ordinalOf(b) - ordinalOf(a));
    const newPod = (n: number): NewPod => this.#newPod(start + n);
    return { replicas: new Replicas(replicaCount(set), present, newPod), condemned };
  }

  /** Below the partition a new pod has the current revision. Source: newVersionedStatefulSetPod. */
  #newPod(ordinal: number): NewPod {
    const set = this.#set;
    const { current, update } = this.#revisions;
    const { type, rollingUpdate } = set.spec.updateStrategy ?? {};
    const kept = rollingUpdate?.partition ?? set.status?.currentReplicas ?? 0;
    const isCurrent = type === 'RollingUpdate' && ordinal < startOrdinal(set) + kept;
    const revision = isCurrent ? current : update;
    return newStatefulSetPod(set, templateOf(revision), revision.metadata.name, ordinal);
  }

  *#forAll<T extends Replica>(pods: Row<T>, step: (pod: T) => Process<Step>): Process<Step> {
    if (this.#monotonic) {
      for (const pod of this.#options.env.sim.inTurn(pods)) {
        const done = yield* step(pod);
        if (done.exit || done.error !== undefined) return { ...done, exit: true };
      }
      return goOn;
    }
    let at = 0;
    const { error } = yield* slowStartBatch(this.#options.env.sim, pods.length, function* () {
      const pod = pods.at(at++);
      return pod === undefined ? undefined : (yield* step(pod)).error;
    });
    return failed(error);
  }

  /** Source: processReplica. */
  *#processReplica(pod: Replica): Process<Step> {
    const set = this.#set;
    const { podControl } = this.#options;
    const { claims } = podControl;
    if (isPodTerminal(pod)) {
      if (isTerminating(pod)) return wait;
      return { exit: true, error: yield* podControl.delete(set, pod) };
    }
    if (!isCreated(pod)) {
      if (claims.isStale(set, pod)) return wait;
      this.#decide('statefulset.create-pod', pod);
      const error = yield* podControl.create(set, pod as NewPod);
      return error !== undefined || this.#monotonic ? { exit: true, error } : goOn;
    }
    if (isPending(pod)) {
      const error = yield* claims.createMissing(set, pod);
      if (error !== undefined) return { exit: true, error };
    }
    const mustWait =
      isTerminating(pod) || !isRunningAndReady(pod) || !isRunningAndAvailable(pod, set, this.#now);
    if (this.#monotonic && mustWait) return wait;
    if (identityMatches(set, pod) && storageMatches(set, pod) && claims.matchPolicy(set, pod)) {
      return goOn;
    }
    return failed(yield* podControl.update(set, pod));
  }

  /** Source: processCondemned. */
  *#processCondemned(pod: Pod, firstUnavailable: Replica | undefined): Process<Step> {
    if (isTerminating(pod)) return this.#monotonic ? wait : goOn;
    const isHealthy = isRunningAndReady(pod) && isRunningAndAvailable(pod, this.#set, this.#now);
    // A pod before it is not healthy: until it is, no other pod is deleted.
    if (!isHealthy && this.#monotonic && pod !== firstUnavailable) return wait;
    this.#decide('statefulset.delete-pod', pod);
    return { exit: true, error: yield* this.#options.podControl.delete(this.#set, pod) };
  }

  /** Deletes the highest pod with another revision, if those above it are healthy. */
  *#rollOne(replicas: Replicas, status: Draft): Process<SyncResult> {
    const { update } = this.#revisions;
    const least = this.#set.spec.updateStrategy?.rollingUpdate?.partition ?? 0;
    for (let n = replicas.length - 1; n >= least; n--) {
      const pod = replicas.at(n);
      if (revisionOf(pod) !== update.metadata.name && !isTerminating(pod)) {
        this.#decide('statefulset.update-pod', pod);
        const error = yield* this.#options.podControl.delete(this.#set, pod);
        if (error === undefined) status.currentReplicas = (status.currentReplicas ?? 0) - 1;
        return error;
      }
      if (this.#isUnavailable(pod)) return undefined;
    }
    return undefined;
  }

  #decide(decision: DecisionId, pod: Replica): void {
    const { env, component } = this.#options;
    const params = { pod: pod.metadata.name };
    env.tracer.emit({ type: 'DecisionMade', component, key: this.#key, decision, params });
  }
}
