/** The pods this node should run. Models kubernetes/pkg/kubelet/pod/pod_manager.go. */
import type { Pod } from '#k8s.io/api/core/v1';

export class PodManager {
  readonly #byUid = new Map<string, Pod>();
  readonly #byName = new Map<string, Pod>();

  get size(): number {
    return this.#byUid.size;
  }

  set(pod: Pod): void {
    this.#byUid.set(pod.metadata.uid, pod);
    this.#byName.set(`${pod.metadata.namespace}/${pod.metadata.name}`, pod);
  }

  remove(pod: Pod): void {
    const { uid, namespace, name } = pod.metadata;
    this.#byUid.delete(uid);
    const key = `${namespace}/${name}`;
    if (this.#byName.get(key)?.metadata.uid === uid) this.#byName.delete(key);
  }

  byUid(uid: string): Pod | undefined {
    return this.#byUid.get(uid);
  }

  byFullName(namespace: string, name: string): Pod | undefined {
    return this.#byName.get(`${namespace}/${name}`);
  }

  list(): readonly Pod[] {
    return [...this.#byUid.values()];
  }
}
