/**
 * The pods this node should run, and the mirror pods that represent static pods at the API server.
 * Models kubernetes/pkg/kubelet/pod/pod_manager.go.
 */

import type { Pod } from '#k8s.io/api/core/v1';
import { isMirrorPod } from '#k8s.io/component-helpers/core/mirror-pod';

export class PodManager {
  readonly #byUid = new Map<string, Pod>();
  readonly #byName = new Map<string, Pod>();
  /** Mirror pods by `namespace/name`. */
  readonly #mirrors = new Map<string, Pod>();

  get size(): number {
    return this.#byUid.size;
  }

  set(pod: Pod): void {
    if (isMirrorPod(pod)) {
      this.#mirrors.set(`${pod.metadata.namespace}/${pod.metadata.name}`, pod);
      return;
    }
    this.#byUid.set(pod.metadata.uid, pod);
    this.#byName.set(`${pod.metadata.namespace}/${pod.metadata.name}`, pod);
  }

  remove(pod: Pod): void {
    const { uid, namespace, name } = pod.metadata;
    this.#byUid.delete(uid);
    const key = `${namespace}/${name}`;
    if (this.#mirrors.get(key)?.metadata.uid === uid) this.#mirrors.delete(key);
    if (this.#byName.get(key)?.metadata.uid === uid) this.#byName.delete(key);
  }

  byUid(uid: string): Pod | undefined {
    return this.#byUid.get(uid);
  }

  byFullName(namespace: string, name: string): Pod | undefined {
    return this.#byName.get(`${namespace}/${name}`);
  }

  /** The mirror pod of a static pod. Source: GetMirrorPodByPod. */
  mirrorOf({ metadata }: Pod): Pod | undefined {
    return this.#mirrors.get(`${metadata.namespace}/${metadata.name}`);
  }

  /** A mirror pod represents the newest static pod of its name. Source: TranslatePodUID. */
  mirrorUidOf(pod: Pod): string | undefined {
    const { uid, namespace, name } = pod.metadata;
    const newest = this.byFullName(namespace, name)?.metadata.uid ?? uid;
    return newest === uid ? this.mirrorOf(pod)?.metadata.uid : undefined;
  }

  /** Mirror pods whose static pod is gone. Source: GetPodsAndMirrorPods. */
  orphanedMirrors(): readonly Pod[] {
    if (this.#mirrors.size === 0) return [];
    return [...this.#mirrors].flatMap(([key, mirror]) => (this.#byName.has(key) ? [] : [mirror]));
  }

  list(): readonly Pod[] {
    return [...this.#byUid.values()];
  }
}
