/**
 * The configuration of a kubelet: the simulated fields of `KubeletConfiguration`, and the hardware
 * that its managers see. Absent fields have upstream's defaults.
 */

/** `memory.available`, … as in flags and events. */
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
  /** Whether it refuses to start on a machine with cgroup v1; absent: it does. */
  readonly failCgroupV1?: boolean;
  readonly cpuManagerPolicy?: 'none' | 'static';
  readonly memoryManagerPolicy?: 'None' | 'Static';
  readonly topologyManagerPolicy?: 'none' | 'best-effort' | 'restricted' | 'single-numa-node';
  readonly topologyManagerScope?: 'container' | 'pod';
  /** CPUs reserved for the system; the static policy requires some. */
  readonly reservedSystemCPUs?: string;
  readonly evictionHard?: EvictionAmounts;
  readonly evictionSoft?: EvictionAmounts;
  /** Seconds that a soft threshold must be met for. */
  readonly evictionSoftGracePeriod?: Readonly<Partial<Record<EvictionSignal, number>>>;
  /** How much more than the threshold is freed. */
  readonly evictionMinimumReclaim?: EvictionAmounts;
  /** In seconds; absent: 300. */
  readonly evictionPressureTransitionPeriod?: number;
  /** The longest grace period in seconds when a soft threshold is met; absent: 0. */
  readonly evictionMaxPodGracePeriod?: number;
  /** `none`: without the flag --cluster-dns, so that pods use the node's DNS servers. */
  readonly clusterDNS?: 'none';
  /** Feature gates that can be off; the node does not declare features that are off. */
  readonly featureGates?: { readonly RestartAllContainersOnContainerExits?: boolean };
  /** The size at which a container's log is rotated; absent: `10Mi`, negative: never. */
  readonly containerLogMaxSize?: string;
  /** How many log files a container may have; absent: 5. */
  readonly containerLogMaxFiles?: number;
  /** How many logs are rotated at the same time; absent: 1. */
  readonly containerLogMaxWorkers?: number;
  /** Seconds between two looks at the logs; absent: 10. */
  readonly containerLogMonitorInterval?: number;
  /** How many processes a pod may have; absent: no limit. */
  readonly podPidsLimit?: number;
}
