/** A random cluster: some machines, one or three members of etcd, one or two control planes. */
import type { Prng } from '#base/prng';
import type { ClusterSpec } from '#scenarios/cluster-spec';
import { oneOf, sometimes } from './chance.ts';

export interface ClusterSize {
  readonly mostNodes: number;
}

/** The description of the cluster, as a recording has it. */
export function randomCluster(prng: Prng, { mostNodes }: ClusterSize): ClusterSpec {
  const count = prng.between(1, mostNodes);
  const nodes = Array.from({ length: count }, (_, index) => ({
    name: `node-${index + 1}`,
    cpu: oneOf(prng, ['2', '4']),
    memory: oneOf(prng, ['4Gi', '8Gi', '24684092Ki']),
  }));
  return {
    version: 1,
    nodes,
    etcdMembers: sometimes(prng, 30) ? 3 : 1,
    controlPlanes: sometimes(prng, 30) ? 2 : 1,
    dns: sometimes(prng, 25),
    packingScheduler: sometimes(prng, 10),
  };
}
