/**
 * Registers the node and reports its status.
 *
 * Models kubernetes/pkg/kubelet/kubelet_node_status.go: registration with retries; a check every 10
 * s; a PATCH when something changed or five minutes passed; and a check every 100 ms while the node
 * is not ready, so that it reports readiness at once.
 */
import { type Duration, minute, ms, type SimTime, second } from '#base/sim-time';
import type { Node, NodeCondition, NodeStatus } from '#k8s.io/api/core/v1';
import { asJson, deepEqual } from '#k8s.io/apimachinery/json-value';
import { createTwoWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { structSchema } from '#k8s.io/apimachinery/schema/schema';
import { nodes } from '#k8s.io/client-go/rest/resource';
import type { ImageStatus } from '#k8s.io/cri-api/runtime';
import { type Process, sleep } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';
import {
  conditionVerdicts,
  type DeviceCount,
  defaultNodeLabels,
  nodeStatus,
  withAdvertised,
  withTimes,
} from './setters.ts';

const updateFrequency: Duration = 10 * second;
const reportFrequency: Duration = 5 * minute;
const fastFrequency: Duration = ms(100);
const fastTimeout: Duration = 120 * second;
const firstRetry: Duration = ms(100);
const maxRetry: Duration = 7 * second;

export class NodeStatusManager {
  readonly #context: KubeletContext;
  /** Why the node is not ready; empty when it is. */
  readonly #runtimeErrors: () => readonly string[];
  /** Conditions of the eviction manager. */
  readonly #pressures: () => readonly string[];
  #registered = false;
  /**
   * Whether the node was unschedulable at the last check; a kubelet starts with a schedulable node.
   */
  #unschedulable = false;
  #lastReport: SimTime = 0;
  #reportDelay: Duration = 0;
  /** The last Node object that the server returned. */
  #known: Node | undefined;
  /** The status found at the last check, and the machine state it follows from. */
  #found: Found | undefined;
  /** The last server status that was equal to what was found. */
  #agreed: { readonly status: NodeStatus; readonly found: Found } | undefined;

  constructor(
    context: KubeletContext,
    runtimeErrors: () => readonly string[],
    pressures: () => readonly string[],
  ) {
    this.#context = context;
    this.#runtimeErrors = runtimeErrors;
    this.#pressures = pressures;
  }

  get registered(): boolean {
    return this.#registered;
  }

  /** Checks every ten seconds, forever. Source: syncNodeStatus. */
  *run(): Process {
    const { sim, tracer, component, prng } = this.#context;
    yield* this.#register();
    sim.spawn('fastStatusUpdateOnce', this.#fastStatusUpdateOnce());
    for (;;) {
      yield* sleep(updateFrequency + Math.floor(prng.nextFloat() * 0.04 * updateFrequency));
      tracer.timer(component, 'node-status');
      yield* this.#update();
    }
  }

  /** Checks now, between the ticks. */
  syncNow(): void {
    this.#context.sim.spawn('node status', this.#update());
  }

  /** Source: registerWithAPIServer. */
  *#register(): Process {
    const { client, tracer, component, node } = this.#context;
    let delay = firstRetry;
    while (!this.#registered) {
      const answer = yield* client.create<Node>(nodes, yield* this.#initialNode());
      if (answer.ok) {
        this.#known = answer.value;
        this.#registered = true;
      } else if (answer.error.reason === 'AlreadyExists') {
        this.#registered = true;
        yield* this.#update();
      } else {
        yield* sleep(delay);
        delay = Math.min(delay * 2, maxRetry);
      }
    }
    tracer.emit({ type: 'NodeRegistered', component, node: node.name });
  }

  *#initialNode(): Process<unknown> {
    const { node } = this.#context;
    const status = yield* this.#status(undefined);
    return {
      kind: 'Node',
      apiVersion: 'v1',
      metadata: {
        name: node.name,
        labels: { ...defaultNodeLabels(node.name), ...node.labels },
        annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
      },
      spec: node.taints.length === 0 ? {} : { taints: node.taints },
      status,
    };
  }

  *#fastStatusUpdateOnce(): Process {
    const { sim, tracer, component } = this.#context;
    const end = sim.now + fastTimeout;
    while (sim.now < end) {
      if (this.#isReady()) return;
      yield* sleep(fastFrequency);
      if (this.#runtimeErrors().length > 0) continue;
      tracer.timer(component, 'node-status');
      yield* this.#update();
      return;
    }
  }

  #isReady(): boolean {
    const conditions = this.#known?.status?.conditions;
    return conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
  }

  /** Source: tryUpdateNodeStatus. */
  *#update(): Process {
    const { sim, client, prng } = this.#context;
    const node = this.#context.nodeObject() ?? (yield* this.#get());
    if (node === undefined) return;
    const status = yield* this.#status(node.status);
    this.#recordSchedulable(node);
    const changed = node.status === undefined || this.#hasChanged(node.status, status);
    const due = sim.now - this.#lastReport >= reportFrequency + this.#reportDelay;
    if (!changed && !due) return;
    const difference = createTwoWayMergePatch(
      asJson(node.status ?? {}),
      asJson({ ...node.status, ...status }),
      structSchema('core.NodeStatus'),
    );
    const answer = yield* client.patch<Node>(
      nodes,
      'application/strategic-merge-patch+json',
      { status: difference },
      { name: node.metadata.name, subresource: 'status', query: { timeout: '10s' } },
    );
    if (!answer.ok) return;
    this.#known = answer.value;
    this.#lastReport = sim.now;
    // Randomised, so that nodes that changed together do not report together forever.
    const spread = prng.nextFloat() - 0.5;
    this.#reportDelay = changed ? Math.floor(spread * reportFrequency) : 0;
  }

  *#get(): Process<Node | undefined> {
    const { client, node } = this.#context;
    const answer = yield* client.get<Node>(nodes, { name: node.name });
    return answer.ok ? answer.value : undefined;
  }

  *#status(known: NodeStatus | undefined): Process<NodeStatus> {
    const { cri, node, wall, managers, host } = this.#context;
    const images = yield* cri.listImages();
    const version = yield* cri.version();
    const runtimeVersion = version.ok ? version.value.runtimeVersion : 'Unknown';
    const present = images.ok ? images.value : [];
    const { devices } = managers;
    const found = this.#found;
    if (
      found?.runtimeVersion !== runtimeVersion ||
      !sameItems(found.images, present) ||
      !deepEqual(found.devices, devices)
    ) {
      const runtime = `containerd://${runtimeVersion}`;
      const status = nodeStatus(node, host.bootId, runtime, present, devices);
      this.#found = { runtimeVersion, images: present, devices, status };
    }
    const { status } = this.#found as Found;
    this.#recordReboot(known);
    const conditions: NodeCondition[] = [];
    for (const verdict of conditionVerdicts(this.#runtimeErrors(), this.#pressures())) {
      conditions.push(withTimes(verdict, known?.conditions, wall()));
    }
    this.#recordChanges(conditions, known?.conditions);
    return { ...withAdvertised(status, known), conditions };
  }

  /**
   * Heartbeats do not count as changes. An unchanged machine is compared once with each server
   * status, not at every check. Source: nodeStatusHasChanged.
   */
  #hasChanged(old: NodeStatus, fresh: NodeStatus): boolean {
    if (!sameVerdicts(old.conditions, fresh.conditions)) return true;
    const found = this.#found;
    if (this.#agreed?.status === old && this.#agreed.found === found) return false;
    const { conditions: _, ...before } = old;
    const { conditions: __, ...after } = fresh;
    if (!deepEqual({ ...before, ...after }, before)) return true;
    this.#agreed = found && { status: old, found };
    return false;
  }

  /**
   * An event for each condition that changed; a new node gets none for its readiness. Source:
   * nodestatus/setters.go, recordNodeStatusEvent.
   */
  #recordChanges(
    conditions: readonly NodeCondition[],
    known: readonly NodeCondition[] | undefined,
  ): void {
    const { events, node } = this.#context;
    for (const { type, status, reason = '' } of conditions) {
      const before = known?.find((condition) => condition.type === type)?.status;
      if (before === status || (type === 'Ready' && before === undefined)) continue;
      const word =
        type === 'Ready' ? (status === 'True' ? 'NodeReady' : 'NodeNotReady') : undefined;
      const name = word ?? reason.replace(/^Kubelet/, 'Node');
      const message = `Node ${node.name} status is now: ${name}`;
      events.node('Normal', name, message);
    }
  }

  /**
   * The boot id differs from the reported one: the machine was restarted. Source:
   * nodestatus.MachineInfo.
   */
  #recordReboot(known: NodeStatus | undefined): void {
    const { events, node, host } = this.#context;
    const before = known?.nodeInfo?.bootID ?? '';
    if (before === '' || before === host.bootId) return;
    const message = `Node ${node.name} has been rebooted, boot id: ${host.bootId}`;
    events.node('Warning', 'Rebooted', message);
  }

  /** Source: recordNodeSchedulableEvent. */
  #recordSchedulable({ spec }: Node): void {
    const { events, node } = this.#context;
    const unschedulable = spec?.unschedulable ?? false;
    if (unschedulable === this.#unschedulable) return;
    this.#unschedulable = unschedulable;
    const reason = unschedulable ? 'NodeNotSchedulable' : 'NodeSchedulable';
    events.node('Normal', reason, `Node ${node.name} status is now: ${reason}`);
  }
}

interface Found {
  readonly runtimeVersion: string;
  readonly images: readonly ImageStatus[];
  readonly devices: readonly DeviceCount[];
  readonly status: NodeStatus;
}

const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a === b || (a.length === b.length && a.every((item, index) => item === b[index]));

const sameVerdicts = (
  before: readonly NodeCondition[] = [],
  after: readonly NodeCondition[] = [],
): boolean =>
  after.every((condition) => {
    const known = before.find(({ type }) => type === condition.type);
    return (
      known?.status === condition.status &&
      known.reason === condition.reason &&
      known.message === condition.message
    );
  });
