/** Networks that are cut between two machines or programs, while all others work. */
import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

function start(etcdMembers: 1 | 3 = 1) {
  const simulation = new ClusterSimulation({ ...clusterOf(2), etcdMembers }, 1, allParts);
  simulation.sim.run(seconds(40));
  const kubectl = (line: string): string => {
    const done = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(100));
    return (done?.stdout ?? '') + (done?.stderr ?? '');
  };
  return {
    simulation,
    kubectl,
    wait: (time: number) => simulation.sim.run(simulation.sim.now + seconds(time)),
    host: (action: string) => simulation.hostAction(readHostAction(action)),
    ready: (name: string) => kubectl(`get deployment ${name} -o jsonpath={.status.readyReplicas}`),
  };
}

const done = { ok: true, value: '' };

describe('two nodes that do not reach each other', () => {
  it('are both ready, but their Pods time out where they talked before', () => {
    const { kubectl, host, wait } = start();
    kubectl('create deployment web --image=nginx --replicas=2');
    kubectl('run client --image=busybox --restart=Never -- sleep 36000');
    wait(20);
    const node = kubectl('get pod client -o jsonpath={.spec.nodeName}');
    const far = kubectl('get pods -l app=web -o wide --no-headers')
      .split('\n')
      .find((line) => !line.includes(node));
    const address = far?.split(/\s+/)[5];
    const ask = () => kubectl(`exec client -- wget -T 3 -qO- http://${address}`);
    expect(ask()).toContain('Welcome to nginx!');
    expect(host('cut_link 1 node-2')).toEqual(done);
    expect(ask()).toContain('download timed out');
    wait(60);
    expect(kubectl('get nodes --no-headers')).not.toContain('NotReady');
    host('mend_link 2 1');
    expect(ask()).toContain('Welcome to nginx!');
  });
});

describe('a program that does not reach the API server', () => {
  it('does nothing more, and catches up when it is mended', () => {
    const { kubectl, host, wait, ready } = start();
    expect(host('cut_link kcm apiserver')).toEqual(done);
    kubectl('create deployment web --image=nginx');
    wait(60);
    expect(kubectl('get pods')).toContain('No resources found');
    expect(host('mend_link apiserver kcm')).toEqual(done);
    host('start_component kcm');
    wait(60);
    expect(ready('web')).toBe('1');
  });

  it('is a node whose cable is out, until both are mended', () => {
    const { kubectl, host, wait } = start();
    host('cut_link 1 apiserver');
    host('cut_node 1');
    host('mend_link 1 apiserver');
    wait(60);
    expect(kubectl('get node node-1')).toContain('NotReady');
    host('mend_node 1');
    wait(20);
    expect(kubectl('get node node-1')).not.toContain('NotReady');
  });
});

describe('members of etcd', () => {
  it('that the API server does not reach are left out; its watches go on at another', () => {
    const { kubectl, host, wait, ready } = start(3);
    for (const name of ['a', 'b', 'c']) {
      const member = { a: 'm1', b: 'm2', c: 'm3' }[name];
      expect(host(`cut_link apiserver etcd/${member}`)).toEqual(done);
      // By then the connection is lost, and with it perhaps a lease: every third call was.
      wait(50);
      host('start_component kcm');
      host('start_component scheduler');
      kubectl(`create deployment ${name} --image=nginx`);
      wait(30);
      expect(ready(name)).toBe('1');
      host(`mend_link etcd/${member} apiserver`);
    }
  });
});

describe('what is cut', () => {
  it('must be a way that something takes', () => {
    const { host } = start();
    const refused = (pair: string) => host(`cut_link ${pair}`);
    for (const pair of ['kcm scheduler', '1 1', 'etcd apiserver', 'nobody apiserver', '1 kcm']) {
      const [one, other] = pair.split(' ');
      const error = `nothing goes between ${one} and ${other}`;
      expect(refused(pair)).toEqual({ ok: false, error });
    }
    expect(refused('kcm')).toEqual({ ok: false, error: 'usage: cut_link NAME NAME' });
  });
});
