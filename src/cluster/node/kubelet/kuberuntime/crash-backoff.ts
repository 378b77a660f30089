/**
 * Delays the restart of a crashing container: CrashLoopBackOff.
 * Models kubernetes/pkg/kubelet/kuberuntime kuberuntime_manager.go doBackOff.
 */
import { minute, type SimTime, second } from '#base/sim-time';
import type { Container, Pod } from '#k8s.io/api/core/v1';
import { goDurationString } from '#k8s.io/apimachinery/duration';
import { podDescription } from '../container/names.ts';
import type { RuntimePodStatus } from '../container/runtime-status.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { Backoff } from '../util/backoff.ts';

const initialDelay = 10 * second;
const maxDelay = 5 * minute;

/** Why a container did not start, or why the pod could not be synced at all. */
export interface SyncFailure {
  /** Empty when the failure is about the pod. */
  readonly container: string;
  readonly reason: string;
  readonly message: string;
  /** For CrashLoopBackOff: when the back-off ends. */
  readonly until?: SimTime;
}

export class CrashBackoff {
  readonly #context: KubeletContext;
  readonly #backoff = new Backoff(initialDelay, maxDelay);

  constructor(context: KubeletContext) {
    this.#context = context;
  }

  /** The pod is gone. */
  forget(uid: string): void {
    this.#backoff.deleteWithPrefix(`${uid}_`);
  }

  /**
   * The CrashLoopBackOff failure while the back-off lasts; undefined when the container may start.
   */
  check(pod: Pod, container: Container, status: RuntimePodStatus): SyncFailure | undefined {
    const { sim, events, wall } = this.#context;
    // A container that is killed and replaced in this sync still counts as running, so the run
    // before it decides.
    const last = status.containers.find(
      ({ metadata, state }) => metadata.name === container.name && state === 'CONTAINER_EXITED',
    );
    if (last === undefined) return undefined;
    const { uid } = pod.metadata;
    const { name, image = '', resources } = container;
    const key = `${uid}_${name}_${image}_${JSON.stringify(resources ?? {})}`;
    const exitedAt = last.finishedAt;
    if (!this.#backoff.isInBackOffSince(key, exitedAt, wall())) {
      this.#backoff.next(key, exitedAt, wall());
      return undefined;
    }
    const text = `Back-off restarting failed container ${name} in pod ${podDescription(pod)}`;
    events.container(pod, name, 'Warning', 'BackOff', text);
    const delay = this.#backoff.get(key);
    const message =
      `back-off ${goDurationString(delay)} restarting failed container=${name}` +
      ` pod=${podDescription(pod)}`;
    return {
      container: name,
      reason: 'CrashLoopBackOff',
      message,
      until: sim.now + exitedAt + delay - wall(),
    };
  }
}
