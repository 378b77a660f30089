/**
 * The control groups of one machine, for the programs that create them: the kubelet for pods, runc
 * for containers. Interfaces only.
 *
 * Values are as requested; `cgroup-files.ts` shows them as the files of cgroup v1 or v2.
 */
import type { Duration } from '#base/sim-time';

export type CgroupVersion = 1 | 2;

export interface CgroupValues {
  /** `cpu.shares`; 2 is the least. */
  readonly cpuShares?: number;
  /** `cpu.cfs_quota_us` for a period of 100 ms; -1: none. */
  readonly cpuQuota?: number;
  /** Bytes; undefined: none. */
  readonly memoryLimit?: number;
  /** `cpuset.cpus`: `0-1,4`; empty: those of the group above. */
  readonly cpus?: string;
  /** `cpuset.mems`: NUMA nodes. */
  readonly mems?: string;
  /** `pids.max`. */
  readonly pidsLimit?: number;
  /** Made by runc for a container, with its own rule for weights. */
  readonly ofContainer?: boolean;
}

export interface Cgroup {
  readonly path: string;
  readonly cpuShares: number;
  readonly cpuQuota: number;
  readonly memoryLimit: number | undefined;
  readonly cpus: string;
  readonly mems: string;
  readonly pidsLimit: number | undefined;
  readonly ofContainer: boolean;
  /** Bytes in use here and below. */
  readonly memoryUsage: number;
  /** Time on the CPU so far, here and below: `usage_usec` of `cpu.stat`. */
  readonly cpuUsage: Duration;
}

/** The controllers cpu, cpuset, memory and pids, by path. */
export interface Cgroups {
  readonly version: CgroupVersion;
  /** Creates a group, or changes the given values. */
  set(path: string, values: CgroupValues): void;
  has(path: string): boolean;
  get(path: string): Cgroup | undefined;
  /** `pids.max` of a group: asked before each process. */
  pidsLimit(path: string): number | undefined;
  /** Removes a group; the memory that is left in it is given back. */
  remove(path: string): void;
  /** Counts memory in a group and all above it. Returns the lowest that is over its limit now. */
  charge(path: string, bytes: number): string | undefined;
  /**
   * Counts time on the CPU in a group and all above it. Returns how long the work lasts: under a
   * quota a group runs a share of each period only.
   */
  spend(path: string, time: Duration): Duration;
  /** Every group at or below a path, by path. */
  under(path: string): readonly Cgroup[];
  /** The paths right below a path, in the order in which they were made. */
  inside(path: string): Iterable<string>;
}
