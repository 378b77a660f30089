/** Requests that are slow, lost, or answered after the commit; watches that break at any moment. */
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
    now: () => simulation.sim.now,
    wait: (time: number) => simulation.sim.run(simulation.sim.now + seconds(time)),
    host: (action: string) => simulation.hostAction(readHostAction(action)),
    plan: (after: number, action: string) =>
      simulation.plan({
        at: simulation.sim.now + seconds(after),
        kind: 'host',
        action: readHostAction(action),
      }),
    kubectl: (line: string) => {
      const argv = splitWords(line);
      return simulation.runCommand({ argv, user: 'admin' }, seconds(100));
    },
  };
}

describe('a slow link', () => {
  it('makes each request of the program at its other end take that much longer', () => {
    const { kubectl, host, now } = start();
    const time = (line: string): number => {
      const before = now();
      kubectl(line);
      return now() - before;
    };
    const quick = time('get --raw /version');
    expect(host('slow_link kubectl 2')).toEqual({ ok: true, value: '' });
    // There and back.
    expect(time('get --raw /version') - quick).toBeGreaterThan(seconds(3.9));
    host('slow_link kubectl 0');
    expect(time('get --raw /version')).toBeLessThan(seconds(1));
  });

  it('of a program that there is not is refused', () => {
    expect(start().host('slow_link nobody 1')).toEqual({
      ok: false,
      error: 'there is no link of nobody',
    });
  });
});

describe('a connection that breaks', () => {
  it('loses the answer of a write that was committed', () => {
    const { kubectl, host, plan } = start();
    host('slow_link kubectl 2');
    // At three seconds the request has arrived, and the answer is on its way.
    plan(3, 'break_connections kubectl');
    const lost = kubectl('create namespace lost --validate=false');
    expect(lost?.stderr).toContain('http2: client connection lost');
    host('slow_link kubectl 0');
    expect(kubectl('get namespace lost -o name')?.stdout).toBe('namespace/lost\n');
  });

  it('ends the watches of a controller, which misses nothing all the same', () => {
    const { kubectl, host, wait } = start();
    host('slow_link kcm 0.5');
    for (const name of ['a', 'b', 'c']) {
      kubectl(`create deployment ${name} --image=nginx`);
      host('break_connections kcm');
      wait(0.3);
      host('break_connections kcm');
    }
    host('slow_link kcm 0');
    wait(60);
    const ready = kubectl('get deployments -o jsonpath={.items[*].status.readyReplicas}');
    expect(ready?.stdout).toBe('1 1 1');
  });

  it('ends the watches of a whole node', () => {
    const { kubectl, host, wait } = start();
    expect(host('break_connections 1')).toEqual({ ok: true, value: '' });
    kubectl('create deployment web --image=nginx --replicas=4');
    host('break_connections node-1');
    host('break_connections node-2');
    wait(60);
    const ready = kubectl('get deployment web -o jsonpath={.status.readyReplicas}');
    expect(ready?.stdout).toBe('4');
  });
});
