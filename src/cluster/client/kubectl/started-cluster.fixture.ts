/** A person's kubectl in a cluster that has started: types a line, and reads what it prints. */
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

/** `nodes`: how many nodes the cluster has. A line that does not end in two minutes is an error. */
export function startedCluster(nodes: number) {
  const simulation = new ClusterSimulation(clusterOf(nodes), 1, allParts);
  simulation.sim.run(seconds(30));
  const kubectl = (line: string, stdin = '') => {
    const command = { argv: splitWords(line), user: 'admin', stdin };
    const result = simulation.runCommand(command, seconds(120));
    if (result === undefined) throw new Error(`no end: ${line}`);
    return result;
  };
  return { simulation, kubectl };
}
