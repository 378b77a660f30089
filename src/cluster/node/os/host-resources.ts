/**
 * What one machine has and what of it is taken, as its programs see it: memory, disk, inodes,
 * processes, devices and its clock, beside the control groups. Interfaces only.
 *
 * Stands for /proc/meminfo, statfs and /proc/loadavg, which both the kubelet and the runtime read.
 * Bytes and counts.
 */
import type { Duration } from '#base/sim-time';
import type { Cgroups } from './cgroups.ts';

export interface HostResources {
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly maxPids: number;
  readonly inodes: number;
  /** Lists as `cpuset.cpus.effective` has them: `0-3`. */
  readonly allCpus: string;
  readonly allMems: string;
  readonly cgroups: Cgroups;
  /** A random UUID of each start of the kernel: /proc/sys/kernel/random/boot_id. */
  readonly bootId: string;
  /** By how much the machine's clock is ahead of the true time. */
  readonly clockSkew: Duration;
  /** `resource/id` of devices that broke. */
  readonly failedDevices: ReadonlySet<string>;
  /** What the kubelet keeps on disk between two runs, by file name. */
  readonly checkpoints: Map<string, unknown>;
  /** Everything on the disk. */
  readonly diskUsed: number;
  /** Neither pods nor others use it. */
  readonly memoryAvailable: number;
  /** As statfs has it: whole blocks. */
  readonly diskAvailable: number;
  readonly inodesFree: number;
  readonly pidsAvailable: number;
  /** How many processes run in containers; the runtime sets it. */
  processesOfPods: () => number;
  /** Who hears of a process that the kernel ended because the whole machine had no memory left. */
  onSystemOom: ((process: string, pid: number) => void) | undefined;
  /** A file more or less on the disk; whether there was an inode for it. */
  takeInodes(count: number): boolean;
  /** Takes room on the disk, or gives it back with a negative number; whether there was room. */
  takeDisk(bytes: number): boolean;
}
