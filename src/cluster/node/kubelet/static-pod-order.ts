/**
 * Which static pod of a name may run: one at a time, in the order of arrival.
 *
 * Models allowStaticPodStart of kubernetes/pkg/kubelet/pod_workers.go. A changed manifest is a
 * pod with another UID and the same name; it waits until the pod before it has ended. In: pods as
 * their workers come and go. Out: whether a pod's worker may start.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { isStaticPod } from './config/common.ts';
import { podKey } from './container/names.ts';

export class StaticPodOrder {
  /** The UID that runs, by full name. */
  readonly #started = new Map<string, string>();
  readonly #waiting = new Map<string, readonly string[]>();

  /** A worker was made for the pod. */
  received(pod: Pod): void {
    if (!isStaticPod(pod)) return;
    const key = podKey(pod);
    this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), pod.metadata.uid]);
  }

  /** Marks the pod as started if it may start; `wanted` returns whether a UID should still run. */
  mayStart(pod: Pod, wanted: (uid: string) => boolean): boolean {
    if (!isStaticPod(pod)) return true;
    const key = podKey(pod);
    const { uid } = pod.metadata;
    const started = this.#started.get(key);
    if (started !== undefined) return started === uid;
    const waiting = this.#waiting.get(key) ?? [];
    const first = waiting.find((one) => one === uid || wanted(one));
    if (first !== uid) return false;
    const rest = waiting.slice(waiting.indexOf(uid) + 1);
    if (rest.length > 0) this.#waiting.set(key, rest);
    else this.#waiting.delete(key);
    this.#started.set(key, uid);
    return true;
  }

  /** The pod has ended: the next one of its name may start. */
  ended(uid: string): void {
    for (const [key, started] of this.#started) {
      if (started === uid) this.#started.delete(key);
    }
  }
}
