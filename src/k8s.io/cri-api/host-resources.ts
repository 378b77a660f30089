/**
 * What one machine has and what of it is taken: memory, disk, inodes, processes, its clock, beside
 * the control groups.
 *
 * Stands for /proc/meminfo, statfs and /proc/loadavg, which both the kubelet and the runtime read.
 * Bytes and counts.
 */
import type { Duration } from '#base/sim-time';
import type { CgroupTree } from './cgroup-tree.ts';

/** Of a node's one disk, which holds images, containers and volumes. */
const defaultDiskBytes = 100 * 2 ** 30;
const diskBlock = 4096;
const defaultPids = 32_768;
const defaultInodes = 6_553_600;
/** Of the system itself, before any pod. */
const systemProcesses = 140;
const systemInodes = 90_000;

export interface HostSize {
  readonly memoryBytes: number;
  readonly inodes?: number | undefined;
  readonly maxPids?: number | undefined;
  /** How many CPUs and NUMA nodes there are. */
  readonly cpus?: number;
  readonly numaNodes?: number;
}

export class HostResources {
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly maxPids: number;
  readonly inodes: number;
  /** Lists as `cpuset.cpus.effective` has them: `0-3`. */
  readonly allCpus: string;
  readonly allMems: string;
  readonly cgroups: CgroupTree;
  /** A random UUID of each start of the kernel: /proc/sys/kernel/random/boot_id. */
  bootId = 'b8ce167a-3c35-437b-b8bd-8e30470a2a0b';
  /** By how much the machine's clock is ahead of the true time. */
  clockSkew: Duration = 0;
  /** `resource/id` of devices that broke. */
  readonly failedDevices = new Set<string>();
  /** What the kubelet keeps on disk between two runs, by file name. */
  readonly checkpoints = new Map<string, unknown>();
  readonly #podsPath: string;
  /** Taken by programs that are in no pod. */
  memoryTaken = 0;
  /** Everything on the disk. */
  diskUsed = 0;
  /** Files and processes of programs that are in no pod. */
  inodesTaken = 0;
  processesTaken = 0;
  /** Files that containers made. */
  #inodesOfPods = 0;
  /** How many processes run in containers; the runtime knows. */
  processesOfPods: () => number = () => 0;

  /** Who hears of a process that the kernel ended because the whole machine had no memory left. */
  onSystemOom: ((process: string, pid: number) => void) | undefined;

  constructor(size: HostSize, cgroups: CgroupTree, podsPath: string) {
    this.memoryBytes = size.memoryBytes;
    this.maxPids = size.maxPids ?? defaultPids;
    this.inodes = size.inodes ?? defaultInodes;
    this.allCpus = firstOnes(size.cpus ?? 1);
    this.allMems = firstOnes(size.numaNodes ?? 1);
    this.diskBytes = defaultDiskBytes;
    this.cgroups = cgroups;
    this.#podsPath = podsPath;
  }

  /** Neither pods nor others use it. */
  get memoryAvailable(): number {
    const pods = this.cgroups.get(this.#podsPath)?.memoryUsage ?? 0;
    return Math.max(0, this.memoryBytes - this.memoryTaken - pods);
  }

  /** As statfs has it: whole blocks. */
  get diskAvailable(): number {
    const free = Math.max(0, this.diskBytes - this.diskUsed);
    return free - (free % diskBlock);
  }

  get inodesFree(): number {
    return Math.max(0, this.inodes - systemInodes - this.inodesTaken - this.#inodesOfPods);
  }

  get pidsAvailable(): number {
    const used = systemProcesses + this.processesTaken + this.processesOfPods();
    return Math.max(0, this.maxPids - used);
  }

  /** A file more or less on the disk; whether there was an inode for it. */
  takeInodes(count: number): boolean {
    if (count > 0 && count > this.inodesFree) return false;
    this.#inodesOfPods = Math.max(0, this.#inodesOfPods + count);
    return true;
  }

  /** Takes room on the disk, or gives it back with a negative number; whether there was room. */
  takeDisk(bytes: number): boolean {
    if (bytes > 0 && bytes > this.diskAvailable) return false;
    this.diskUsed = Math.max(0, this.diskUsed + bytes);
    return true;
  }
}

const firstOnes = (count: number): string => (count <= 1 ? '0' : `0-${count - 1}`);
