/** Processes that are killed at any of their steps. */
import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

function start() {
  const simulation = new ClusterSimulation(clusterOf(2), 1, allParts);
  simulation.sim.run(seconds(40));
  return {
    simulation,
    wait: (time: number) => simulation.sim.run(simulation.sim.now + seconds(time)),
    host: (action: string) => simulation.hostAction(readHostAction(action)),
    kubectl: (line: string) =>
      simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(100)),
  };
}

const ends = ({ simulation }: ReturnType<typeof start>) =>
  simulation.tracer.facts.filter((fact) => fact.type === 'ComponentStopped');

describe('a process that is killed', () => {
  it('ends in the midst of its work and tidies nothing up: its lease stays with it', () => {
    const run = start();
    run.host('kill_component kcm 7');
    run.kubectl('create deployment web --image=nginx');
    run.wait(1);
    expect(ends(run)).toMatchObject([{ component: 'kube-controller-manager', reason: 'killed' }]);
    const lease =
      'get lease kube-controller-manager -n kube-system -o jsonpath={.spec.holderIdentity}';
    expect(run.kubectl(lease)?.stdout).not.toBe('');
  });

  it('goes on where it was, wherever that is, when it starts again', () => {
    for (const step of [1, 5, 20, 60]) {
      const run = start();
      for (const name of ['node-1-containerd', 'node-1-kubelet', 'node-2-containerd', 'kcm']) {
        run.host(`kill_component ${name} ${step}`);
      }
      run.kubectl('create deployment web --image=nginx --replicas=4');
      run.wait(20);
      for (const name of ['node-1-containerd', 'node-1-kubelet', 'node-2-containerd', 'kcm']) {
        run.host(`kill_component ${name} 0`);
        run.host(`start_component ${name}`);
      }
      run.wait(120);
      const ready = run.kubectl('get deployment web -o jsonpath={.status.readyReplicas}');
      expect(ready?.stdout, `step ${step}`).toBe('4');
    }
  });

  it('is let live when that is called off', () => {
    const run = start();
    run.host('kill_component scheduler 50');
    run.host('kill_component scheduler 0');
    run.wait(60);
    expect(ends(run)).toEqual([]);
  });

  it('must have steps of its own', () => {
    const { host } = start();
    expect(host('kill_component registry 1')).toEqual({
      ok: false,
      error: 'registry has no steps of its own',
    });
    expect(host('kill_component nobody 1')).toEqual({
      ok: false,
      error: 'there is no process nobody',
    });
  });
});
