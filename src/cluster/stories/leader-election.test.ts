import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';

describe('a second manager and scheduler', () => {
  const simulation = new ClusterSimulation({ ...clusterOf(2), controlPlanes: 2 }, 1, allParts);
  const { sim, tracer } = simulation;
  const wait = (time: number) => sim.run(sim.now + seconds(time));
  const kubectl = (line: string) =>
    simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(60))?.stdout ?? '';
  const holder = (name: string): string =>
    kubectl(`get lease ${name} -n kube-system -o jsonpath={.spec.holderIdentity}`);
  const host = (action: string) =>
    expect(simulation.hostAction(readHostAction(action)).ok).toBe(true);

  it('wait while the first ones hold the leases', () => {
    wait(30);
    expect(holder('kube-controller-manager')).toMatch(/^vm_/);
    expect(holder('kube-scheduler')).toMatch(/^vm_/);
    const started = tracer.facts.filter(({ type }) => type === 'ComponentStarted');
    expect(started.map(({ component }) => component)).toEqual(
      expect.arrayContaining(['kube-controller-manager-2', 'kube-scheduler-2']),
    );
    const decided = tracer.facts.some(({ component }) =>
      component.startsWith('kube-controller-manager-2/'),
    );
    expect(decided).toBe(false);
  });

  it('take over at once from a scheduler that was told to end: it gives its lease back', () => {
    host('stop_component scheduler');
    wait(5);
    expect(holder('kube-scheduler')).toMatch(/^vm-2_/);
    kubectl('run after --image=nginx');
    wait(5);
    expect(kubectl('get pod after -o jsonpath={.spec.nodeName}')).toMatch(/^node-/);
    const bound = tracer.facts.filter(({ type }) => type === 'RequestSent');
    const { component } = bound.findLast((fact) => JSON.stringify(fact).includes('/binding')) ?? {};
    expect(component).toBe('kube-scheduler-2');
  });

  it('take over from a manager when its lease has run out, after fifteen seconds', () => {
    host('stop_component kcm');
    kubectl('create deployment web --image=nginx --replicas=2');
    wait(8);
    expect(kubectl('get deployment web')).toMatch(/web +0\/2 +0 +0/);
    expect(holder('kube-controller-manager')).toMatch(/^vm_/);
    wait(22);
    expect(holder('kube-controller-manager')).toMatch(/^vm-2_/);
    expect(kubectl('get deployment web')).toMatch(/web +2\/2 +2 +2/);
    const transitions = 'get lease kube-controller-manager -n kube-system -o jsonpath=';
    expect(kubectl(`${transitions}{.spec.leaseTransitions}`)).toBe('1');
    expect(kubectl('get events -n kube-system')).toMatch(
      /LeaderElection +lease\/kube-controller-manager +vm-2_\S+ became leader/,
    );
    const elected = tracer.facts.filter(({ type }) => type === 'LeaderElected');
    expect(elected.at(-1)?.component).toBe('kube-controller-manager-2');
    const synced = tracer.facts.findLast(({ type }) => type === 'SyncStarted');
    expect(synced?.component).toMatch(/^kube-controller-manager-2\//);
  });

  it('keep what they lead when the first ones come back', () => {
    host('start_component kcm');
    host('start_component scheduler');
    wait(30);
    expect(holder('kube-controller-manager')).toMatch(/^vm-2_/);
    expect(holder('kube-scheduler')).toMatch(/^vm-2_/);
    host('stop_component kcm-2');
    wait(25);
    expect(holder('kube-controller-manager')).toMatch(/^vm_/);
  });
});

describe('a manager that asks in vain for its lease', () => {
  it('leads as soon as etcd is back, however many of its requests were given up', () => {
    const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
    const { sim, tracer } = simulation;
    const host = (action: string) => simulation.hostAction(readHostAction(action));
    sim.run(seconds(40));
    host('stop_component etcd');
    sim.run(seconds(60));
    host('start_component kcm');
    // The priority level of leader election has 25 seats.
    sim.run(seconds(360));
    const back = tracer.facts.length;
    host('start_component etcd');
    sim.run(seconds(400));
    const since = tracer.facts.slice(back);
    const elected = since.filter((fact) => fact.type === 'LeaderElected' && fact.leading);
    expect(elected.map(({ component }) => component)).toContain('kube-controller-manager');
  });
});
