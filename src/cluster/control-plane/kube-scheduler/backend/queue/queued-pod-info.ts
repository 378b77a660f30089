/**
 * A pod in the scheduling queue and what is remembered of earlier attempts.
 * Models kubernetes/pkg/scheduler/framework/types.go QueuedPodInfo. Changed in place by the queue.
 */
import type { SimTime } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { Carried } from '#sim/simulation';

export interface QueuedPodInfo {
  pod: Pod;
  /** `namespace/name` */
  readonly key: string;
  /** When it entered the queue or last failed. */
  timestamp: SimTime;
  attempts: number;
  unschedulableCount: number;
  consecutiveErrorsCount: number;
  /** End of its backoff; undefined until it is asked for. */
  backoffExpiration: SimTime | undefined;
  /** Plugins that rejected it; empty when it failed by an error. */
  unschedulablePlugins: ReadonlySet<string>;
  pendingPlugins: ReadonlySet<string>;
  /** The PreEnqueue plugin that holds it back. */
  gatingPlugin: string;
  /** What that plugin waits for; empty while nothing holds the pod back. */
  gate: string;
  /** The cause of its next step. */
  reason: Carried<string>;
}
