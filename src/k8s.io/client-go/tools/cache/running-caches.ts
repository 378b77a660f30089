/**
 * The caches that follow the store in the processes of a simulation, for an observer outside it.
 *
 * In: each cache, from the moment at which it begins to follow to the one at which its process
 * ends. Out: those that run now. Nothing inside the simulation reads them: like the debugger of
 * upstream's scheduler (kubernetes/pkg/scheduler/backend/cache/debugger) they are there to be
 * compared with what is true.
 */
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Simulation } from '#sim/simulation';

export interface RunningCache {
  /** The program that has it, such as `kube-scheduler`. */
  readonly component: string;
  /** `pods`, `deployments.apps`. */
  readonly resource: string;
  /** Where the objects are in the store, for a watch cache. */
  readonly prefix?: string;
  /** The namespace and the selectors that it is confined to; absent: none. */
  readonly namespace?: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly labelSelector?: string | undefined;
  /** Whether it has had its first list. */
  readonly synced: boolean;
  /** What it holds, as its readers get it. */
  list(): readonly KubeObject[];
  /** A key that one of its indexes has in a wrong place, if there is one. */
  misplaced(): string | undefined;
}

const running = new WeakMap<Simulation, Set<RunningCache>>();

/** Those that run in a simulation now, in the order in which they began. */
export const runningCaches = (sim: Simulation): Iterable<RunningCache> => running.get(sim) ?? [];

/** A cache begins to follow the store; the answer is called when its process ends. */
export function begins(sim: Simulation, cache: RunningCache): () => void {
  let caches = running.get(sim);
  if (caches === undefined) {
    caches = new Set();
    running.set(sim, caches);
  }
  const all = caches.add(cache);
  return () => {
    all.delete(cache);
  };
}
