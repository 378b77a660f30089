/**
 * The pod lifecycle event generator: lists the runtime, compares, and emits what changed.
 *
 * Models kubernetes/pkg/kubelet/pleg/generic.go with PLEGOnDemandRelist: once a second, and for
 * one pod right after its sync. The runtime's `relistVersion` shows whether a list could differ; a
 * relist that cannot find anything is skipped.
 */
import { assertUnreachable, must } from '#base/assert';
import { type Duration, minute, ms, type SimTime, second } from '#base/sim-time';
import { goDurationString } from '#k8s.io/apimachinery/duration';
import type { ContainerStatus, PodSandboxStatus } from '#k8s.io/cri-api/runtime';
import { Signal } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import type { PodCache, Relists } from '../container/cache.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { getPodStatus, newestFirst } from '../kuberuntime/pod-status.ts';

const relistPeriod: Duration = second;
const relistThreshold: Duration = 3 * minute;
/** The time from the end of a sync to the relist it requested. */
const onDemandDelay: Duration = ms(0.5);

type PlegState = 'running' | 'exited' | 'unknown' | 'created';

export interface PlegEvent {
  readonly uid: string;
  readonly pod: string;
  readonly event: 'ContainerStarted' | 'ContainerDied' | 'ContainerRemoved' | 'ContainerChanged';
  readonly container: string;
}

interface Lists {
  readonly sandboxes: readonly PodSandboxStatus[];
  readonly containers: readonly ContainerStatus[];
}

/** One pod in the lists. */
interface PodRecord extends Lists {
  readonly uid: string;
  readonly pod: string;
  readonly sandboxes: PodSandboxStatus[];
  readonly containers: ContainerStatus[];
}

type States = ReadonlyMap<string, PlegState>;

const noStates: States = new Map();

export class GenericPleg implements Relists {
  readonly finished: Signal;
  readonly #context: KubeletContext;
  readonly #send: (event: PlegEvent) => void;
  /** Container and sandbox states by pod as the last relist saw them. */
  readonly #records = new Map<string, { readonly pod: string; readonly states: States }>();
  /** The states of all records by id, for a quick comparison with a list. */
  readonly #seen = new Map<string, PlegState>();
  /** The pods that are to be looked at, and whether also when no state has changed. */
  readonly #requested = new Map<string, boolean>();
  readonly #phase: Duration;
  #cache: PodCache | undefined;
  #startedAt: SimTime = Number.POSITIVE_INFINITY;
  #lastRelist: SimTime = -1;
  /** When a relist last succeeded, or would have found nothing. */
  #lastActive: SimTime = -1;
  #seenVersion = -1;
  #busy = false;

  constructor(context: KubeletContext, send: (event: PlegEvent) => void) {
    this.#context = context;
    this.#send = send;
    this.finished = new Signal(context.sim);
    this.#phase = context.prng.fork('pleg').nextInt(relistPeriod);
  }

  fill(cache: PodCache): void {
    this.#cache = cache;
  }

  /** Why the PLEG is not healthy; empty when it is. Source: Healthy. */
  unhealthy(now: SimTime): string {
    if (this.#seenVersion < 0) return 'pleg has yet to be successful';
    const elapsed = now - this.#lastActive;
    if (elapsed <= relistThreshold) return '';
    return `pleg was last seen active ${goDurationString(elapsed)} ago; threshold is 3m0s`;
  }

  /**
   * The start of the last relist that is finished. If the runtime has not changed since, the last
   * due relist counts.
   */
  last(now: SimTime): SimTime {
    const unchanged = this.#context.cri.relistVersion === this.#seenVersion && !this.#busy;
    return unchanged ? this.#lastDue(now) : this.#lastRelist;
  }

  next(now: SimTime): SimTime {
    const last = this.#lastDue(now);
    return last < 0 ? now + relistPeriod : last + relistPeriod;
  }

  #lastDue(now: SimTime): SimTime {
    if (now < this.#startedAt) return -1;
    return this.#startedAt + Math.floor((now - this.#startedAt) / relistPeriod) * relistPeriod;
  }

  /**
   * Whether something ran at the last relist in one of these pods, named by UID.
   * Source: runtimeCache GetPods.
   */
  hasRunning(isOneOf: (uid: string) => boolean): boolean {
    for (const [uid, { states }] of this.#records) {
      if (isOneOf(uid) && [...states.values()].includes('running')) return true;
    }
    return false;
  }

  /** Relists forever, once a second. */
  *run(): Process {
    const { sim, tracer, component, cri } = this.#context;
    // The first relist is immediate; later ones have a random offset within the second on each
    // node.
    yield* this.#relist();
    yield* sleep(this.#phase);
    this.#startedAt = sim.now;
    for (;;) {
      if (cri.relistVersion !== this.#seenVersion && !this.#busy) {
        tracer.timer(component, 'pleg-relist');
        yield* this.#relist();
      } else this.#lastActive = sim.now;
      yield* sleep(this.next(sim.now) - sim.now);
    }
  }

  /**
   * Asks for a relist of one pod now. With `inspects` its status is read anew even if no state has
   * changed: its containers have got other resources. Source:
   * PodLifecycleEventGenerator.RequestRelist, SetPodWatchCondition.
   */
  requestRelist(uid: string, inspects: boolean): void {
    const waiting = this.#requested.size > 0;
    this.#requested.set(uid, inspects || this.#requested.get(uid) === true);
    if (!waiting) this.#context.sim.spawn('pleg relist', this.#relistRequested());
  }

  *#relistRequested(): Process {
    yield* sleep(onDemandDelay);
    while (this.#busy) yield* sleep(ms(1));
    for (const uid of this.#context.sim.inTurn([...this.#requested.keys()])) {
      const inspects = this.#requested.get(uid) === true;
      this.#requested.delete(uid);
      yield* this.#relistPod(uid, inspects);
    }
  }

  *#relistPod(uid: string, inspects: boolean): Process {
    const { cri } = this.#context;
    this.#busy = true;
    const sandboxes = yield* cri.listPodSandbox(uid);
    const containers = yield* cri.listContainers(uid);
    if (sandboxes.ok && containers.ok) {
      const record = groupByPod(sandboxes.value, containers.value).get(uid);
      yield* this.#reconcile(uid, record, inspects);
    }
    this.#busy = false;
  }

  *#relist(): Process {
    const { cri } = this.#context;
    this.#busy = true;
    const startedAt = this.#context.sim.now;
    const version = cri.relistVersion;
    const sandboxes = yield* cri.listPodSandbox();
    const containers = yield* cri.listContainers();
    if (sandboxes.ok && containers.ok) {
      // Most changes were already seen by a relist of their pod.
      const lists = { sandboxes: sandboxes.value, containers: containers.value };
      if (!this.#isSeen(this.#seen.size, lists)) {
        const pods = groupByPod(lists.sandboxes, lists.containers);
        for (const uid of new Set([...this.#records.keys(), ...pods.keys()])) {
          const record = pods.get(uid);
          const before = this.#records.get(uid)?.states;
          // Most pods have not changed in the last second.
          if (before === undefined || record === undefined || !this.#isSeen(before.size, record)) {
            yield* this.#reconcile(uid, record);
          }
        }
      }
      this.#seenVersion = version;
      this.#lastRelist = startedAt;
      this.#lastActive = startedAt;
    }
    this.#busy = false;
    this.finished.notifyAll();
  }

  /** Whether the lists equal the records: the same `count` states and nothing else. */
  #isSeen(count: number, { sandboxes, containers }: Lists): boolean {
    if (count !== sandboxes.length + containers.length) return false;
    const seen = this.#seen;
    for (const sandbox of sandboxes) {
      if (seen.get(sandbox.id) !== sandboxState(sandbox)) return false;
    }
    for (const container of containers) {
      if (seen.get(container.id) !== containerState(container)) return false;
    }
    return true;
  }

  #record(uid: string, pod: string, states: States | undefined): void {
    for (const id of this.#records.get(uid)?.states.keys() ?? []) this.#seen.delete(id);
    if (states === undefined) {
      this.#records.delete(uid);
      return;
    }
    for (const [id, state] of states) this.#seen.set(id, state);
    this.#records.set(uid, { pod, states });
  }

  /** Compares one pod with its record. Source: reconcilePodRecord. */
  *#reconcile(uid: string, record: PodRecord | undefined, inspects = false): Process {
    const { sim } = this.#context;
    const known = this.#records.get(uid);
    const states = statesOf(record);
    const pod = record?.pod ?? known?.pod ?? '';
    const events = computeEvents(uid, pod, known?.states ?? noStates, states);
    const cache = must(this.#cache, 'the PLEG has its cache');
    if (events.length === 0 && !inspects) return;
    if (record === undefined) cache.delete(uid);
    else {
      const ids = newestFirst(record.sandboxes).map(({ id }) => id);
      const containers = newestFirst(record.containers).map(({ id }) => id);
      const asked = getPodStatus(this.#context, uid, pod, ids, containers);
      const status = yield* sim.asideProcess(asked);
      cache.set(uid, status);
    }
    this.#record(uid, pod, record === undefined ? undefined : states);
    sim.forEach(events, (event) => this.#emitEvent(event));
  }

  #emitEvent(event: PlegEvent): void {
    const { tracer, component } = this.#context;
    if (event.event === 'ContainerChanged') return;
    tracer.emit({
      type: 'PodLifecycleEventSeen',
      component,
      pod: event.pod,
      uid: event.uid,
      event: event.event,
      container: event.container,
    });
    this.#send(event);
  }
}

function groupByPod(
  sandboxes: readonly PodSandboxStatus[],
  containers: readonly ContainerStatus[],
): ReadonlyMap<string, PodRecord> {
  const pods = new Map<string, PodRecord>();
  const bySandbox = new Map<string, PodRecord>();
  for (const sandbox of sandboxes) {
    const { uid, namespace, name } = sandbox.metadata;
    let record = pods.get(uid);
    if (record === undefined) {
      record = { uid, pod: `${namespace}/${name}`, sandboxes: [], containers: [] };
      pods.set(uid, record);
    }
    record.sandboxes.push(sandbox);
    bySandbox.set(sandbox.id, record);
  }
  for (const container of containers) {
    bySandbox.get(container.podSandboxId)?.containers.push(container);
  }
  return pods;
}

const sandboxState = ({ state }: PodSandboxStatus): PlegState =>
  state === 'SANDBOX_READY' ? 'running' : 'exited';

/** Sandboxes count as containers. Source: convertState. */
function statesOf(record: PodRecord | undefined): States {
  const states = new Map<string, PlegState>();
  for (const container of record?.containers ?? []) {
    states.set(container.id, containerState(container));
  }
  for (const sandbox of record?.sandboxes ?? []) {
    states.set(sandbox.id, sandboxState(sandbox));
  }
  return states;
}

function containerState(container: ContainerStatus): PlegState {
  switch (container.state) {
    case 'CONTAINER_RUNNING':
      return 'running';
    case 'CONTAINER_EXITED':
      return 'exited';
    // A created container is neither running nor exited; upstream calls it unknown.
    case 'CONTAINER_CREATED':
    case 'CONTAINER_UNKNOWN':
      return 'unknown';
    default:
      return assertUnreachable(container.state);
  }
}

/** Source: generateEvents. */
function computeEvents(
  uid: string,
  pod: string,
  before: States,
  after: States,
): readonly PlegEvent[] {
  const events: PlegEvent[] = [];
  const add = (event: PlegEvent['event'], container: string) => {
    events.push({ uid, pod, event, container });
  };
  for (const [id, state] of after) {
    const old = before.get(id);
    if (old === state) continue;
    if (state === 'running') add('ContainerStarted', id);
    else if (state === 'exited') add('ContainerDied', id);
    else add('ContainerChanged', id);
  }
  for (const [id, old] of before) {
    if (after.has(id)) continue;
    if (old !== 'exited') add('ContainerDied', id);
    add('ContainerRemoved', id);
  }
  return events;
}
