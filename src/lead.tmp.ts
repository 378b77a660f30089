import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { ClusterSimulation } from '#cluster/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

const s = new ClusterSimulation(clusterOf(3), 1);
s.sim.run(seconds(30));
for (const line of process.argv[2]!.split(' ;; ')) {
  if (line.startsWith('wait')) {
    s.sim.run(s.sim.now + seconds(Number(line.slice(5))));
    continue;
  }
  const r = s.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(60));
  console.log('$ kubectl', line, '->', r?.exitCode);
  if (r?.stdout) console.log(r.stdout.trimEnd());
  if (r?.stderr) console.log('ERR', r.stderr.trimEnd());
}
