/**
 * Pods that were promised a node by preemption and are not on it yet.
 * Models kubernetes/pkg/scheduler/backend/queue/nominator.go.
 */
import type { Pod } from '#k8s.io/api/core/v1';
import { type PodInfo, podInfoOf } from '../../framework/types/pod-info.ts';

export class Nominator {
  readonly #byNode = new Map<string, Map<string, PodInfo>>();
  readonly #nodeOf = new Map<string, string>();

  /** Adds a nomination; an empty node means the one in the pod's status. */
  add(pod: Pod, node = ''): void {
    this.delete(pod);
    const name = node === '' ? (pod.status?.nominatedNodeName ?? '') : node;
    if (name === '') return;
    this.#nodeOf.set(pod.metadata.uid, name);
    const pods = this.#byNode.get(name) ?? new Map<string, PodInfo>();
    pods.set(pod.metadata.uid, podInfoOf(pod));
    this.#byNode.set(name, pods);
  }

  delete(pod: Pod): void {
    const node = this.#nodeOf.get(pod.metadata.uid);
    if (node === undefined) return;
    this.#nodeOf.delete(pod.metadata.uid);
    const pods = this.#byNode.get(node);
    pods?.delete(pod.metadata.uid);
    if (pods?.size === 0) this.#byNode.delete(node);
  }

  /** The node this pod is nominated for; empty when none. */
  nodeOf(pod: Pod): string {
    return this.#nodeOf.get(pod.metadata.uid) ?? '';
  }

  hasPodsOn(node: string): boolean {
    return this.#byNode.has(node);
  }

  podsOn(node: string): readonly PodInfo[] {
    const pods = this.#byNode.get(node);
    return pods === undefined ? [] : [...pods.values()];
  }
}
