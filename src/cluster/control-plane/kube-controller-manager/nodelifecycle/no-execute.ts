/**
 * NoExecute taints for nodes that are not ready, at a rate that is lower in a zone with many such
 * nodes.
 *
 * Models node_lifecycle_controller.go processTaintBaseEviction, doNoExecuteTaintingPass and
 * handleDisruption, with scheduler/rate_limited_queue.go.
 */
import { type Duration, ms, type SimTime, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Node, Taint } from '#k8s.io/api/core/v1';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';
import { Signal } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import type { ComponentId } from '#trace/fact';
import { newTaint, swapTaints, taintKeys } from '../controller/node-taints.ts';
import { conditionOf } from './node-health.ts';

/** How often the queues are processed. */
const evictionPeriod: Duration = ms(100);
/** One node every ten seconds, with a burst of one (--node-eviction-rate). */
const normalInterval: Duration = 10 * second;
/** The interval in a large zone in partial disruption (--secondary-node-eviction-rate). */
const secondaryInterval: Duration = 100 * second;
const largeZone = 50;
const unhealthyThreshold = 0.55;

type ZoneState = 'Normal' | 'PartialDisruption' | 'FullDisruption';

interface Zone {
  state: ZoneState;
  /** The time between two nodes; infinite: no node is tainted. */
  interval: Duration;
  nextAt: SimTime;
  readonly queue: Set<string>;
}

/** Region and zone from a node's labels; nodes without these labels form one zone. */
export const zoneOf = ({ metadata }: Node): string => {
  const { labels = {} } = metadata;
  const region = labels['topology.kubernetes.io/region'] ?? '';
  const zone = labels['topology.kubernetes.io/zone'] ?? '';
  return `${region}:${zone}`;
};

export class NoExecuteTainter {
  readonly #env: Environment;
  readonly #client: RestClient;
  readonly #component: ComponentId;
  readonly #nodes: Lister<Node>;
  readonly #zones = new Map<string, Zone>();
  readonly #added: Signal;

  constructor(env: Environment, client: RestClient, component: ComponentId, nodes: Lister<Node>) {
    this.#env = env;
    this.#client = client;
    this.#component = component;
    this.#nodes = nodes;
    this.#added = new Signal(env.sim);
  }

  /** Taints the nodes in the queues when their zone's rate allows it. */
  *run(): Process {
    for (;;) {
      if (![...this.#zones.values()].some(({ queue }) => queue.size > 0)) {
        yield* this.#added.wait();
      }
      yield* sleep(evictionPeriod - (this.#env.sim.now % evictionPeriod));
      const due = [...this.#zones.values()].filter(({ queue }) => queue.size > 0);
      for (const zone of this.#env.sim.each(due)) yield* this.#tryZone(zone);
    }
  }

  forget(zone: string, node: string): void {
    this.#zones.get(zone)?.queue.delete(node);
  }

  /** Follows the Ready status of a node. Source: processTaintBaseEviction. */
  *follow(node: Node, ready: string): Process {
    const { name } = node.metadata;
    const zone = this.#zone(zoneOf(node));
    if (ready === 'True') {
      zone.queue.delete(name);
      yield* this.#markReachable(node);
      return;
    }
    const { now } = this.#env.sim;
    const [wanted, opposite] =
      ready === 'Unknown'
        ? [taintKeys.unreachable, taintKeys.notReady]
        : [taintKeys.notReady, taintKeys.unreachable];
    const taints = noExecuteTaints(node);
    if (taints.some(({ key }) => key === opposite)) {
      // The reason has changed from one to the other: the taint is replaced at once.
      const add = [newTaint(wanted, 'NoExecute', now)];
      const remove = taints.filter(({ key }) => key === opposite);
      yield* swapTaints(this.#client, name, add, remove);
      return;
    }
    if (taints.some(({ key }) => key === wanted) || zone.queue.has(name)) return;
    zone.queue.add(name);
    this.#added.notifyAll();
  }

  /** Adapts the rates to the number of ready nodes in each zone. Source: handleDisruption. */
  *handleDisruption(nodes: readonly Node[], ready: ReadonlyMap<string, boolean>): Process {
    const counts = new Map<string, { ready: number; size: number }>();
    for (const node of nodes) {
      const key = zoneOf(node);
      const count = counts.get(key) ?? { ready: 0, size: 0 };
      counts.set(key, count);
      count.size++;
      if (ready.get(node.metadata.name) === true) count.ready++;
    }
    const states = new Map([...counts].map(([key, count]) => [key, stateOf(count)] as const));
    const isAllDown = [...states.values()].every((state) => state === 'FullDisruption');
    const wasAllDown = [...states.keys()].every(
      (key) => this.#zone(key).state === 'FullDisruption',
    );
    for (const [key, state] of this.#env.sim.inTurn(states)) {
      const zone = this.#zone(key);
      if (zone.state !== state) this.#emitState(key, state);
      zone.state = state;
      const size = counts.get(key)?.size ?? 0;
      zone.interval = isAllDown ? Number.POSITIVE_INFINITY : intervalOf(state, size);
    }
    if (!isAllDown || wasAllDown || nodes.length === 0) return;
    // The problem is probably the controller's own connection: no pod is evicted.
    for (const node of this.#env.sim.inTurn(nodes)) {
      this.forget(zoneOf(node), node.metadata.name);
      yield* this.#markReachable(node);
    }
  }

  #zone(key: string): Zone {
    let zone = this.#zones.get(key);
    if (zone === undefined) {
      zone = { state: 'Normal', interval: normalInterval, nextAt: 0, queue: new Set() };
      this.#zones.set(key, zone);
    }
    return zone;
  }

  *#tryZone(zone: Zone): Process {
    const { sim } = this.#env;
    for (const name of sim.inTurn([...zone.queue])) {
      if (sim.now < zone.nextAt || zone.interval === Number.POSITIVE_INFINITY) return;
      const node = this.#nodes.get(name);
      const ready = node === undefined ? 'True' : conditionOf(node, 'Ready')?.status;
      if (ready === 'True') {
        zone.queue.delete(name);
        continue;
      }
      zone.nextAt = sim.now + zone.interval;
      const key = ready === 'Unknown' ? taintKeys.unreachable : taintKeys.notReady;
      const taint = newTaint(key, 'NoExecute', sim.now);
      if (yield* swapTaints(this.#client, name, [taint], [])) zone.queue.delete(name);
    }
  }

  *#markReachable(node: Node): Process {
    const remove = noExecuteTaints(node);
    if (remove.length > 0) yield* swapTaints(this.#client, node.metadata.name, [], remove);
  }

  #emitState(zone: string, state: ZoneState): void {
    this.#env.tracer.emit({
      type: 'DecisionMade',
      component: this.#component,
      key: zone,
      decision: 'node-lifecycle.zone-state',
      params: { zone, state },
    });
  }
}

const noExecuteTaints = ({ spec }: Node): readonly Taint[] =>
  (spec.taints ?? []).filter(
    ({ key, effect }) =>
      effect === 'NoExecute' && (key === taintKeys.notReady || key === taintKeys.unreachable),
  );

/** Source: node_lifecycle_controller.go ComputeZoneState. */
function stateOf({ ready, size }: { readonly ready: number; readonly size: number }): ZoneState {
  const notReady = size - ready;
  if (ready === 0 && notReady > 0) return 'FullDisruption';
  return notReady > 2 && notReady / size >= unhealthyThreshold ? 'PartialDisruption' : 'Normal';
}

function intervalOf(state: ZoneState, size: number): Duration {
  if (state !== 'PartialDisruption') return normalInterval;
  return size > largeZone ? secondaryInterval : Number.POSITIVE_INFINITY;
}
