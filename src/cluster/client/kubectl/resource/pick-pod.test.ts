import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import type { Pod } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { clusterOf } from '#scenarios/clusters';
import { byUse } from './pick-pod.ts';

const simulation = new ClusterSimulation(clusterOf(2), 1, allParts);
const pass = (time: number) => simulation.sim.run(simulation.sim.now + seconds(time));
pass(30);
const kubectl = (line: string) => {
  const result = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(180));
  if (result === undefined) throw new Error(`no end: ${line}`);
  return result;
};

kubectl('create configmap words --from-literal=a=b');
kubectl('create deployment web --image=nginx --replicas=2');
kubectl('create deployment none --image=nginx --replicas=0');
pass(10);

describe('a command about a pod', () => {
  it.each([
    [
      'logs configmap/words',
      'cannot get the logs from *v1.ConfigMap: selector for *v1.ConfigMap not implemented',
    ],
    [
      'exec configmap/words -- ls',
      'cannot attach to *v1.ConfigMap: selector for *v1.ConfigMap not implemented',
    ],
    [
      'attach configmap/words',
      'cannot attach to *v1.ConfigMap: selector for *v1.ConfigMap not implemented',
    ],
    [
      'exec service/kubernetes -- ls',
      "cannot attach to *v1.Service: invalid service 'kubernetes': Service is defined without a " +
        'selector',
    ],
    ['attach a b c', 'expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw 3: [a b c]'],
    ['attach', 'at least 1 argument is required for attach'],
    [
      'exec deployment/none --pod-running-timeout=0s -- ls',
      '--pod-running-timeout must be higher than zero',
    ],
    ['logs deployment/none --pod-running-timeout=2s', 'timed out waiting for the condition'],
  ])('that cannot come to one, `%s`, says why', (line, text) => {
    expect(kubectl(line)).toEqual({ exitCode: 1, stdout: '', stderr: `error: ${text}\n` });
  });

  it('says which of several pods it takes only when it reads their logs', () => {
    expect(kubectl('logs deployment/web').stderr).toMatch(/^Found 2 pods, using pod\/web-/);
    const exec = kubectl('exec deployment/web -- hostname');
    expect(exec.stderr).toBe('');
    expect(exec.stdout).toMatch(/^web-/);
    const [name] = exec.stdout.split('\n');
    expect(kubectl('attach deployment/web -c nope').stderr).toBe(
      `error: cannot attach to the container: container nope not found in pod ${name}\n`,
    );
  });

  it('waits for the first pod of a workload', () => {
    const { sim } = simulation;
    simulation.runCommand(
      { argv: splitWords('scale deployment none --replicas=1'), user: 'admin' },
      seconds(10),
    );
    const before = sim.now;
    const found = kubectl('logs deployment/none --pod-running-timeout=30s');
    expect(found.stderr).not.toContain('timed out');
    expect(sim.now - before).toBeLessThan(seconds(30));
  });
});

describe('kubectl refuses', () => {
  it('to go into containers that are not there', () => {
    const bed = new NodeBed();
    bed.pod('done', { command: ['true'] }, { restartPolicy: 'Never' });
    bed.pod('hold');
    bed.wait(8);
    expect(bed.kubectl('exec done -- ls').stderr).toBe(
      'error: cannot exec into a container in a completed pod; current phase is Succeeded\n',
    );
    expect(bed.kubectl('exec hold -c nope -- ls').stderr).toBe(
      'error: container nope is not valid for pod hold out of: app\n',
    );
    expect(bed.kubectl('logs nope').stderr).toBe(
      'error: error from server (NotFound): pods "nope" not found in namespace "default"\n',
    );
  });
});

describe('of several pods', () => {
  const pod = (name: string, restartCount: number, created: string): Pod =>
    asObject<Pod>({
      metadata: { name, creationTimestamp: created },
      spec: { nodeName: 'node-1', containers: [] },
      status: {
        phase: 'Running',
        conditions: [{ type: 'Ready', status: 'False' }],
        containerStatuses: [{ restartCount }],
      },
    });
  const calm = pod('calm', 0, '2026-01-01T00:00:00Z');
  const restless = pod('restless', 3, '2026-01-01T00:00:01Z');

  it('the one that restarts most is read, and the one that restarts least is entered', () => {
    const names = (use: 'logs' | 'session') =>
      [calm, restless].sort(byUse(use)).map(({ metadata }) => metadata.name);
    expect(names('logs')).toEqual(['restless', 'calm']);
    expect(names('session')).toEqual(['calm', 'restless']);
  });
});
