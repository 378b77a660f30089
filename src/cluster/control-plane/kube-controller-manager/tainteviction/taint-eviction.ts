/**
 * Deletes pods from nodes whose NoExecute taints they do not, or no longer, tolerate. Models
 * kubernetes/pkg/controller/tainteviction/taint_eviction.go with timed_workers.go.
 */
import { defined } from '#base/defined';
import { type Duration, ms, rfc3339, type SimTime, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Node, Pod, Taint, Toleration } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { nodes, pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import { metaNamespaceKey } from '#k8s.io/client-go/tools/cache/store';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import { type Process, sleep, type Timer } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  componentOf,
  controllerDescriptor,
  startRecorder,
} from '../app/controller-context.ts';
import { indexByNode, podsOn } from '../controller/pods.ts';
import { waitForCaches } from '../controller/workers.ts';

const name = 'taint-eviction-controller';
const component = componentOf(name);
const deleteTries = 5;
const retrySleep: Duration = ms(10);

export const taintEvictionController = controllerDescriptor(
  name,
  (context, client) => new TaintEvictionController(context, client),
  { serviceAccount: 'node-controller' },
);

interface Eviction {
  readonly createdAt: SimTime;
  readonly firesAt: SimTime;
  readonly timer: Timer;
}

class TaintEvictionController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #pods: SharedInformer<Pod>;
  readonly #nodes: SharedInformer<Node>;
  readonly #evictions = new Map<string, Eviction>();
  #running = false;

  constructor(context: ControllerContext, client: RestClient) {
    this.#env = context.env;
    this.#client = client;
    this.#recorder = startRecorder(context, client, { component: name });
    this.#pods = context.informers.forResource<Pod>(pods);
    this.#nodes = context.informers.forResource<Node>(nodes);
    indexByNode(this.#pods);
    this.#nodes.addEventHandler({
      onAdd: (node) => this.#nodeChanged([], node),
      onUpdate: (old, node) => this.#nodeChanged(noExecute(old), node),
    });
    this.#pods.addEventHandler({
      onAdd: (pod) => this.#podChanged(pod),
      onUpdate: (old, pod) => {
        const isMoved = old.spec.nodeName !== pod.spec.nodeName;
        if (isMoved || !deepEqual(old.spec.tolerations, pod.spec.tolerations)) {
          this.#podChanged(pod);
        }
      },
      onDelete: (pod) => this.#cancel(metaNamespaceKey(pod), false),
    });
  }

  *run(): Process {
    yield* waitForCaches(this.#nodes, this.#pods);
    this.#running = true;
    for (const node of this.#nodes.lister.list()) this.#nodeChanged([], node);
  }

  #nodeChanged(before: readonly Taint[], node: Node): void {
    const taints = noExecute(node);
    if (!this.#running || sameTaints(before, taints)) return;
    for (const pod of podsOn(this.#pods.lister, node.metadata.name)) {
      this.#process(pod, taints);
    }
  }

  #podChanged(pod: Pod): void {
    if (!this.#running || pod.spec.nodeName === undefined) return;
    const node = this.#nodes.lister.get(pod.spec.nodeName);
    const taints = node === undefined ? [] : noExecute(node);
    if (taints.length > 0) this.#process(pod, taints);
    else this.#cancel(metaNamespaceKey(pod), true);
  }

  /** Source: taint_eviction.go processPodOnNode. */
  #process(pod: Pod, taints: readonly Taint[]): void {
    const key = metaNamespaceKey(pod);
    if (taints.length === 0) {
      this.#cancel(key, true);
      return;
    }
    const delay = toleratedFor(pod.spec.tolerations ?? [], taints);
    const { now } = this.#env.sim;
    if (delay === 0) {
      this.#cancel(key, false);
      this.#schedule(key, now, now);
      return;
    }
    if (delay === 'forever') {
      this.#cancel(key, true);
      return;
    }
    const planned = this.#evictions.get(key);
    const start = planned?.createdAt ?? now;
    if (planned !== undefined && planned.firesAt <= start + delay) return;
    this.#cancel(key, true);
    this.#schedule(key, start, start + delay);
  }

  #schedule(key: string, createdAt: SimTime, firesAt: SimTime): void {
    const { sim } = this.#env;
    this.#env.tracer.emit({
      type: 'DecisionMade',
      component,
      key,
      decision: 'taint-eviction.schedule',
      params: { pod: key, seconds: (firesAt - sim.now) / second },
    });
    const timer = sim.afterOwn(Math.max(0, firesAt - sim.now), () => {
      sim.spawn('evict pod', this.#evict(key));
    });
    this.#evictions.set(key, { createdAt, firesAt, timer });
  }

  #cancel(key: string, records: boolean): void {
    const planned = this.#evictions.get(key);
    if (planned === undefined) return;
    planned.timer.cancel();
    this.#evictions.delete(key);
    if (records) this.#event(key, `Cancelling deletion of Pod ${key}`);
  }

  #event(key: string, message: string): void {
    const [namespace = '', pod = ''] = key.split('/');
    const reference = { kind: 'Pod', namespace, name: pod, apiVersion: 'v1' };
    this.#recorder.event(reference, 'Normal', 'TaintManagerEviction', message);
  }

  /** Source: taint_eviction.go deletePodHandler and addConditionAndDeletePod. */
  *#evict(key: string): Process {
    this.#evictions.delete(key);
    this.#event(key, `Marking for deletion Pod ${key}`);
    for (let tries = 0; tries < deleteTries; tries++) {
      if (tries > 0) yield* sleep(retrySleep);
      if (yield* this.#deletePod(key)) return;
    }
  }

  *#deletePod(key: string): Process<boolean> {
    const [namespace = '', podName = ''] = key.split('/');
    const target = { namespace, name: podName };
    const found = yield* this.#client.get<Pod>(pods, target);
    if (!found.ok) return isNotFound(found.error);
    const { uid, generation } = found.value.metadata;
    const condition = {
      type: 'DisruptionTarget',
      ...defined({ observedGeneration: generation }),
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: rfc3339(this.#env.sim.now),
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
    };
    const present = found.value.status?.conditions ?? [];
    const patch = {
      metadata: { uid },
      status: {
        '$setElementOrder/conditions': [...present, condition].map(({ type }) => ({ type })),
        conditions: [condition],
      },
    };
    const type = 'application/strategic-merge-patch+json';
    const status = { ...target, subresource: 'status' };
    const patched = yield* this.#client.patch(pods, type, patch, status);
    if (!patched.ok) return isNotFound(patched.error);
    const deleted = yield* this.#client.delete(pods, target);
    return deleted.ok || isNotFound(deleted.error);
  }
}

const noExecute = ({ spec }: Node): readonly Taint[] =>
  (spec.taints ?? []).filter(({ effect }) => effect === 'NoExecute');

const sameTaints = (a: readonly Taint[], b: readonly Taint[]): boolean =>
  a.length === b.length && a.every((taint, index) => deepEqual(taint, b[index]));

/** How long the pod may stay: 0 when any taint is not tolerated at all. */
function toleratedFor(
  tolerations: readonly Toleration[],
  taints: readonly Taint[],
): Duration | 'forever' {
  let least = Number.POSITIVE_INFINITY;
  for (const taint of taints) {
    const matching = tolerations.find((toleration) => tolerates(toleration, taint));
    if (matching === undefined) return 0;
    if (matching.tolerationSeconds === undefined) continue;
    least = Math.min(least, Math.max(0, matching.tolerationSeconds) * second);
  }
  return least === Number.POSITIVE_INFINITY ? 'forever' : least;
}

/** Source: k8s.io/component-helpers scheduling/corev1 ToleratesTaint. */
function tolerates({ key = '', operator = 'Equal', value = '', effect }: Toleration, taint: Taint) {
  if (effect !== undefined && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  if (operator === 'Exists') return true;
  // The operators Gt and Lt need a gate that is off.
  return operator === 'Equal' && key !== '' && value === (taint.value ?? '');
}
