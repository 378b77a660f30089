/**
 * The cgroups of pods: names, and which exist.
 *
 * Models kubernetes/pkg/kubelet/cm pod_container_manager_linux.go and
 * qos_container_manager_linux.go with the cgroupfs driver on cgroup v1.
 */

import type { NodeConfig } from '#cluster/cluster-config';
import type { Pod } from '#k8s.io/api/core/v1';
import { podQos } from './qos.ts';
import { podResources } from './resource-config.ts';

/** What memory.limit_in_bytes of a cgroup v1 says when nothing limits it. */
const unlimitedBytes = '9007199254740988Ki';

export class PodContainerManager {
  readonly #root: string;
  readonly #cgroups = new Map<string, { readonly path: string; readonly memory: string }>();

  constructor(node: NodeConfig) {
    this.#root = `/${node.name}`;
  }

  /** `/node-1/kubepods/besteffort/podUID`. Source: GetPodContainerName. */
  name(pod: Pod): string {
    const qos = podQos(pod);
    const parent = qos === 'Guaranteed' ? '' : `/${qos.toLowerCase()}`;
    return `${this.#root}/kubepods${parent}/pod${pod.metadata.uid}`;
  }

  exists(uid: string): boolean {
    return this.#cgroups.has(uid);
  }

  /** Creates the cgroup unless it is there. Returns whether it was created. */
  ensureExists(pod: Pod): boolean {
    if (this.#cgroups.has(pod.metadata.uid)) return false;
    const limit = podResources(pod).memoryLimitInBytes;
    const memory = limit === undefined ? unlimitedBytes : String(limit);
    this.#cgroups.set(pod.metadata.uid, { path: this.name(pod), memory });
    return true;
  }

  destroy(uid: string): boolean {
    return this.#cgroups.delete(uid);
  }

  /** The memory limit the kernel reports for the pod's cgroup, when it is not one that was set. */
  unlimitedMemory(uid: string): string | undefined {
    const memory = this.#cgroups.get(uid)?.memory;
    return memory === unlimitedBytes ? memory : undefined;
  }
}
