/**
 * The control groups of one machine: what the kubelet makes for pods and runc for containers.
 *
 * Models the cpu and memory controllers as both see them: a tree of paths with shares, quota and a
 * memory limit, and the memory in use, which counts for a group and all above it. In: limits and
 * charges. Out: which group is over its limit. Values are those of cgroup v1; `cpuWeight` gives
 * what v2 shows for them.
 */

export interface CgroupValues {
  /** `cpu.shares`; 2 is the least. */
  readonly cpuShares?: number;
  /** `cpu.cfs_quota_us` for a period of 100 ms; -1: none. */
  readonly cpuQuota?: number;
  /** Bytes; undefined: none. */
  readonly memoryLimit?: number;
}

export interface Cgroup {
  readonly path: string;
  readonly cpuShares: number;
  readonly cpuQuota: number;
  readonly memoryLimit: number | undefined;
  /** Bytes in use here and below. */
  readonly memoryUsage: number;
}

/** `memory.limit_in_bytes` of a group without a limit: the largest page-aligned number. */
export const unlimitedMemory = '9223372036854771712';

interface Entry {
  cpuShares: number;
  cpuQuota: number;
  memoryLimit: number | undefined;
  memoryUsage: number;
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

export class CgroupTree {
  readonly #groups = new Map<string, Entry>();

  /** Makes a group, or changes what is given of it. */
  set(path: string, { cpuShares, cpuQuota, memoryLimit }: CgroupValues): void {
    const known = this.#groups.get(path);
    if (known === undefined) {
      this.#groups.set(path, {
        cpuShares: cpuShares ?? 1024,
        cpuQuota: cpuQuota ?? -1,
        memoryLimit,
        memoryUsage: 0,
      });
      return;
    }
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

  /** Every group at or below a path, by path. */
  under(path: string): readonly Cgroup[] {
    return [...this.#groups.keys()]
      .filter((known) => known === path || known.startsWith(`${path}/`))
      .sort()
      .map((known) => ({ path: known, ...(this.#groups.get(known) as Entry) }));
  }
}

/**
 * `cpu.weight` of cgroup v2 as the kubelet writes it for pods and QoS classes.
 * Source: kubernetes/pkg/kubelet/cm/cgroup_manager_linux.go getCPUWeight.
 */
export const cpuWeight = (shares: number): number => 1 + Math.floor(((shares - 2) * 9999) / 262142);
