/** A whole cluster with three etcd members, and the effects of losing some. */

import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

function start() {
  const simulation = new ClusterSimulation({ ...clusterOf(2), etcdMembers: 3 }, 1, allParts);
  const { sim } = simulation;
  sim.run(seconds(30));
  const wait = (time: number): void => {
    sim.run(sim.now + seconds(time));
  };
  const kubectl = (line: string) => {
    const result = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(90));
    if (result === undefined) throw new Error(`no end: ${line}`);
    return result;
  };
  const host = (action: string): void => {
    simulation.plan({ at: sim.now, kind: 'host', action: readHostAction(action) });
    wait(0.1);
  };
  return { simulation, wait, kubectl, host };
}

describe('a cluster with three etcd members', () => {
  it('runs as one with a single member does', () => {
    const { wait, kubectl } = start();
    expect(kubectl('create deployment web --image=nginx --replicas=2').stdout).toBe(
      'deployment.apps/web created\n',
    );
    wait(10);
    expect(kubectl('get deployment web').stdout).toContain('2/2');
  });

  it('goes on with two of three, and with a new leader', () => {
    const { wait, kubectl, host } = start();
    host('stop_component etcd/m1');
    wait(5);
    expect(kubectl('create deployment web --image=nginx').exitCode).toBe(0);
    wait(10);
    expect(kubectl('get deployment web').stdout).toContain('1/1');
  });

  it('refuses writes without a majority while containers run on, and recovers', () => {
    const { wait, kubectl, host } = start();
    kubectl('create deployment web --image=nginx');
    wait(10);
    host('stop_component etcd/m2');
    host('stop_component etcd/m3');
    wait(5);
    const refused = kubectl('create deployment late --image=nginx');
    expect(refused.stderr).toContain('etcdserver: request timed out');
    expect(refused.exitCode).toBe(1);
    wait(60);
    host('start_component etcd/m2');
    wait(20);
    expect(kubectl('get deployment web').stdout).toContain('1/1');
    expect(kubectl('get nodes').stdout).not.toContain('NotReady');
    // Manager and scheduler ended after they lost their leases, and nothing restarts them.
    host('start_component kcm');
    host('start_component scheduler');
    expect(kubectl('create deployment late --image=nginx').exitCode).toBe(0);
    wait(30);
    expect(kubectl('get deployment late').stdout).toContain('1/1');
  });

  it('times out a write after 34 seconds and a read after a minute while no member runs', () => {
    const { wait, kubectl, host } = start();
    for (const member of ['m1', 'm2', 'm3']) host(`stop_component etcd/${member}`);
    const late = kubectl('create deployment late --image=nginx');
    expect(late.stderr).toContain('Timeout: request did not complete within requested timeout');
    expect(kubectl('get deployment late').stderr).toBe(
      'Error from server (Timeout): the server was unable to return a response in the time ' +
        'allotted, but may still be processing the request (get deployments.apps late)\n',
    );
    for (const member of ['m1', 'm2', 'm3']) host(`start_component etcd/${member}`);
    wait(20);
    expect(kubectl('get deployment late').stderr).toContain('not found');
  });
});
