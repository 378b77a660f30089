/**
 * `/stats/summary`: what the node, its pods and their containers use, as one JSON document.
 *
 * Models kubernetes/pkg/kubelet/server/stats summary.go and pkg/kubelet/stats
 * cri_stats_provider.go. In: the runtime's statistics and the machine. Out: Summary of
 * k8s.io/kubelet pkg/apis/stats/v1alpha1, with the figures that this machine has.
 */
import { type Duration, rfc3339, type SimTime, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import type { ContainerStats, PodStats } from '#k8s.io/cri-api/runtime';
import type { KubeletContext } from '../kubelet-context.ts';
import { cpuOf, memoryOf, nodeUsage, sum } from './resource-metrics.ts';

const nanosPerMicro = 1000;

interface Sample {
  readonly at: SimTime;
  readonly cpu: Duration;
}

export class StatsSummary {
  readonly #context: KubeletContext;
  readonly #podOf: (uid: string) => Pod | undefined;
  /** What was said last: a rate needs two samples. */
  readonly #samples = new Map<string, Sample>();

  constructor(context: KubeletContext, podOf: (uid: string) => Pod | undefined) {
    this.#context = context;
    this.#podOf = podOf;
  }

  /** Source: summaryProviderImpl.Get. */
  get(): JsonObject {
    const stats = this.#context.cri.podStats();
    const pods = stats.flatMap((one) => {
      const pod = this.#podOf(one.uid);
      return pod === undefined ? [] : [this.#pod(pod, one)];
    });
    return { node: this.#node(stats), pods };
  }

  get #time(): string {
    return rfc3339(this.#context.wall());
  }

  #node(stats: readonly PodStats[]): JsonObject {
    const { node, host, cri, sim } = this.#context;
    const { cpu, memory } = nodeUsage(sim.now, host, stats);
    const { imageBytes, containerBytes } = cri.imageFsInfo();
    return {
      nodeName: node.name,
      cpu: this.#cpu('node', cpu),
      memory: this.#memory(memory, host.memoryBytes),
      fs: this.#disk(host.diskBytes - host.diskAvailable),
      runtime: { imageFs: this.#disk(imageBytes), containerFs: this.#disk(containerBytes) },
      rlimit: {
        time: this.#time,
        maxpid: host.maxPids,
        curproc: host.maxPids - host.pidsAvailable,
      },
    };
  }

  #pod({ metadata, status }: Pod, { uid, containers }: PodStats): JsonObject {
    const { name, namespace } = metadata;
    return {
      podRef: { name, namespace, uid },
      startTime: status?.startTime ?? null,
      containers: containers.map((one) => this.#container(uid, one)),
      cpu: this.#cpu(uid, sum(containers.map(cpuOf))),
      memory: this.#memory(sum(containers.map(memoryOf))),
      'ephemeral-storage': this.#disk(
        sum(containers.map(({ diskBytes }) => diskBytes)),
        sum(containers.map(({ inodes }) => inodes)),
      ),
      process_stats: { process_count: sum(containers.map(({ processes }) => processes)) },
    };
  }

  #container(uid: string, stats: ContainerStats): JsonObject {
    return {
      name: stats.name,
      startTime: rfc3339(stats.startedAt),
      cpu: this.#cpu(`${uid}/${stats.name}`, stats.cpuTime),
      memory: this.#memory(stats.memoryBytes),
      rootfs: this.#disk(stats.diskBytes, stats.inodes),
    };
  }

  #cpu(of: string, cpu: Duration): JsonObject {
    const { now } = this.#context.sim;
    const last = this.#samples.get(of);
    if (last === undefined || last.at < now) this.#samples.set(of, { at: now, cpu });
    const isNew = last === undefined || last.at === now || cpu < last.cpu;
    return {
      time: this.#time,
      ...(!isNew && {
        usageNanoCores: Math.round(((cpu - last.cpu) / (now - last.at)) * second * nanosPerMicro),
      }),
      usageCoreNanoSeconds: cpu * nanosPerMicro,
    };
  }

  #memory(bytes: number, limit?: number): JsonObject {
    return {
      time: this.#time,
      ...(limit !== undefined && { availableBytes: Math.max(0, limit - bytes) }),
      usageBytes: bytes,
      workingSetBytes: bytes,
    };
  }

  /** All of them lie on the one disk of the node. */
  #disk(usedBytes: number, inodesUsed?: number): JsonObject {
    const { diskAvailable, diskBytes, inodes, inodesFree } = this.#context.host;
    return {
      time: this.#time,
      availableBytes: diskAvailable,
      capacityBytes: diskBytes,
      usedBytes,
      inodesFree,
      inodes,
      inodesUsed: inodesUsed ?? inodes - inodesFree,
    };
  }
}
