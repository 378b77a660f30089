/**
 * The draft of an autoscaler's status. Models setStatus and setConditionInList of
 * kubernetes/pkg/controller/podautoscaler/horizontal.go.
 */
import { defined } from '#base/defined';
import { rfc3339, type SimTime } from '#base/sim-time';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
  HorizontalPodAutoscalerStatus,
  MetricStatus,
} from '#k8s.io/api/autoscaling/v2';

/** The status of a metric that could not be read: its members are unset. */
const unread: MetricStatus = { type: '' };

export class AutoscalerStatus {
  readonly #now: SimTime;
  readonly #wanted: number;
  readonly #metrics = new Map<number, MetricStatus>();
  #status: HorizontalPodAutoscalerStatus;
  #conditions: readonly HorizontalPodAutoscalerCondition[];
  #isCounted = false;

  constructor({ status, spec }: HorizontalPodAutoscaler, now: SimTime) {
    this.#now = now;
    this.#status = status ?? { desiredReplicas: 0 };
    this.#conditions = status?.conditions ?? [];
    this.#wanted = spec.metrics?.length ?? 0;
  }

  get value(): HorizontalPodAutoscalerStatus {
    const {
      lastScaleTime,
      currentReplicas = 0,
      desiredReplicas,
      observedGeneration,
    } = this.#status;
    const { currentMetrics } = this.#status;
    const metrics = this.#isCounted ? this.#currentMetrics() : currentMetrics;
    return {
      ...defined({ observedGeneration, lastScaleTime }),
      ...(currentReplicas === 0 ? {} : { currentReplicas }),
      desiredReplicas,
      ...defined({ currentMetrics: metrics }),
      conditions: this.#conditions,
    };
  }

  /** Sets a condition; its time is that of its last change of status. */
  set(type: string, status: 'True' | 'False', reason: string, message: string): void {
    const old = this.#conditions.find((one) => one.type === type);
    const lastTransitionTime = old?.status === status ? old.lastTransitionTime : rfc3339(this.#now);
    const next = {
      type,
      status,
      ...defined({ lastTransitionTime }),
      reason,
      message,
    };
    this.#conditions =
      old === undefined
        ? [...this.#conditions, next]
        : this.#conditions.map((one) => (one === old ? next : one));
  }

  metric(index: number, status: MetricStatus): void {
    this.#metrics.set(index, status);
  }

  counts(currentReplicas: number, desiredReplicas: number): void {
    this.#isCounted = true;
    this.#status = { ...this.#status, currentReplicas, desiredReplicas };
  }

  currentReplicas(currentReplicas: number): void {
    this.#status = { ...this.#status, currentReplicas };
  }

  rescaledAt(lastScaleTime: string): void {
    this.#status = { ...this.#status, lastScaleTime };
  }

  #currentMetrics(): readonly MetricStatus[] {
    return Array.from({ length: this.#wanted }, (_, index) => this.#metrics.get(index) ?? unread);
  }
}
