/**
 * What a kubelet is told beside its node: the fields of `KubeletConfiguration` that are simulated,
 * and the hardware that its managers look at. All absent means upstream's defaults.
 */

/** `memory.available`, … as flags and events name them. */
export type EvictionSignal =
  | 'memory.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'pid.available';

/** An amount (`500Mi`, `1000`) or a share of the capacity (`10%`), by signal. */
type EvictionAmounts = Readonly<Partial<Record<EvictionSignal, string>>>;

/** CPUs and memory that are near each other. */
export interface NumaNodeConfig {
  /** `0-3,8` */
  readonly cpus: string;
  /** `8Gi` */
  readonly memory: string;
}

/** A device plugin that registers with the kubelet, and the devices it advertises. */
export interface DevicePluginConfig {
  /** `example.com/gpu` */
  readonly resource: string;
  readonly devices: readonly {
    readonly id: string;
    /** Absent: near to every NUMA node. */
    readonly numaNode?: number;
    readonly unhealthy?: boolean;
  }[];
  /** The variable in which Allocate hands the container its devices, `GPU_DEVICES`. */
  readonly env?: string;
  /** Allocate answers with this error. */
  readonly allocateError?: string;
}

export interface KubeletConfig {
  /** Whether it refuses to start on a machine with cgroup v1; it does unless this is false. */
  readonly failCgroupV1?: boolean;
  readonly cpuManagerPolicy?: 'none' | 'static';
  readonly memoryManagerPolicy?: 'None' | 'Static';
  readonly topologyManagerPolicy?: 'none' | 'best-effort' | 'restricted' | 'single-numa-node';
  readonly topologyManagerScope?: 'container' | 'pod';
  /** CPUs kept for the system; with the static policy there must be some. */
  readonly reservedSystemCPUs?: string;
  readonly evictionHard?: EvictionAmounts;
  readonly evictionSoft?: EvictionAmounts;
  /** Seconds that a soft threshold must be met for. */
  readonly evictionSoftGracePeriod?: Readonly<Partial<Record<EvictionSignal, number>>>;
  /** How much more than the threshold is freed. */
  readonly evictionMinimumReclaim?: EvictionAmounts;
  /** Seconds; 300 unless said. */
  readonly evictionPressureTransitionPeriod?: number;
  /** Seconds that a pod gets at most when a soft threshold is met; 0 unless said. */
  readonly evictionMaxPodGracePeriod?: number;
  /** `none`: flag --cluster-dns is not given, so that pods get the node's own servers. */
  readonly clusterDNS?: 'none';
  /** Gates that can be off; what is off is not declared by the node. */
  readonly featureGates?: { readonly RestartAllContainersOnContainerExits?: boolean };
  /** How many processes a pod may have; no limit unless said. */
  readonly podPidsLimit?: number;
}
