/**
 * What one machine has and what of it is taken: memory and disk, beside the control groups.
 *
 * Stands for /proc/meminfo and statfs, which both the kubelet and the runtime read. Bytes.
 */
import type { CgroupTree } from './cgroup-tree.ts';

/** Of a node's one disk, which holds images, containers and volumes. */
const defaultDiskBytes = 100 * 2 ** 30;
const defaultPids = 32_768;

export class HostResources {
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly maxPids = defaultPids;
  readonly cgroups: CgroupTree;
  readonly #podsPath: string;
  /** Taken by programs that are in no pod. */
  memoryTaken = 0;
  /** Everything on the disk. */
  diskUsed = 0;

  /** Who hears of a process that the kernel ended because the whole machine had no memory left. */
  onSystemOom: ((process: string, pid: number) => void) | undefined;

  constructor(memoryBytes: number, cgroups: CgroupTree, podsPath: string) {
    this.memoryBytes = memoryBytes;
    this.diskBytes = defaultDiskBytes;
    this.cgroups = cgroups;
    this.#podsPath = podsPath;
  }

  /** Neither pods nor others use it. */
  get memoryAvailable(): number {
    const pods = this.cgroups.get(this.#podsPath)?.memoryUsage ?? 0;
    return Math.max(0, this.memoryBytes - this.memoryTaken - pods);
  }

  get diskAvailable(): number {
    return Math.max(0, this.diskBytes - this.diskUsed);
  }

  /** Takes room on the disk, or gives it back with a negative number; whether there was room. */
  takeDisk(bytes: number): boolean {
    if (bytes > 0 && bytes > this.diskAvailable) return false;
    this.diskUsed = Math.max(0, this.diskUsed + bytes);
    return true;
  }
}
