/**
 * Monitors the heartbeats of nodes, and taints nodes that are not healthy.
 *
 * Models kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.go. In: Nodes, their
 * leases, the pods on them. Out: conditions set to Unknown, pods marked not ready, NoSchedule and
 * NoExecute taints, events.
 */
import { type Duration, ms, rfc3339, type SimTime, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Lease } from '#k8s.io/api/coordination/v1';
import type { Node, NodeCondition, Pod, Taint } from '#k8s.io/api/core/v1';
import { isNotFound } from '#k8s.io/apimachinery/errors';
import { leases, nodes, pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { SharedInformer } from '#k8s.io/client-go/tools/cache/shared-informer';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import { type Process, sleep } from '#sim/simulation';
import { joinAll } from '#sim/task';
import type { DecisionId } from '#trace/facts/controllers';
import {
  type Controller,
  type ControllerContext,
  componentOf,
  controllerDescriptor,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { isSameTaint, newTaint, swapTaints, taintKeys } from '../controller/node-taints.ts';
import { indexByNode, podCondition, podsOn } from '../controller/pods.ts';
import { type SyncResult, startWorkers, waitForCaches } from '../controller/workers.ts';
import { NoExecuteTainter, zoneOf } from './no-execute.ts';
import { NodeHealthTable } from './node-health.ts';

const name = 'node-lifecycle-controller';
const component = componentOf(name);
const monitorPeriod: Duration = 5 * second;
const retrySleep: Duration = ms(20);
const updateRetries = 5;
const workers = 8;

export const nodeLifecycleController = controllerDescriptor(
  name,
  (context, client) => new NodeLifecycleController(context, client),
  { serviceAccount: 'node-controller' },
);

class NodeLifecycleController implements Controller {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #nodes: SharedInformer<Node>;
  readonly #pods: SharedInformer<Pod>;
  readonly #leases: SharedInformer<Lease>;
  readonly #queue: RateLimitingQueue;
  readonly #health: NodeHealthTable;
  readonly #tainter: NoExecuteTainter;
  readonly #known = new Map<string, Node>();
  /** Nodes with pods that could not be marked. */
  readonly #toRetry = new Set<string>();

  constructor(context: ControllerContext, client: RestClient) {
    const { env, informers } = context;
    this.#env = env;
    this.#client = client;
    this.#recorder = startRecorder(context, client, { component: 'node-controller' });
    this.#queue = workQueue(context, name, 'node_lifecycle_controller');
    this.#nodes = informers.forResource<Node>(nodes);
    this.#pods = informers.forResource<Pod>(pods);
    this.#leases = informers.forResource<Lease>(leases);
    indexByNode(this.#pods);
    this.#health = new NodeHealthTable((node) =>
      this.#leases.lister.get(`kube-node-lease/${node}`),
    );
    this.#tainter = new NoExecuteTainter(env, client, component, this.#nodes.lister);
    const enqueue = (node: Node): void => {
      const { add, remove } = noScheduleChanges(node, env.sim.now);
      if (add.length + remove.length > 0) this.#queue.add(node.metadata.name);
    };
    this.#nodes.addEventHandler({ onAdd: enqueue, onUpdate: (_old, node) => enqueue(node) });
  }

  *run(): Process {
    yield* waitForCaches(this.#leases, this.#nodes, this.#pods);
    const { sim } = this.#env;
    startWorkers(this.#env, this.#queue, (key) => this.#syncNoSchedule(key), { workers });
    sim.spawn('no-execute taints', this.#tainter.run());
    sim.spawn('node monitor', this.#monitor());
  }

  *#syncNoSchedule(key: string): Process<SyncResult> {
    const node = this.#nodes.lister.get(key);
    if (node === undefined) return undefined;
    const { add, remove } = noScheduleChanges(node, this.#env.sim.now);
    if (add.length + remove.length === 0) return undefined;
    const swapped = yield* swapTaints(this.#client, key, add, remove);
    return swapped ? undefined : { message: `failed to taint NoSchedule on node <${key}>` };
  }

  *#monitor(): Process {
    for (;;) {
      this.#env.tracer.timer(component, 'monitor-node-health');
      yield* this.#monitorNodeHealth();
      yield* sleep(monitorPeriod);
    }
  }

  /** Source: node_lifecycle_controller.go monitorNodeHealth. */
  *#monitorNodeHealth(): Process {
    const { sim } = this.#env;
    const current = this.#nodes.lister.list();
    this.#greetAndForget(current);
    const tasks = current.map((node) => sim.spawn('node health', this.#checkNode(node)));
    const ready = new Map<string, boolean>();
    for (const [index, isReady] of (yield* joinAll(sim, tasks)).entries()) {
      const node = current[index];
      if (node !== undefined) ready.set(node.metadata.name, isReady === true);
    }
    yield* this.#tainter.handleDisruption(current, ready);
  }

  #greetAndForget(current: readonly Node[]): void {
    for (const node of current) {
      const { name: nodeName } = node.metadata;
      if (this.#known.has(nodeName)) continue;
      this.#known.set(nodeName, node);
      const message = `Node ${nodeName} event: Registered Node ${nodeName} in Controller`;
      this.#nodeEvent(node, 'RegisteredNode', message);
    }
    if (current.length === this.#known.size) return;
    for (const [nodeName, node] of this.#known) {
      if (this.#nodes.lister.get(nodeName) !== undefined) continue;
      this.#known.delete(nodeName);
      this.#health.forget(nodeName);
      this.#tainter.forget(zoneOf(node), nodeName);
      const message = `Node ${nodeName} event: Removing Node ${nodeName} from Controller`;
      this.#nodeEvent(node, 'RemovingNode', message);
    }
  }

  /** Checks one node and reacts to the result; returns whether the node is ready. */
  *#checkNode(node: Node): Process<boolean> {
    const { name: nodeName } = node.metadata;
    let latest = node;
    for (let tries = 0; tries < updateRetries; tries++) {
      const verdict = this.#health.judge(latest, this.#env.sim.now);
      if (verdict.update !== undefined) {
        this.#decide('node-lifecycle.unknown', nodeName);
        const target = { name: nodeName, subresource: 'status' };
        const answer = yield* this.#client.update<Node>(nodes, verdict.update, target);
        if (!answer.ok) {
          yield* sleep(retrySleep);
          const fresh = yield* this.#client.get<Node>(nodes, { name: nodeName });
          if (!fresh.ok) return false;
          latest = fresh.value;
          continue;
        }
        this.#health.wrote(answer.value, this.#env.sim.now);
      }
      yield* this.#react(node, verdict.observed, verdict.current);
      return verdict.current?.status === 'True';
    }
    return false;
  }

  /** `observed`: the Ready condition before this check; `current`: after it. */
  *#react(
    node: Node,
    observed: NodeCondition | undefined,
    current: NodeCondition | undefined,
  ): Process {
    if (current === undefined) return;
    const { sim } = this.#env;
    yield* sim.asideProcess(this.#tainter.follow(node, current.status));
    if (current.status === 'True') return;
    const { name: nodeName } = node.metadata;
    const becameUnknown = observed?.status === 'True';
    // When the kubelet itself reports its node as not ready, it also updates the statuses of its
    // pods.
    if (!becameUnknown && !this.#toRetry.has(nodeName)) return;
    if (becameUnknown) {
      const message = `Node ${nodeName} status is now: NodeNotReady`;
      this.#nodeEvent(node, 'NodeNotReady', message);
    }
    this.#toRetry.delete(nodeName);
    for (const pod of sim.each(podsOn(this.#pods.lister, node.metadata.name))) {
      if (!(yield* this.#markNotReady(pod))) this.#toRetry.add(nodeName);
    }
  }

  /** Source: controller_utils.go MarkPodsNotReady. */
  *#markNotReady(pod: Pod): Process<boolean> {
    if (podCondition(pod, 'Ready')?.status !== 'True') return true;
    const lastTransitionTime = rfc3339(this.#env.sim.now);
    const conditions = (pod.status?.conditions ?? []).map((condition) =>
      condition.type === 'Ready'
        ? { ...condition, status: 'False', lastTransitionTime }
        : condition,
    );
    const { namespace, name: podName } = pod.metadata;
    const body: Pod = { ...pod, status: { ...pod.status, conditions } };
    const target = { namespace, name: podName, subresource: 'status' };
    const answer = yield* this.#client.update<Pod>(pods, body, target);
    if (answer.ok) this.#recorder.event(pod, 'Warning', 'NodeNotReady', 'Node is not ready');
    return answer.ok || isNotFound(answer.error);
  }

  #nodeEvent(node: Node, reason: string, message: string): void {
    const { name: nodeName, uid } = node.metadata;
    const reference = { kind: 'Node', name: nodeName, uid, apiVersion: 'v1' };
    this.#recorder.event(reference, 'Normal', reason, message);
  }

  #decide(decision: DecisionId, node: string): void {
    const params = { node };
    this.#env.tracer.emit({ type: 'DecisionMade', component, key: node, decision, params });
  }
}

/** Condition type → status → taint key. */
const taintOfCondition: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: taintKeys.notReady, Unknown: taintKeys.unreachable },
  MemoryPressure: { True: taintKeys.memoryPressure },
  DiskPressure: { True: taintKeys.diskPressure },
  NetworkUnavailable: { True: taintKeys.networkUnavailable },
  PIDPressure: { True: taintKeys.pidPressure },
};

const ownKeys: ReadonlySet<string> = new Set(Object.values(taintKeys));

/**
 * The NoSchedule taints that follow from a node's conditions, compared with those it has. Models
 * doNoScheduleTaintingPass and its table.
 */
function noScheduleChanges(
  node: Node,
  now: SimTime,
): { readonly add: readonly Taint[]; readonly remove: readonly Taint[] } {
  const wanted: Taint[] = [];
  for (const { type, status } of node.status?.conditions ?? []) {
    const key = taintOfCondition[type]?.[status];
    if (key !== undefined) wanted.push(newTaint(key, 'NoSchedule', now));
  }
  if (node.spec.unschedulable === true) {
    wanted.push(newTaint(taintKeys.unschedulable, 'NoSchedule', now));
  }
  const present = (node.spec.taints ?? []).filter(
    ({ key, effect }) => effect === 'NoSchedule' && ownKeys.has(key),
  );
  return {
    add: wanted.filter((taint) => !present.some((one) => isSameTaint(one, taint))),
    remove: present.filter((taint) => !wanted.some((one) => isSameTaint(one, taint))),
  };
}
