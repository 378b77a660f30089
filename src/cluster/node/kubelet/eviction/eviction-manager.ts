/**
 * Keeps the node alive when memory or disk runs short.
 *
 * Models kubernetes/pkg/kubelet/eviction/eviction_manager.go synchronize: every ten seconds the
 * signals are checked; a met threshold becomes a condition of the node; a soft threshold counts
 * once it was met for its grace period; node-level garbage is removed first, then at most one pod
 * is evicted.
 * In: the machine's resources, what pods use. Out: conditions, refusals at admission, evicted pods,
 * events.
 */
import { type Duration, type SimTime, second } from '#base/sim-time';
import type { Pod, PodSpec } from '#k8s.io/api/core/v1';
import { type Process, sleep } from '#sim/simulation';
import { podQos } from '../cm/qos.ts';
import { podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import {
  type Candidate,
  evictionMessage,
  exceedsRequest,
  isCriticalPod,
  localStorageViolation,
  rank,
  usageOf,
} from './eviction-message.ts';
import {
  availableText,
  metThresholds,
  type Observation,
  type PressureCondition,
  quantityText,
  type Threshold,
  thresholdsOf,
} from './thresholds.ts';

const monitoringInterval: Duration = 10 * second;
/** Seconds after a threshold was last met until its condition goes back. */
const transitionSeconds = 300;
/** How long it waits for an evicted pod to be cleaned up. */
const cleanupTimeout: Duration = 30 * second;
/** Seconds that a pod gets when a hard threshold is met. */
const hardGracePeriod = 1;

export interface EvictionParts {
  readonly pods: () => readonly Pod[];
  /** Ends a pod. */
  readonly kill: (pod: Pod, message: string, gracePeriod: number) => void;
  /** Frees disk by removing what no pod needs; returns whether anything was removed. */
  readonly reclaimDisk: () => Process<boolean>;
  /** Whether the pod is terminating or has ended: evicting it would free nothing. */
  readonly isEnding: (pod: Pod) => boolean;
  /** Whether containers of the pod may still run. */
  readonly couldRun: (uid: string) => boolean;
}

export class EvictionManager {
  readonly #context: KubeletContext;
  readonly #parts: EvictionParts;
  readonly #thresholds: readonly Threshold[];
  readonly #transitionPeriod: Duration;
  readonly #lastMet = new Map<PressureCondition, SimTime>();
  /** Since when each threshold has been met without a break. */
  readonly #firstMet = new Map<Threshold, SimTime>();
  #met: readonly Observation[] = [];
  /** The conditions that were emitted last. */
  #emitted = '';

  constructor(context: KubeletContext, parts: EvictionParts) {
    this.#context = context;
    this.#parts = parts;
    const { kubelet = {} } = context.node;
    this.#thresholds = thresholdsOf(context.host, kubelet);
    this.#transitionPeriod =
      (kubelet.evictionPressureTransitionPeriod ?? transitionSeconds) * second;
  }

  /** Conditions that hold now, or did until a short time ago. */
  get pressures(): readonly PressureCondition[] {
    const { now } = this.#context.sim;
    return [...this.#lastMet].flatMap(([condition, at]) =>
      now - at < this.#transitionPeriod ? [condition] : [],
    );
  }

  /**
   * Why a pod is not admitted while something is short. Under memory pressure alone only pods
   * without requests are refused. Source: Admit.
   */
  refusal(pod: Pod): string | undefined {
    const conditions = this.pressures;
    if (conditions.length === 0 || isCriticalPod(pod)) return undefined;
    const onlyMemory = conditions.every((condition) => condition === 'MemoryPressure');
    if (onlyMemory && (podQos(pod) !== 'BestEffort' || toleratesMemoryPressure(pod))) {
      return undefined;
    }
    return `The node had condition: [${conditions.join(' ')}]. `;
  }

  *run(): Process {
    const { tracer, component, prng } = this.#context;
    yield* sleep(prng.fork('eviction').nextInt(monitoringInterval));
    for (;;) {
      yield* sleep(monitoringInterval);
      // After the cleanup of an evicted pod the signals are checked again at once.
      for (;;) {
        tracer.timer(component, 'eviction');
        const evicted = yield* this.#synchronize();
        if (evicted.length === 0) break;
        yield* this.#waitForCleanup(evicted);
      }
    }
  }

  /** Source: waitForPodsCleanup. */
  *#waitForCleanup(evicted: readonly string[]): Process {
    const { sim } = this.#context;
    const end = sim.now + cleanupTimeout;
    while (sim.now < end) {
      yield* sleep(second);
      if (!evicted.some((uid) => this.#parts.couldRun(uid))) return;
    }
  }

  /** Returns the pods that were evicted. */
  *#synchronize(): Process<readonly string[]> {
    const { events } = this.#context;
    const counting = this.#observe();
    const violating = this.#evictForLocalStorage();
    if (violating.length > 0) {
      this.#emitSynchronized([], undefined);
      return violating;
    }
    const [first] = counting;
    if (first === undefined) {
      this.#emitSynchronized(counting, undefined);
      return [];
    }
    const { threshold } = first;
    events.node('Warning', 'EvictionThresholdMet', `Attempting to reclaim ${threshold.resource}`);
    if (threshold.condition === 'DiskPressure') {
      yield* this.#parts.reclaimDisk();
      if (metThresholds([threshold], this.#context.host, false).length === 0) return [];
    }
    return this.#evictOne(counting, first);
  }

  /**
   * Records the met thresholds and returns those that count: hard ones, and soft ones met for long
   * enough.
   */
  #observe(): readonly Observation[] {
    const { sim, host } = this.#context;
    const met = metThresholds(this.#thresholds, host, false);
    if (met.length === 0 && this.#met.length === 0) return met;
    const before = this.#met.map(({ threshold }) => threshold);
    const unresolved = metThresholds(before, host, true);
    const fresh = new Set(met.map(({ threshold }) => threshold));
    this.#met = [...met, ...unresolved.filter(({ threshold }) => !fresh.has(threshold))];
    const now = new Set(this.#met.map(({ threshold }) => threshold));
    for (const known of [...this.#firstMet.keys()])
      if (!now.has(known)) this.#firstMet.delete(known);
    for (const threshold of now) {
      this.#lastMet.set(threshold.condition, sim.now);
      if (!this.#firstMet.has(threshold)) this.#firstMet.set(threshold, sim.now);
    }
    return this.#met.filter(
      ({ threshold }) => sim.now - (this.#firstMet.get(threshold) ?? sim.now) >= threshold.grace,
    );
  }

  /** Emits nothing while no threshold is met and nothing changed. */
  #emitSynchronized(counting: readonly Observation[], first: Observation | undefined): void {
    const { pressures } = this;
    const key = pressures.join(' ');
    if (this.#met.length === 0 && key === this.#emitted) return;
    this.#emitted = key;
    const { tracer, component } = this.#context;
    const ranked = first === undefined ? [] : rank(this.#candidates(), first.threshold);
    tracer.emit({
      type: 'EvictionSynchronized',
      component,
      thresholds: this.#met.map((one) => ({
        signal: one.threshold.signal,
        soft: one.threshold.soft,
        available: availableText(one),
        threshold: quantityText(one),
        counts: counting.includes(one),
      })),
      conditions: pressures,
      ranked: ranked.map((one) => ({
        pod: podKey(one.pod),
        exceeds: exceedsRequest(one, (first as Observation).threshold),
        priority: one.pod.spec.priority ?? 0,
        usage: usageOf(one, (first as Observation).threshold),
      })),
      victim: ranked[0] === undefined ? '' : podKey(ranked[0].pod),
    });
  }

  #candidates(): readonly Candidate[] {
    const stats = new Map(this.#context.cri.podStats().map((one) => [one.uid, one]));
    return this.#parts
      .pods()
      .filter((pod) => !isCriticalPod(pod) && !this.#parts.isEnding(pod))
      .map((pod) => ({ pod, stats: stats.get(pod.metadata.uid) }));
  }

  /** Evicts only the first pod in the order; the next round decides on further ones. */
  #evictOne(counting: readonly Observation[], observation: Observation): readonly string[] {
    const { threshold } = observation;
    this.#emitSynchronized(counting, observation);
    const [victim] = rank(this.#candidates(), threshold);
    if (victim === undefined) return [];
    const { kubelet = {} } = this.#context.node;
    const own = victim.pod.spec.terminationGracePeriodSeconds ?? 0;
    const soft = Math.min(kubelet.evictionMaxPodGracePeriod ?? 0, own);
    const message = evictionMessage(observation, victim);
    return this.#evict(victim.pod, message, threshold.soft ? soft : hardGracePeriod);
  }

  #evictForLocalStorage(): readonly string[] {
    if (!this.#parts.pods().some(limitsLocalStorage)) return [];
    const evicted: string[] = [];
    for (const candidate of this.#candidates()) {
      const message = localStorageViolation(candidate);
      if (message === undefined) continue;
      evicted.push(...this.#evict(candidate.pod, message, hardGracePeriod));
    }
    return evicted;
  }

  #evict(pod: Pod, message: string, gracePeriod: number): readonly string[] {
    this.#context.events.pod(pod, 'Warning', 'Evicted', message);
    this.#parts.kill(pod, message, gracePeriod);
    return [pod.metadata.uid];
  }
}

const toleratesMemoryPressure = ({ spec }: Pod): boolean =>
  (spec.tolerations ?? []).some(
    ({ key, operator, effect }) =>
      (key === 'node.kubernetes.io/memory-pressure' ||
        (key === undefined && operator === 'Exists')) &&
      (effect === undefined || effect === 'NoSchedule'),
  );

/** Cached, because it is needed for every pod every ten seconds and a spec does not change. */
const limiting = new WeakMap<PodSpec, boolean>();

function limitsLocalStorage({ spec }: Pod): boolean {
  let limits = limiting.get(spec);
  if (limits === undefined) {
    limits =
      (spec.volumes ?? []).some(({ emptyDir }) => emptyDir?.sizeLimit !== undefined) ||
      spec.containers.some(
        ({ resources }) => resources?.limits?.['ephemeral-storage'] !== undefined,
      );
    limiting.set(spec, limits);
  }
  return limits;
}
