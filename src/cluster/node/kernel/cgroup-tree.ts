/**
 * The control groups of one machine: what the kubelet makes for pods and runc for containers.
 *
 * Models the cpu and memory controllers as both see them: a tree of paths with shares, quota, a
 * memory limit and cpusets. Memory in use counts for a group and all groups above it. In: limits
 * and charges. Out: which group is over its limit.
 */
import { remembered } from '#base/remembered';
import { type Duration, ms } from '#base/sim-time';
import type { Cgroup, Cgroups, CgroupValues, CgroupVersion } from '#cluster/node/os/cgroups';

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

/** Asked for each piece of work on the CPU. */
const parentOf = remembered((path) => path.slice(0, path.lastIndexOf('/')), 4096);

export class CgroupTree implements Cgroups {
  readonly version: CgroupVersion;
  readonly #groups = new Map<string, Entry>();
  /** What is right below a path: groups, and paths that lead to groups. */
  readonly #inside = new Map<string, Set<string>>();

  constructor(version: CgroupVersion = 2) {
    this.version = version;
  }

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
      this.#link(path);
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

  pidsLimit(path: string): number | undefined {
    return this.#groups.get(path)?.pidsLimit;
  }

  remove(path: string): void {
    const entry = this.#groups.get(path);
    if (entry === undefined) return;
    this.charge(parentOf(path), -entry.memoryUsage);
    this.#groups.delete(path);
    this.#unlink(path);
  }

  /** The machine lost power: the groups were in memory. */
  powerLost(): void {
    this.#groups.clear();
    this.#inside.clear();
  }

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

  under(path: string): readonly Cgroup[] {
    return this.#pathsUnder(path)
      .sort()
      .map((known) => ({ path: known, ...(this.#groups.get(known) as Entry) }));
  }

  inside(path: string): Iterable<string> {
    return this.#inside.get(path) ?? [];
  }

  /** Also below a group that is gone while a process is still put into it. */
  #link(path: string): void {
    const parent = parentOf(path);
    const inside = this.#inside.get(parent);
    if (inside?.has(path) === true) return;
    this.#inside.set(parent, (inside ?? new Set()).add(path));
    if (parent !== '' && !this.#groups.has(parent)) this.#link(parent);
  }

  #unlink(path: string): void {
    if (path === '' || this.#groups.has(path) || (this.#inside.get(path)?.size ?? 0) > 0) return;
    this.#inside.delete(path);
    this.#inside.get(parentOf(path))?.delete(path);
    this.#unlink(parentOf(path));
  }

  #pathsUnder(path: string): string[] {
    const own = this.#groups.has(path) ? [path] : [];
    return [...own, ...[...this.inside(path)].flatMap((each) => this.#pathsUnder(each))];
  }
}
