/**
 * Whether a cluster event is worth another attempt for a pod, and how soon.
 *
 * Models isPodWorthRequeuing of kubernetes/pkg/scheduler/backend/queue/scheduling_queue.go: only
 * the plugins that rejected the pod are asked.
 */
import { extenderName } from '../../find-nodes.ts';
import { type ClusterEvent, eventMatches, type RegisteredEvent } from '../../framework/events.ts';
import type { Plugin } from '../../framework/interface.ts';
import type { QueuedPodInfo } from './queued-pod-info.ts';

export type QueueingStrategy = 'skip' | 'after-backoff' | 'immediately';

export class QueueingHints {
  readonly #events = new Map<string, readonly RegisteredEvent[]>();

  constructor(plugins: readonly Plugin[]) {
    for (const { name, events } of plugins) {
      if (events !== undefined) this.#events.set(name, events);
    }
  }

  /** What to do with a pod when `event` happened to an object, given before and after. */
  strategyFor(
    info: QueuedPodInfo,
    event: ClusterEvent,
    before: unknown,
    after: unknown,
  ): QueueingStrategy {
    const rejected = info.unschedulablePlugins.size + info.pendingPlugins.size;
    if (rejected === 0 || event.resource === '*') return 'after-backoff';
    let strategy: QueueingStrategy = 'skip';
    for (const plugin of info.pendingPlugins) {
      if (this.#helps(plugin, info, event, before, after)) return 'immediately';
    }
    for (const plugin of info.unschedulablePlugins) {
      if (!this.#helps(plugin, info, event, before, after)) continue;
      strategy = 'after-backoff';
      break;
    }
    return strategy;
  }

  #helps(
    plugin: string,
    info: QueuedPodInfo,
    event: ClusterEvent,
    before: unknown,
    after: unknown,
  ): boolean {
    // Extenders cannot say what may help, so everything may.
    if (plugin === extenderName) return true;
    for (const registered of this.#events.get(plugin) ?? []) {
      if (!eventMatches(registered, event)) continue;
      if (registered.hint?.(info.pod, before, after) !== false) return true;
    }
    return false;
  }
}
