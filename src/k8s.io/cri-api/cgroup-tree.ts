/**
 * The control groups of one machine: what the kubelet makes for pods and runc for containers.
 *
 * Models the cpu and memory controllers as both see them: a tree of paths with shares, quota and a
 * memory limit, the memory in use, which counts for a group and all above it, and what processes
 * are pinned to. In: limits and charges. Out: which group is over its limit. Values are those that
 * are asked for; `cgroup-files.ts` has them as the files of cgroup v1 or v2.
 */
import { type Duration, ms } from '#base/sim-time';

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

interface Entry {
  cpuShares: number;
  cpuQuota: number;
  memoryLimit: number | undefined;
  cpus: string;
  mems: string;
  pidsLimit: number | undefined;
  ofContainer: boolean;
  memoryUsage: number;
  cpuUsage: Duration;
}

/** `cpu.cfs_period_us`. */
const quotaPeriod: Duration = ms(100);

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

export class CgroupTree {
  readonly version: CgroupVersion;
  readonly #groups = new Map<string, Entry>();

  constructor(version: CgroupVersion = 2) {
    this.version = version;
  }

  /** Makes a group, or changes what is given of it. */
  set(path: string, values: CgroupValues): void {
    const { cpuShares, cpuQuota, memoryLimit, cpus, mems, pidsLimit } = values;
    const known = this.#groups.get(path);
    if (known === undefined) {
      this.#groups.set(path, {
        cpuShares: cpuShares ?? 1024,
        cpuQuota: cpuQuota ?? -1,
        memoryLimit,
        cpus: cpus ?? '',
        mems: mems ?? '',
        pidsLimit,
        ofContainer: values.ofContainer ?? false,
        memoryUsage: 0,
        cpuUsage: 0,
      });
      return;
    }
    if (cpus !== undefined) known.cpus = cpus;
    if (mems !== undefined) known.mems = mems;
    if (pidsLimit !== undefined) known.pidsLimit = pidsLimit;
    if (cpuShares !== undefined) known.cpuShares = cpuShares;
    if (cpuQuota !== undefined) known.cpuQuota = cpuQuota;
    if (memoryLimit !== undefined) known.memoryLimit = memoryLimit;
  }

  has(path: string): boolean {
    return this.#groups.has(path);
  }

  get(path: string): Cgroup | undefined {
    const entry = this.#groups.get(path);
    return entry && { path, ...entry };
  }

  /** Removes a group; the memory that is left in it is given back. */
  remove(path: string): void {
    const entry = this.#groups.get(path);
    if (entry === undefined) return;
    this.charge(parentOf(path), -entry.memoryUsage);
    this.#groups.delete(path);
  }

  /** Counts memory in a group and all above it. Returns the lowest that is over its limit now. */
  charge(path: string, bytes: number): string | undefined {
    let over: string | undefined;
    for (let at = path; at !== ''; at = parentOf(at)) {
      const entry = this.#groups.get(at);
      if (entry === undefined) continue;
      entry.memoryUsage = Math.max(0, entry.memoryUsage + bytes);
      const { memoryLimit } = entry;
      if (memoryLimit !== undefined && entry.memoryUsage > memoryLimit) over ??= at;
    }
    return over;
  }

  /**
   * Counts time on the CPU in a group and all above it. Returns how long the work lasts: under a
   * quota a group runs a share of each period only.
   */
  spend(path: string, time: Duration): Duration {
    let share = 1;
    for (let at = path; at !== ''; at = parentOf(at)) {
      const entry = this.#groups.get(at);
      if (entry === undefined) continue;
      entry.cpuUsage += time;
      if (entry.cpuQuota > 0) share = Math.min(share, entry.cpuQuota / quotaPeriod);
    }
    return Math.round(time / share);
  }

  /** Every group at or below a path, by path. */
  under(path: string): readonly Cgroup[] {
    return [...this.#groups.keys()]
      .filter((known) => known === path || known.startsWith(`${path}/`))
      .sort()
      .map((known) => ({ path: known, ...(this.#groups.get(known) as Entry) }));
  }
}
