/**
 * Deletes pods that nothing else deletes: those of missing nodes, deleted ones that were never
 * scheduled, and ended ones beyond a limit. Models
 * kubernetes/pkg/controller/podgc/gc_controller.go.
 */

import { type Duration, rfc3339, type SimTime, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { nodes, pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { isPodTerminal } from '#k8s.io/component-helpers/core/pod-phase';
import { type Process, sleep } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  componentOf,
  controllerDescriptor,
} from '../app/controller-context.ts';
import { indexByNode, nodesWithPods, podsOn } from '../controller/pods.ts';
import { waitForCaches } from '../controller/workers.ts';

const name = 'pod-garbage-collector-controller';
const component = componentOf(name);
const period: Duration = 20 * second;
/** How long a node must be missing before its pods are deleted. */
const quarantine: Duration = 40 * second;
/** Why a Pod is deleted. */
type Why = 'terminated' | 'unscheduled' | 'out-of-service' | 'orphaned';

/** --terminated-pod-gc-threshold */
const terminatedThreshold = 12500;
const outOfServiceTaint = 'node.kubernetes.io/out-of-service';

export const podGcController = controllerDescriptor(
  name,
  (context, client) => new PodGcController(context, client),
  { serviceAccount: 'pod-garbage-collector' },
);

class PodGcController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #pods: SharedInformer<Pod>;
  readonly #nodes: SharedInformer<Node>;
  /** Nodes that pods name but the cache does not have, and since when. */
  readonly #missing = new Map<string, SimTime>();

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#pods = context.informers.forResource<Pod>(pods);
    this.#nodes = context.informers.forResource<Node>(nodes);
    indexByNode(this.#pods);
  }

  *run(): Process {
    yield* waitForCaches(this.#pods, this.#nodes);
    this.#env.sim.spawn(name, this.#loop());
  }

  *#loop(): Process {
    for (;;) {
      yield* sleep(period);
      this.#env.tracer.timer(component, 'pod-gc');
      yield* this.#collect();
    }
  }

  *#collect(): Process {
    const { sim } = this.#env;
    const found = [...this.#terminated(), ...this.#unscheduled(), ...this.#outOfService()];
    for (const { pod, why } of sim.each(found)) yield* this.#forceDelete(pod, why);
    for (const node of sim.each(this.#longMissing())) {
      const live = yield* this.#client.get(nodes, { name: node });
      this.#missing.delete(node);
      if (live.ok || !isNotFound(live.error)) continue;
      for (const pod of sim.each(podsOn(this.#pods.lister, node))) {
        const message = 'PodGC: node no longer exists';
        yield* this.#forceDelete(pod, 'orphaned', message);
      }
    }
  }

  #terminated(): readonly { pod: Pod; why: Why }[] {
    if (this.#pods.lister.size <= terminatedThreshold) return [];
    const ended = this.#pods.lister.list().filter(isPodTerminal);
    const excess = ended.length - terminatedThreshold;
    if (excess <= 0) return [];
    const order = (pod: Pod): string =>
      `${pod.status?.reason === 'Evicted' ? 0 : 1}${pod.metadata.creationTimestamp}`;
    const oldest = ended.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, excess);
    return oldest.map((pod) => ({ pod, why: 'terminated' }));
  }

  #unscheduled(): readonly { pod: Pod; why: Why }[] {
    return podsOn(this.#pods.lister, '')
      .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
      .map((pod) => ({ pod, why: 'unscheduled' }));
  }

  /** Pods that are being deleted on a node with the out-of-service taint. */
  #outOfService(): readonly { pod: Pod; why: Why }[] {
    return this.#nodes.lister
      .list()
      .filter(({ spec }) => spec.taints?.some(({ key }) => key === outOfServiceTaint) === true)
      .filter((node) => !isReady(node))
      .flatMap(({ metadata }) => podsOn(this.#pods.lister, metadata.name))
      .filter(({ metadata }) => metadata.deletionTimestamp !== undefined)
      .map((pod) => ({ pod, why: 'out-of-service' }));
  }

  /** Nodes that have been missing for the time of the quarantine. */
  #longMissing(): readonly string[] {
    const { now } = this.#env.sim;
    const named = nodesWithPods(this.#pods.lister);
    const missing = named.filter((node) => this.#nodes.lister.get(node) === undefined);
    for (const node of this.#missing.keys())
      if (!missing.includes(node)) this.#missing.delete(node);
    for (const node of missing) if (!this.#missing.has(node)) this.#missing.set(node, now);
    return missing.filter((node) => now - (this.#missing.get(node) ?? now) >= quarantine);
  }

  /** Source: gc_controller.go markFailedAndDeletePodWithCondition. */
  *#forceDelete(pod: Pod, why: Why, disruption?: string): Process {
    const { namespace, name: podName, uid } = pod.metadata;
    this.#env.tracer.emit({
      type: 'DecisionMade',
      component,
      key: `${namespace}/${podName}`,
      decision: `pod-gc.${why}`,
      params: { pod: podName },
    });
    if (disruption !== undefined || !isPodTerminal(pod)) {
      const patch = { metadata: { uid }, status: failedStatus(disruption, this.#env.sim.now) };
      const type = 'application/strategic-merge-patch+json';
      const target = { namespace, name: podName, subresource: 'status' };
      const patched = yield* this.#client.patch(pods, type, patch, target);
      if (!patched.ok) return;
    }
    yield* this.#client.delete(
      pods,
      { namespace, name: podName },
      { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0 },
    );
  }
}

const isReady = ({ status }: Node): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;

const failedStatus = (disruption: string | undefined, now: SimTime) => ({
  phase: 'Failed',
  ...(disruption === undefined
    ? {}
    : {
        conditions: [
          {
            type: 'DisruptionTarget',
            status: 'True',
            reason: 'DeletionByPodGC',
            message: disruption,
            lastTransitionTime: rfc3339(now),
          },
        ],
      }),
});
