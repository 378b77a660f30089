/**
 * Watches over nodes: taints them for their conditions, and when a kubelet no longer renews its
 * lease, says so of the node and of its pods.
 *
 * Models kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.go. In: nodes, node
 * leases and pods from the shared informers. Out: taints, node and pod conditions, events. Evicting
 * the pods is the work of the taint-eviction-controller.
 */
import { rfc3339, type SimTime, second } from '#base/sim-time';
import type { Lease } from '#k8s.io/api/coordination/v1';
import type { Node, NodeCondition, Pod } from '#k8s.io/api/core/v1';
import { leases, nodes, pods } from '#k8s.io/client-go/rest/resource';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import { type Process, sleep } from '#sim/simulation';
import {
  type Controller,
  type ControllerContext,
  type ControllerDescriptor,
  componentOf,
  startRecorder,
  workQueue,
} from '../app/controller-context.ts';
import { type SyncResult, startWorkers } from '../controller/workers.ts';
import { noExecuteChange, noScheduleChange, readyStatus, swapTaints } from './taints.ts';

const name = 'node-lifecycle-controller';
const component = componentOf(name);
const workers = 8;

/** Source: kubernetes/pkg/controller/nodelifecycle/config/v1alpha1/defaults.go. */
const monitorPeriod = 5 * second;
const monitorGracePeriod = 50 * second;
const startupGracePeriod = 60 * second;

/** Conditions that become Unknown when the kubelet is silent. */
const watchedConditions = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;

/** When the controller last saw a sign of life, by its own clock. */
interface NodeHealth {
  readonly probedAt: SimTime;
  readonly renewTime: string | undefined;
  readonly heartbeat: string | undefined;
  readonly ready: string;
}

export const nodeLifecycleController: ControllerDescriptor = {
  name,
  *build(context) {
    const options = { controller: name, serviceAccount: 'node-controller' };
    const client = yield* context.clients.client(options);
    return new NodeLifecycleController(context, client);
  },
};

class NodeLifecycleController implements Controller {
  readonly #context: ControllerContext;
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;
  readonly #queue;
  readonly #nodes;
  readonly #leases;
  readonly #pods;
  readonly #health = new Map<string, NodeHealth>();

  constructor(context: ControllerContext, client: RestClient) {
    this.#context = context;
    this.#client = client;
    this.#recorder = startRecorder(context, client, { component: 'node-controller' });
    this.#queue = workQueue(context, name, 'node_lifecycle_controller');
    this.#nodes = context.informers.forResource<Node>(nodes);
    this.#leases = context.informers.forResource<Lease>(leases, { namespace: 'kube-node-lease' });
    this.#pods = context.informers.forResource<Pod>(pods);
    this.#pods.addIndex('spec.nodeName', ({ spec }) =>
      spec.nodeName === undefined ? [] : [spec.nodeName],
    );
    const enqueue = (node: Node): void => {
      if (needsTaints(node)) this.#queue.add(node.metadata.name);
    };
    this.#nodes.addEventHandler({ onAdd: enqueue, onUpdate: (_, node) => enqueue(node) });
  }

  *run(): Process {
    yield* this.#nodes.waitForSync();
    yield* this.#leases.waitForSync();
    yield* this.#pods.waitForSync();
    const { env } = this.#context;
    const sync = (key: string): Process<SyncResult> => this.#syncTaints(key);
    startWorkers(env, { component, queue: this.#queue, workers, sync });
    env.sim.spawn('monitor node health', this.#monitor());
  }

  *#syncTaints(key: string): Process<SyncResult> {
    const node = this.#nodes.lister.get(key);
    if (node === undefined) return undefined;
    const { now } = this.#context.env.sim;
    const error = yield* swapTaints(this.#client, key, noScheduleChange(node), now);
    if (error !== undefined) return error;
    return yield* swapTaints(this.#client, key, noExecuteChange(node), now);
  }

  *#monitor(): Process {
    const { tracer } = this.#context.env;
    for (;;) {
      for (const node of this.#nodes.lister.list()) {
        tracer.timer(component, 'node-monitor-period');
        yield* this.#monitorNode(node);
      }
      yield* sleep(monitorPeriod);
    }
  }

  *#monitorNode(node: Node): Process {
    const key = node.metadata.name;
    const before = this.#health.get(key);
    if (before === undefined) {
      const message = `Node ${key} event: Registered Node ${key} in Controller`;
      this.#recorder.event(node, 'Normal', 'RegisteredNode', message);
    }
    const health = this.#observe(node, before);
    this.#health.set(key, health);
    const isNew = node.status?.conditions?.some(({ type }) => type === 'Ready') !== true;
    const grace = isNew ? startupGracePeriod : monitorGracePeriod;
    const silent = this.#context.env.sim.now - health.probedAt > grace;
    if (silent && readyStatus(node) !== 'Unknown') yield* this.#markUnknown(node);
    if (before?.ready === 'True' && health.ready !== 'True') yield* this.#nodeNotReady(node);
  }

  /** A changed lease or heartbeat is a sign of life now; what its timestamp says does not count. */
  #observe(node: Node, before: NodeHealth | undefined): NodeHealth {
    const lease = this.#leases.lister.get(`kube-node-lease/${node.metadata.name}`);
    const renewTime = lease?.spec.renewTime;
    const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
    const heartbeat = ready?.lastHeartbeatTime ?? undefined;
    const lives =
      before === undefined || before.renewTime !== renewTime || before.heartbeat !== heartbeat;
    const probedAt = lives ? this.#context.env.sim.now : before.probedAt;
    return { probedAt, renewTime, heartbeat, ready: ready?.status ?? 'Unknown' };
  }

  *#markUnknown(node: Node): Process {
    const now = rfc3339(this.#context.env.sim.now);
    const conditions = node.status?.conditions ?? [];
    const silenced = watchedConditions.map((type): NodeCondition => {
      const known = conditions.find((condition) => condition.type === type);
      const reason = known === undefined ? 'NodeStatusNeverUpdated' : 'NodeStatusUnknown';
      const message =
        known === undefined
          ? 'Kubelet never posted node status.'
          : 'Kubelet stopped posting node status.';
      const since = { lastHeartbeatTime: now, ...known, lastTransitionTime: now };
      return { ...since, type, status: 'Unknown', reason, message };
    });
    const others = conditions.filter(({ type }) => !silenced.some((own) => own.type === type));
    const changed: Node = {
      ...node,
      status: { ...node.status, conditions: [...silenced, ...others] },
    };
    const target = { name: node.metadata.name, subresource: 'status' };
    yield* this.#client.update<Node>(nodes, changed, target);
  }

  /** Tells it of the node, and of every pod there, which is Ready no longer. */
  *#nodeNotReady(node: Node): Process {
    const key = node.metadata.name;
    const message = `Node ${key} status is now: NodeNotReady`;
    this.#recorder.event(node, 'Normal', 'NodeNotReady', message);
    for (const pod of this.#pods.lister.byIndex('spec.nodeName', key)) {
      yield* this.#podNotReady(pod);
    }
  }

  *#podNotReady(pod: Pod): Process {
    const conditions = pod.status?.conditions ?? [];
    const isReady = conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
    if (!isReady) return;
    const lastTransitionTime = rfc3339(this.#context.env.sim.now);
    const changed: Pod = {
      ...pod,
      status: {
        ...pod.status,
        conditions: conditions.map((condition) =>
          condition.type === 'Ready'
            ? { ...condition, status: 'False', lastTransitionTime }
            : condition,
        ),
      },
    };
    const { namespace, name: podName } = pod.metadata;
    const target = { namespace, name: podName, subresource: 'status' };
    yield* this.#client.update<Pod>(pods, changed, target);
    this.#recorder.event(pod, 'Warning', 'NodeNotReady', 'Node is not ready');
  }
}

function needsTaints(node: Node): boolean {
  const changes = [noScheduleChange(node), noExecuteChange(node)];
  return changes.some(({ add, remove }) => add.length > 0 || remove.length > 0);
}
