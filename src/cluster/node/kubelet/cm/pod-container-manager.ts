/**
 * The cgroups of pods: their names, and which exist. The machine is asked for them, because an
 * earlier kubelet process may have created them.
 *
 * Models kubernetes/pkg/kubelet/cm pod_container_manager_linux.go and
 * qos_container_manager_linux.go with the cgroupfs driver, on cgroup v1 or v2.
 */

import { defined } from '#base/defined';
import { cgroupLimits } from '#cluster/node/os/cgroup-files';
import type { Cgroups } from '#cluster/node/os/cgroups';
import type { Pod } from '#k8s.io/api/core/v1';
import { milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import { podRequests } from '#k8s.io/component-helpers/resource/pod-requests';
import type { LinuxContainerResources } from '#k8s.io/cri-api/runtime';
import type { KubeletContext } from '../kubelet-context.ts';
import { podQos } from './qos.ts';
import { milliCpuToShares, podResources } from './resource-config.ts';

/** memory.limit_in_bytes of a cgroup v1 without a limit. */
const unlimitedBytes = '9007199254740988Ki';

const leastShares = 2;

/** The files of a pod's cgroup that a resize changes. */
export type PodCgroup = Pick<
  LinuxContainerResources,
  'cpuShares' | 'cpuQuota' | 'memoryLimitInBytes'
>;

export class PodContainerManager {
  readonly #root: string;
  /** Pods whose cgroup had no limit for memory when it was made, by UID. */
  readonly #unlimited = new Set<string>();
  readonly #tree: Cgroups;
  /** A pod with exclusive CPUs is not throttled. */
  readonly #hasExclusiveCpus: (uid: string) => boolean;
  readonly #pidsLimit: number | undefined;
  /** Thousandths of a CPU that each burstable pod asks for, by UID. */
  readonly #burstable = new Map<string, number>();

  constructor({ node, host, managers }: Pick<KubeletContext, 'node' | 'host' | 'managers'>) {
    const tree = host.cgroups;
    this.#hasExclusiveCpus = (uid) => managers.hasExclusiveCpus(uid);
    this.#root = `/${node.name}`;
    this.#tree = tree;
    this.#pidsLimit = node.kubelet?.podPidsLimit;
    const shares = milliCpuToShares(milliValue(node.cpu));
    const memoryLimit = wholeValue(node.memory);
    tree.set(`${this.#root}/kubepods`, { cpuShares: shares, memoryLimit });
    tree.set(`${this.#root}/kubepods/besteffort`, { cpuShares: leastShares });
    tree.set(`${this.#root}/kubepods/burstable`, { cpuShares: leastShares });
  }

  /** `/node-1/kubepods/besteffort/podUID`. Source: GetPodContainerName. */
  name(pod: Pod): string {
    const qos = podQos(pod);
    const parent = qos === 'Guaranteed' ? '' : `/${qos.toLowerCase()}`;
    return `${this.#root}/kubepods${parent}/pod${pod.metadata.uid}`;
  }

  /** Creates the cgroup if it does not exist. Returns whether it was created. */
  ensureExists(pod: Pod): boolean {
    const isNew = !this.#tree.has(this.name(pod));
    if (isNew) this.update(pod);
    else this.#countBurstable(pod);
    const { uid } = pod.metadata;
    if (podResources(pod).memoryLimitInBytes === undefined) this.#unlimited.add(uid);
    return isNew;
  }

  /** Writes the pod's current resources and the total of its QoS class. */
  update(pod: Pod): void {
    const { cpuShares = leastShares, cpuQuota, memoryLimitInBytes } = podResources(pod);
    this.#tree.set(this.name(pod), {
      cpuShares,
      ...(cpuQuota === undefined || this.#hasExclusiveCpus(pod.metadata.uid) ? {} : { cpuQuota }),
      ...defined({ memoryLimit: memoryLimitInBytes, pidsLimit: this.#pidsLimit }),
    });
    this.#countBurstable(pod);
  }

  /** The current values of the pod's cgroup. */
  current(pod: Pod): PodCgroup {
    const { cpuShares, cpuQuota, memoryLimit } = this.#tree.get(this.name(pod)) ?? {};
    return {
      ...defined({ cpuShares, cpuQuota, memoryLimitInBytes: memoryLimit }),
    };
  }

  /** The values that the pod's cgroup should have. */
  wanted(pod: Pod): PodCgroup {
    const { cpuQuota, ...rest } = podResources(pod);
    const free = cpuQuota === undefined || this.#hasExclusiveCpus(pod.metadata.uid);
    return free ? rest : { ...rest, cpuQuota };
  }

  /** Writes some of the files. Source: SetPodCgroupConfig. */
  change(pod: Pod, { memoryLimitInBytes, ...cpu }: PodCgroup): void {
    const memory = defined({ memoryLimit: memoryLimitInBytes });
    this.#tree.set(this.name(pod), { ...cpu, ...memory });
  }

  #countBurstable(pod: Pod): void {
    if (podQos(pod) !== 'Burstable') return;
    this.#burstable.set(pod.metadata.uid, milliValue(podRequests(pod)['cpu'] ?? '0'));
    this.#writeBurstable();
  }

  /** Source: qos_container_manager_linux.go setCPUCgroupConfig. */
  #writeBurstable(): void {
    let sum = 0;
    for (const milliCpu of this.#burstable.values()) sum += milliCpu;
    this.#tree.set(`${this.#root}/kubepods/burstable`, { cpuShares: milliCpuToShares(sum) });
  }

  /** Removes the pod's cgroup and all below it. Returns whether it existed. */
  destroy(pod: Pod): boolean {
    return this.#destroy(pod.metadata.uid, this.name(pod));
  }

  /** As `destroy`, for a pod of which only the UID is known. */
  destroyByUid(uid: string): void {
    const path = this.pods.get(uid);
    if (path !== undefined) this.#destroy(uid, path);
  }

  #destroy(uid: string, path: string): boolean {
    this.#unlimited.delete(uid);
    if (this.#burstable.delete(uid)) this.#writeBurstable();
    return this.#remove(path);
  }

  /** The pods that have a cgroup, by UID. Source: GetAllPodsFromCgroups. */
  get pods(): ReadonlyMap<string, string> {
    const pods = new Map<string, string>();
    // Those of guaranteed pods stand beside the folders of the others.
    for (const qos of ['/besteffort', '/burstable', '']) {
      const folder = `${this.#root}/kubepods${qos}`;
      const start = `${folder}/pod`;
      for (const path of this.#tree.inside(folder)) {
        if (path.startsWith(start)) pods.set(path.slice(start.length), path);
      }
    }
    return pods;
  }

  /** Removes the cgroups of pods that are gone. Source: cleanupOrphanedPodCgroups. */
  destroyUnknown(isKnown: (uid: string) => boolean): void {
    for (const [uid, path] of this.pods) if (!isKnown(uid)) this.#remove(path);
  }

  #remove(path: string): boolean {
    const groups = this.#tree.under(path);
    for (const { path: group } of [...groups].reverse()) this.#tree.remove(group);
    return groups.length > 0;
  }

  /** The limits in the pod's cgroup, by file name. */
  limits(pod: Pod): Readonly<Record<string, string>> {
    const group = this.#tree.get(this.name(pod));
    return group === undefined ? {} : cgroupLimits(this.#tree.version, group);
  }

  /** The memory limit that cgroup v1 reports for a pod without one. */
  unlimitedMemory(uid: string): string | undefined {
    if (this.#tree.version !== 1) return undefined;
    return this.#unlimited.has(uid) ? unlimitedBytes : undefined;
  }
}
