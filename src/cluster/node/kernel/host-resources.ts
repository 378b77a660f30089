/**
 * What one machine has and what is used of it: memory, disk, inodes, processes, its clock.
 *
 * In: the size in the node's configuration, and what programs and people use. Out: the machine's
 * resources as its programs see them.
 */
import type { Duration } from '#base/sim-time';
import type { NodeConfig } from '#cluster/config/cluster-config';
import type { HostResources } from '#cluster/node/os/host-resources';
import type { NodePlugins } from '#cluster/node/os/node-plugins';
import { milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import { CgroupTree } from './cgroup-tree.ts';

/** The size of a node's one disk, which holds images, containers and volumes. */
const defaultDiskBytes = 100 * 2 ** 30;
const diskBlock = 4096;
const defaultPids = 32_768;
const defaultInodes = 6_553_600;
/** Used by the system itself, before any pod. */
const systemProcesses = 140;
const systemInodes = 90_000;

interface MachineSize {
  readonly memoryBytes: number;
  readonly inodes?: number | undefined;
  readonly maxPids?: number | undefined;
  /** How many CPUs and NUMA nodes there are. */
  readonly cpus?: number;
  readonly numaNodes?: number;
}

export class MachineResources implements HostResources {
  readonly memoryBytes: number;
  readonly diskBytes: number;
  readonly maxPids: number;
  readonly inodes: number;
  readonly allCpus: string;
  readonly allMems: string;
  readonly cgroups: CgroupTree;
  bootId = 'b8ce167a-3c35-437b-b8bd-8e30470a2a0b';
  clockSkew: Duration = 0;
  readonly failedDevices = new Set<string>();
  readonly checkpoints = new Map<string, unknown>();
  readonly plugins: NodePlugins = { sockets: new Map(), cdi: new Map(), changed: () => undefined };
  readonly #podsPath: string;
  /** Memory and disk used by programs that are in no pod. */
  memoryTaken = 0;
  diskUsed = 0;
  /** Files and processes of programs that are in no pod. */
  inodesTaken = 0;
  processesTaken = 0;
  /** Files that containers made. */
  #inodesOfPods = 0;
  processesOfPods: () => number = () => 0;
  onSystemOom: ((process: string, pid: number) => void) | undefined;

  constructor(size: MachineSize, cgroups: CgroupTree, podsPath: string) {
    this.memoryBytes = size.memoryBytes;
    this.maxPids = size.maxPids ?? defaultPids;
    this.inodes = size.inodes ?? defaultInodes;
    this.allCpus = firstOnes(size.cpus ?? 1);
    this.allMems = firstOnes(size.numaNodes ?? 1);
    this.diskBytes = defaultDiskBytes;
    this.cgroups = cgroups;
    this.#podsPath = podsPath;
  }

  get memoryAvailable(): number {
    const pods = this.cgroups.get(this.#podsPath)?.memoryUsage ?? 0;
    return Math.max(0, this.memoryBytes - this.memoryTaken - pods);
  }

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

  /** The machine lost power: memory, processes and control groups are gone, the disk stays. */
  powerLost(): void {
    this.memoryTaken = 0;
    this.processesTaken = 0;
    this.cgroups.powerLost();
  }

  takeInodes(count: number): boolean {
    if (count > 0 && count > this.inodesFree) return false;
    this.#inodesOfPods = Math.max(0, this.#inodesOfPods + count);
    return true;
  }

  takeDisk(bytes: number): boolean {
    if (bytes > 0 && bytes > this.diskAvailable) return false;
    this.diskUsed = Math.max(0, this.diskUsed + bytes);
    return true;
  }
}

/** The machine that a node's configuration describes; nothing is used yet. */
export function hostOf(node: NodeConfig): MachineResources {
  const { memory, inodes, maxPids, numaNodes, cgroupVersion } = node;
  const size = {
    memoryBytes: wholeValue(memory),
    cpus: Math.floor(milliValue(node.cpu) / 1000),
    numaNodes: numaNodes?.length ?? 1,
    inodes,
    maxPids,
  };
  return new MachineResources(size, new CgroupTree(cgroupVersion), `/${node.name}/kubepods`);
}

const firstOnes = (count: number): string => (count <= 1 ? '0' : `0-${count - 1}`);
