/**
 * Ends the pods of a node that is being shut down.
 *
 * Models kubernetes/pkg/kubelet/nodeshutdown/nodeshutdown_manager_linux.go: systemd announces the
 * shutdown and the kubelet's inhibitor delays it; regular pods end first, then critical ones.
 * In: the signal. Out: ended pods, a node that is not ready and takes no further pod.
 */
import { type Duration, ms, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { type Process, sleep } from '#sim/simulation';
import { isCriticalPod } from '../eviction/eviction-message.ts';
import type { KubeletContext } from '../kubelet-context.ts';

/** Flags shutdownGracePeriod and shutdownGracePeriodCriticalPods. */
export const shutdownGracePeriod: Duration = 30 * second;
export const criticalGracePeriod: Duration = 10 * second;

const podMessage = 'Pod was terminated in response to imminent node shutdown.';

/** How often it checks whether a group of pods has ended. */
const pollPeriod: Duration = ms(100);

export interface ShutdownParts {
  /** The pods that have not ended. */
  readonly pods: () => readonly Pod[];
  readonly couldRun: (uid: string) => boolean;
  readonly kill: (pod: Pod, message: string, gracePeriod: number) => void;
}

export class ShutdownManager {
  readonly #context: KubeletContext;
  readonly #parts: ShutdownParts;
  #active = false;

  constructor(context: KubeletContext, parts: ShutdownParts) {
    this.#context = context;
    this.#parts = parts;
  }

  get shuttingDown(): boolean {
    return this.#active;
  }

  /** Why the node is not ready. */
  get error(): string {
    return this.#active ? 'node is shutting down' : '';
  }

  /** The signal of systemd-logind (PrepareForShutdown). */
  begin(): void {
    if (this.#active) return;
    this.#active = true;
    const { events, sim } = this.#context;
    events.node('Normal', 'Shutdown', 'Shutdown manager detected shutdown event');
    sim.spawn('node shutdown', this.#run());
  }

  /** The shutdown was cancelled. */
  cancel(): void {
    if (!this.#active) return;
    this.#active = false;
    const { events } = this.#context;
    events.node('Normal', 'Shutdown', 'Shutdown manager detected shutdown cancellation');
  }

  /** Critical pods follow as soon as the others have ended or their time is over. */
  *#run(): Process {
    const { sim } = this.#context;
    const all = this.#parts.pods();
    const regular = all.filter((pod) => !isCriticalPod(pod));
    const critical = all.filter(isCriticalPod);
    const most = shutdownGracePeriod - criticalGracePeriod;
    const until = sim.now + most;
    this.#killAll(regular, most / second);
    if (critical.length === 0) return;
    const running = (pod: Pod): boolean => this.#parts.couldRun(pod.metadata.uid);
    while (sim.now < until && regular.some(running)) yield* sleep(pollPeriod);
    if (this.#active) this.#killAll(critical, criticalGracePeriod / second);
  }

  #killAll(pods: readonly Pod[], most: number): void {
    const { sim } = this.#context;
    for (const pod of sim.each(pods)) {
      const own = pod.spec.terminationGracePeriodSeconds ?? 30;
      this.#parts.kill(pod, podMessage, Math.min(own, most));
    }
  }
}
