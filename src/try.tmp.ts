import { ClusterSimulation } from '#cluster/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { seconds } from '#base/sim-time';
const s = new ClusterSimulation(clusterOf(3), 1);
s.sim.run(seconds(30));
const sep = process.argv.slice(2).join(' ').split(' ;; ');
for (const line of sep) {
  if (line.startsWith('wait')) { s.sim.run(s.sim.now + seconds(Number(line.slice(5)))); continue; }
  const r = s.runCommand({ argv: line.split(' '), user: 'admin' }, seconds(60));
  console.log('$ kubectl', line, '->', r?.exitCode); console.log(r?.stdout, r?.stderr);
}
console.log('facts', s.tracer.facts.length);
