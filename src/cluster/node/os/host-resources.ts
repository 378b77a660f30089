/**
 * What one machine has and what is used of it, as its programs see it: memory, disk, inodes,
 * processes, devices and its clock, beside the control groups. Interfaces only.
 *
 * Stands for /proc/meminfo, statfs and /proc/loadavg, which both the kubelet and the runtime read.
 * Bytes and counts.
 */
import type { Duration } from '#base/sim-time';
import type { Cgroups } from './cgroups.ts';
import type { NodePlugins } from './node-plugins.ts';

export interface HostResources {
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly maxPids: number;
  /** Process ids that others than Pods have. */
  readonly processesTaken: number;
  readonly inodes: number;
  /** Lists as `cpuset.cpus.effective` has them: `0-3`. */
  readonly allCpus: string;
  readonly allMems: string;
  readonly cgroups: Cgroups;
  /** A random UUID of each start of the kernel: /proc/sys/kernel/random/boot_id. */
  readonly bootId: string;
  /** By how much the machine's clock is ahead of the true time. */
  readonly clockSkew: Duration;
  /** `resource/id` of failed devices. */
  readonly failedDevices: ReadonlySet<string>;
  /** What the kubelet keeps on disk between two runs, by file name. */
  readonly checkpoints: Map<string, unknown>;
  /** Drivers of devices and what they tell the runtime. */
  readonly plugins: NodePlugins;
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
  /** Called for a process that the kernel killed because the whole machine was out of memory. */
  onSystemOom: ((process: string, pid: number) => void) | undefined;
  /** Takes or releases an inode; returns whether one was free. */
  takeInodes(count: number): boolean;
  /** Takes space on the disk (negative: releases it); returns whether there was enough. */
  takeDisk(bytes: number): boolean;
}
