/** The machine that a node's configuration describes. */
import type { NodeConfig } from '#cluster/config/cluster-config';
import { milliValue, wholeValue } from '#k8s.io/apimachinery/quantity';
import { CgroupTree } from '#k8s.io/cri-api/cgroup-tree';
import { HostResources } from '#k8s.io/cri-api/host-resources';

/** Nothing of it is taken yet. */
export function hostOf(node: NodeConfig): HostResources {
  const { memory, inodes, maxPids, numaNodes, cgroupVersion } = node;
  const size = {
    memoryBytes: wholeValue(memory),
    cpus: Math.floor(milliValue(node.cpu) / 1000),
    numaNodes: numaNodes?.length ?? 1,
    inodes,
    maxPids,
  };
  return new HostResources(size, new CgroupTree(cgroupVersion), `/${node.name}/kubepods`);
}
