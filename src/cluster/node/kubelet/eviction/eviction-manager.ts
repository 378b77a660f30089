/**
 * Keeps the node alive when memory or disk runs short.
 *
 * Models kubernetes/pkg/kubelet/eviction/eviction_manager.go synchronize: every ten seconds the
 * signals are looked at; what is short becomes a condition of the node; node-level garbage goes
 * first, then one pod at most. In: the machine's resources, what pods use. Out: conditions,
 * refusals at admission, evicted pods, events.
 */
import { type Duration, minute, type SimTime, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { type Process, sleep } from '#sim/simulation';
import { podQos } from '../cm/qos.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import {
  type Candidate,
  evictionMessage,
  isCriticalPod,
  localStorageViolation,
  rank,
} from './eviction-message.ts';
import { metThresholds, type Observation, type PressureCondition } from './thresholds.ts';

const monitoringInterval: Duration = 10 * second;
/** A condition goes back this long after the threshold was last met. */
const transitionPeriod: Duration = 5 * minute;
/** Seconds that a pod gets when a hard threshold is met. */
const hardGracePeriod = 1;

export interface EvictionParts {
  readonly pods: () => readonly Pod[];
  /** Ends a pod. */
  readonly kill: (pod: Pod, message: string, gracePeriod: number) => void;
  /** Frees disk by removing what no pod needs; whether something went. */
  readonly reclaimDisk: () => Process<boolean>;
  readonly isTerminating: (uid: string) => boolean;
}

export class EvictionManager {
  readonly #context: KubeletContext;
  readonly #parts: EvictionParts;
  readonly #lastMet = new Map<PressureCondition, SimTime>();

  constructor(context: KubeletContext, parts: EvictionParts) {
    this.#context = context;
    this.#parts = parts;
  }

  /** Conditions that hold now, or did until a short time ago. */
  get pressures(): readonly PressureCondition[] {
    const { now } = this.#context.sim;
    return [...this.#lastMet].flatMap(([condition, at]) =>
      now - at < transitionPeriod ? [condition] : [],
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
      tracer.timer(component, 'eviction');
      yield* this.#synchronize();
    }
  }

  *#synchronize(): Process {
    const { sim, host, events } = this.#context;
    const met = metThresholds(host);
    for (const { threshold } of met) this.#lastMet.set(threshold.condition, sim.now);
    if (this.#evictForLocalStorage()) return;
    const [first] = met;
    if (first === undefined) return;
    const { resource } = first.threshold;
    const text = `Attempting to reclaim ${resource}`;
    events.node('Warning', 'EvictionThresholdMet', text);
    if (resource === 'ephemeral-storage') {
      yield* this.#parts.reclaimDisk();
      if (!metThresholds(host).some(({ threshold }) => threshold === first.threshold)) return;
    }
    this.#evictOne(first);
  }

  #candidates(): readonly Candidate[] {
    const stats = new Map(this.#context.cri.podStats().map((one) => [one.uid, one]));
    return this.#parts
      .pods()
      .filter((pod) => !isCriticalPod(pod) && !this.#parts.isTerminating(pod.metadata.uid))
      .map((pod) => ({ pod, stats: stats.get(pod.metadata.uid) }));
  }

  /** Only the pod that is first in the order; the next look decides on further ones. */
  #evictOne(observation: Observation): void {
    const [victim] = rank(this.#candidates(), observation.threshold);
    if (victim === undefined) return;
    this.#evict(victim.pod, evictionMessage(observation, victim));
  }

  #evictForLocalStorage(): boolean {
    if (!this.#parts.pods().some(limitsLocalStorage)) return false;
    let evicted = false;
    for (const candidate of this.#candidates()) {
      const message = localStorageViolation(candidate);
      if (message === undefined) continue;
      this.#evict(candidate.pod, message);
      evicted = true;
    }
    return evicted;
  }

  #evict(pod: Pod, message: string): void {
    this.#context.events.pod(pod, 'Warning', 'Evicted', message);
    this.#parts.kill(pod, message, hardGracePeriod);
  }
}

const toleratesMemoryPressure = ({ spec }: Pod): boolean =>
  (spec.tolerations ?? []).some(
    ({ key, operator, effect }) =>
      (key === 'node.kubernetes.io/memory-pressure' ||
        (key === undefined && operator === 'Exists')) &&
      (effect === undefined || effect === 'NoSchedule'),
  );

const limitsLocalStorage = ({ spec }: Pod): boolean =>
  (spec.volumes ?? []).some(({ emptyDir }) => emptyDir?.sizeLimit !== undefined) ||
  spec.containers.some(({ resources }) => resources?.limits?.['ephemeral-storage'] !== undefined);
