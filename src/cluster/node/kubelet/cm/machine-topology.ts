/** Which CPUs and how much memory each NUMA node of a machine has. Models what cAdvisor reports. */
import type { NodeConfig } from '#cluster/config/cluster-config';
import { milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import { parseCpuset } from './cpuset.ts';

export interface NumaNode {
  readonly id: number;
  readonly cpus: readonly number[];
  readonly memoryBytes: number;
}

/** NUMA nodes by number; without a description there is one node with everything. */
export function machineTopology(node: NodeConfig): readonly NumaNode[] {
  const described = node.numaNodes ?? [];
  if (described.length > 0) {
    return described.map(({ cpus, memory }, id) => ({
      id,
      cpus: parseCpuset(cpus),
      memoryBytes: wholeValue(memory),
    }));
  }
  const count = Math.max(1, Math.floor(milliValue(node.cpu) / 1000));
  const cpus = Array.from({ length: count }, (_, cpu) => cpu);
  return [{ id: 0, cpus, memoryBytes: wholeValue(node.memory) }];
}
