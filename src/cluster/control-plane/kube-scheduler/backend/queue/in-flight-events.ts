/**
 * Cluster events during a pod's attempt, so that it does not miss them when it fails.
 * Models the in-flight list of kubernetes/pkg/scheduler/backend/queue/active_queue.go.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import type { ClusterEvent } from '../../framework/events.ts';

export interface ObservedEvent {
  readonly event: ClusterEvent;
  readonly before: unknown;
  readonly after: unknown;
}

export class InFlightEvents {
  readonly #byPod = new Map<string, ObservedEvent[]>();

  /** The pod was popped. */
  begin(pod: Pod): void {
    this.#byPod.set(pod.metadata.uid, []);
  }

  record(observed: ObservedEvent): void {
    for (const events of this.#byPod.values()) events.push(observed);
  }

  has(pod: Pod): boolean {
    return this.#byPod.has(pod.metadata.uid);
  }

  /** The attempt is over: returns the events since its start. Source: Done. */
  end(pod: Pod): readonly ObservedEvent[] {
    const events = this.#byPod.get(pod.metadata.uid) ?? [];
    this.#byPod.delete(pod.metadata.uid);
    return events;
  }
}
