/**
 * The three places where a pod waits to be scheduled: activeQ, backoffQ, unschedulablePods.
 *
 * Models kubernetes/pkg/scheduler/backend/queue/scheduling_queue.go PriorityQueue. Every entry
 * emits `PodQueued` with the event that moved the pod; a pod keeps the cause it came with.
 */
import { minute, type SimTime, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { Signal } from '#sim/signal';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import {
  backoffComplete,
  type ClusterEvent,
  forceActivate,
  podChanges,
  scheduleAttemptFailure,
  unschedulableTimeout,
  unscheduledPodAdd,
} from '../../framework/events.ts';
import { podKey } from '../../framework/types/pod-info.ts';
import type { Status } from '../../framework/types/status.ts';
import { Heap } from '../heap/heap.ts';
import { BackoffQueue, isBackingOff } from './backoff-queue.ts';
import { InFlightEvents } from './in-flight-events.ts';
import type { Nominator } from './nominator.ts';
import type { QueuedPodInfo } from './queued-pod-info.ts';
import type { QueueingHints, QueueingStrategy } from './queueing-hints.ts';

const flushUnschedulablePeriod = 30 * second;
const maxInUnschedulablePods = 5 * minute;

export interface SchedulingQueueOptions {
  readonly component: string;
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly less: (a: QueuedPodInfo, b: QueuedPodInfo) => boolean;
  /** Runs the PreEnqueue plugins; a status names the one that holds the pod back. */
  readonly preEnqueue: (pod: Pod) => Status | undefined;
  readonly hints: QueueingHints;
  readonly nominator: Nominator;
}

type QueueName = 'activeQ' | 'backoffQ' | 'unschedulablePods';

export class SchedulingQueue {
  readonly #options: SchedulingQueueOptions;
  readonly #component: string;
  readonly #active: Heap<QueuedPodInfo>;
  readonly #backoff: BackoffQueue;
  readonly #unschedulable = new Map<string, QueuedPodInfo>();
  readonly #inFlight = new InFlightEvents();
  readonly #poppable: Signal;
  readonly #backingOff: Signal;

  constructor(options: SchedulingQueueOptions) {
    this.#options = options;
    this.#component = options.component;
    this.#active = new Heap((info) => info.key, options.less);
    this.#backoff = new BackoffQueue(options.less);
    this.#poppable = new Signal(options.sim);
    this.#backingOff = new Signal(options.sim);
  }

  /** A pod without a node appeared. */
  add(pod: Pod): void {
    const { sim } = this.#options;
    const info: QueuedPodInfo = {
      pod,
      key: podKey(pod),
      timestamp: sim.now,
      attempts: 0,
      unschedulableCount: 0,
      consecutiveErrorsCount: 0,
      backoffExpiration: undefined,
      unschedulablePlugins: new Set(),
      pendingPlugins: new Set(),
      gatingPlugin: '',
      gate: '',
      reason: sim.carry(unscheduledPodAdd.label),
    };
    this.#moveToActive(info, unscheduledPodAdd.label);
  }

  /** A pod without a node changed. */
  update(old: Pod, pod: Pod): void {
    const { hints, nominator } = this.#options;
    if (this.#inFlight.has(pod)) {
      for (const event of podChanges(old, pod)) {
        this.#inFlight.record({ event, before: old, after: pod });
      }
      return;
    }
    const key = podKey(pod);
    const queued = this.#active.get(key) ?? this.#backoff.get(key);
    if (queued !== undefined) {
      queued.pod = pod;
      nominator.add(pod, nominator.nodeOf(pod));
      return;
    }
    const waiting = this.#unschedulable.get(key);
    if (waiting === undefined) {
      this.add(pod);
      return;
    }
    waiting.pod = pod;
    nominator.add(pod, nominator.nodeOf(pod));
    for (const event of podChanges(old, pod)) {
      const strategy = hints.strategyFor(waiting, event, old, pod);
      if (strategy === 'skip') continue;
      this.#unschedulable.delete(key);
      if (this.#requeue(waiting, strategy, event.label) !== 'unschedulablePods') return;
    }
  }

  /** The pod is gone, or has a node now. */
  delete(pod: Pod): void {
    this.#options.nominator.delete(pod);
    const key = podKey(pod);
    const found =
      this.#active.delete(key) !== undefined ||
      this.#backoff.delete(key) !== undefined ||
      this.#unschedulable.delete(key);
    if (found)
      this.#options.tracer.emit({ type: 'PodDequeued', component: this.#component, pod: key });
  }

  /** Waits for the next pod to try: the active queue first, else one that backs off early. */
  *pop(): Process<QueuedPodInfo> {
    for (;;) {
      const info = this.#active.pop() ?? this.#backoff.popEarly();
      if (info === undefined) {
        yield* this.#poppable.wait();
        continue;
      }
      info.attempts++;
      info.unschedulablePlugins = new Set();
      info.pendingPlugins = new Set();
      info.gatingPlugin = '';
      info.gate = '';
      this.#inFlight.begin(info.pod);
      info.reason.take();
      const { key: pod, attempts } = info;
      this.#options.tracer.emit({ type: 'PodPopped', component: this.#component, pod, attempts });
      return info;
    }
  }

  /** The attempt at this pod is over. */
  done(pod: Pod): void {
    this.#inFlight.end(pod);
  }

  /** Puts a pod back after a failed attempt. Source: AddUnschedulableIfNotPresent. */
  addUnschedulable(info: QueuedPodInfo): void {
    const { sim, hints } = this.#options;
    if (this.#has(info.key)) return;
    const rejected = info.unschedulablePlugins.size + info.pendingPlugins.size > 0;
    if (rejected) {
      info.unschedulableCount++;
      info.consecutiveErrorsCount = 0;
    } else info.consecutiveErrorsCount++;
    info.timestamp = sim.now;
    info.backoffExpiration = undefined;
    let strategy: QueueingStrategy = rejected ? 'skip' : 'after-backoff';
    for (const { event, before, after } of this.#inFlight.end(info.pod)) {
      if (!rejected) break;
      const hint = hints.strategyFor(info, event, before, after);
      if (hint !== 'skip') strategy = hint;
      if (hint === 'immediately') break;
    }
    info.reason = sim.carry(scheduleAttemptFailure);
    this.#requeue(info, strategy, scheduleAttemptFailure);
  }

  /** A cluster event: tries those pods of `those` again that it may help. */
  moveAll(
    event: ClusterEvent,
    before: unknown,
    after: unknown,
    those?: (pod: Pod) => boolean,
  ): void {
    this.#inFlight.record({ event, before, after });
    if (this.#unschedulable.size === 0) return;
    const { sim, hints } = this.#options;
    for (const info of sim.each([...this.#unschedulable.values()])) {
      if (those?.(info.pod) === false) continue;
      const strategy = hints.strategyFor(info, event, before, after);
      if (strategy === 'skip') continue;
      this.#unschedulable.delete(info.key);
      this.#requeue(info, strategy, event.label);
    }
  }

  /** A plugin requests that a waiting pod is tried at once. Source: Activate. */
  activate(pod: Pod): void {
    const key = podKey(pod);
    const info = this.#backoff.delete(key) ?? this.#unschedulable.get(key);
    if (info === undefined) return;
    this.#unschedulable.delete(key);
    this.#moveToActive(info, forceActivate.label);
  }

  /** Every whole second: pods whose backoff is over become active. Sleeps while there are none. */
  *flushBackoff(): Process {
    const { sim, tracer } = this.#options;
    for (;;) {
      while (this.#backoff.size === 0) yield* this.#backingOff.wait();
      yield* sleep(second - (sim.now % second));
      for (const info of this.#backoff.popCompleted(sim.now)) {
        tracer.timer(this.#component, 'flush-backoff-queue');
        this.#moveToActive(info, backoffComplete);
      }
    }
  }

  /** Every 30 s: tries pods that were unschedulable for 5 min, without an event. */
  *flushUnschedulable(): Process {
    const { sim, tracer } = this.#options;
    for (;;) {
      yield* sleep(flushUnschedulablePeriod);
      for (const info of [...this.#unschedulable.values()]) {
        if (!this.#isLeftOver(info, sim.now)) continue;
        tracer.timer(this.#component, 'flush-unschedulable-pods');
        this.#unschedulable.delete(info.key);
        this.#requeue(info, 'after-backoff', unschedulableTimeout.label);
      }
    }
  }

  #isLeftOver(info: QueuedPodInfo, now: SimTime): boolean {
    return info.gatingPlugin === '' && now - info.timestamp > maxInUnschedulablePods;
  }

  #has(key: string): boolean {
    return (
      this.#active.has(key) || this.#backoff.get(key) !== undefined || this.#unschedulable.has(key)
    );
  }

  /** Source: requeuePodWithQueueingStrategy. */
  #requeue(info: QueuedPodInfo, strategy: QueueingStrategy, event: string): QueueName {
    if (strategy === 'skip') return this.#park(info, event);
    if (strategy === 'immediately' || !isBackingOff(info, this.#options.sim.now)) {
      return this.#moveToActive(info, event);
    }
    if (this.#isGated(info)) return this.#park(info, event);
    this.#backoff.add(info);
    this.#entered(info, 'backoffQ', event);
    this.#backingOff.notifyAll();
    this.#poppable.notifyOne();
    return 'backoffQ';
  }

  #moveToActive(info: QueuedPodInfo, event: string): QueueName {
    if (this.#isGated(info)) return this.#park(info, event);
    this.#active.set(info);
    this.#entered(info, 'activeQ', event);
    this.#poppable.notifyOne();
    return 'activeQ';
  }

  #park(info: QueuedPodInfo, event: string): QueueName {
    this.#unschedulable.set(info.key, info);
    this.#entered(info, 'unschedulablePods', event);
    return 'unschedulablePods';
  }

  #isGated(info: QueuedPodInfo): boolean {
    const status = this.#options.preEnqueue(info.pod);
    info.gatingPlugin = status?.plugin ?? '';
    info.gate = status?.reasons.join(', ') ?? '';
    if (status === undefined) return false;
    info.unschedulablePlugins = new Set([...info.unschedulablePlugins, status.plugin]);
    return true;
  }

  #entered(info: QueuedPodInfo, queue: QueueName, event: string): void {
    const { nominator, sim, tracer } = this.#options;
    if (event === unscheduledPodAdd.label) nominator.add(info.pod);
    tracer.emit({
      type: 'PodQueued',
      component: this.#component,
      pod: info.key,
      queue,
      event,
      ...(info.gate === '' ? {} : { gate: info.gate }),
    });
    info.reason = sim.carry(event);
  }
}
