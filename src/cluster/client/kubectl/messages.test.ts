/** What kubectl prints when it refuses, warns or waits: the texts that no other test covers. */

import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';

const simulation = new ClusterSimulation(clusterOf(2), 1, allParts);
simulation.sim.run(seconds(30));

const wait = (time: number): void => {
  simulation.sim.run(simulation.sim.now + seconds(time));
};

function run(argv: readonly string[], object?: object) {
  const stdin = object === undefined ? {} : { stdin: JSON.stringify(object) };
  const result = simulation.runCommand({ argv, user: 'admin', ...stdin }, seconds(200));
  if (result === undefined) throw new Error(`no end: ${argv.join(' ')}`);
  return result;
}

const kubectl = (line: string, object?: object) => run(splitWords(line), object);
const patch = (kind: string, name: string, change: object) =>
  run(['patch', kind, name, '-p', JSON.stringify(change)]);
const podOf = (name: string, image: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'app', image, ...spec }], restartPolicy: 'Never' },
});

kubectl('create deployment web --image=nginx');
kubectl('create -f -', podOf('done', 'busybox:1.36', { command: ['true'] }));
kubectl('run hold --image=nginx');
wait(8);

/** Whether a command fails, and its message. */
const refused = (line: string) => {
  const { exitCode, stdout, stderr } = kubectl(line);
  return [exitCode, stdout, stderr];
};

describe('kubectl refuses', () => {
  it('to run a pod without a name', () => {
    expect(refused('run --image=nginx')).toEqual([
      1,
      '',
      `error: NAME is required for run
See 'kubectl run -h' for help and examples
`,
    ]);
  });

  it('to go back where there is nothing to go back to', () => {
    expect(kubectl('rollout undo deployment/web --to-revision=1').stdout).toBe(
      'deployment.apps/web skipped rollback (current template already matches revision 1)\n',
    );
    expect(refused('rollout undo deployment/web --to-revision=9')).toEqual([
      1,
      '',
      'error: unable to find specified revision 9 in history\n',
    ]);
    expect(refused('rollout undo deployment/web')).toEqual([
      1,
      '',
      'error: no rollout history found for deployment "web"\n',
    ]);
  });

  it('to roll back a deployment that is paused', () => {
    kubectl('create deployment paused --image=nginx');
    wait(5);
    kubectl('set image deployment/paused nginx=nginx:1.29');
    wait(5);
    kubectl('rollout pause deployment/paused');
    expect(refused('rollout undo deployment/paused')).toEqual([
      1,
      '',
      "error: you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again\n",
    ]);
  });

  it('to scale what is not as it was expected', () => {
    expect(kubectl('scale deployment web --current-replicas=5 --replicas=2').stderr).toBe(
      'error: Expected replicas to be 5, was 1\n',
    );
    expect(kubectl('scale deployment web --resource-version=5 --replicas=2').stderr).toMatch(
      /^error: Expected resource version to be 5, was \d+\n$/,
    );
  });

  it('to expose what names no port, and to set an image of no container', () => {
    expect(kubectl('expose deployment web').stderr).toBe(
      "error: couldn't find port via --port flag or introspection\n",
    );
    expect(kubectl('set image deployment/web nope=nginx:2').stderr).toBe(
      'error: unable to find container named "nope"\n',
    );
  });

  it('to go into containers that are not there', () => {
    expect(kubectl('exec done -- ls').stderr).toBe(
      'error: cannot exec into a container in a completed pod; current phase is Succeeded\n',
    );
    expect(kubectl('exec hold -c nope -- ls').stderr).toBe(
      'error: container nope is not valid for pod hold out of: hold\n',
    );
    expect(kubectl('logs nope').stderr).toBe(
      'error: error from server (NotFound): pods "nope" not found in namespace "default"\n',
    );
  });

  it('what the server refuses, in the words of the server', () => {
    const error = run(['patch', 'pod', 'hold', '-p', '{"spec":{"containers":[{"image":"a"}]}}']);
    expect(error.stderr).toBe(
      'Error from server: map: map[image:a] does not contain declared merge key: name\n',
    );
    // validation.nodePortAllocated
    kubectl('create service nodeport one --tcp=80 --node-port=30080');
    expect(kubectl('create service nodeport two --tcp=80 --node-port=30080').stderr).toBe(
      'error: failed to create NodePort service: Service "two" is invalid: ' +
        'spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated\n',
    );
  });
});

describe('kubectl warns', () => {
  it('who applies to what is being deleted', () => {
    patch('pod', 'hold', { metadata: { finalizers: ['example.com/hold'] } });
    kubectl('delete pod hold --wait=false');
    const changed = podOf('hold', 'nginx');
    const metadata = { name: 'hold', labels: { a: 'b' } };
    const spec = { containers: [{ name: 'hold', image: 'nginx' }] };
    expect(kubectl('apply -f -', { ...changed, metadata, spec }).stderr).toContain(
      'Warning: Detected changes to resource hold which is currently being deleted.\n',
    );
  });

  it('who deletes by force', () => {
    kubectl('run gone --image=nginx');
    const { stdout, stderr } = kubectl('delete pod gone --force --grace-period=0');
    expect(stdout).toBe('pod "gone" force deleted from default namespace\n');
    expect(stderr).toBe(
      'Warning: Immediate deletion does not wait for confirmation that the running resource has ' +
        'been terminated. The resource may continue to run on the cluster indefinitely.\n',
    );
  });

  it('of names with dots, and of Endpoints', () => {
    expect(kubectl('create deployment my.web --image=nginx').stderr).toContain(
      'Warning: metadata.name: this is used in Pod names and hostnames, which can result in ' +
        'surprising behavior; a DNS label is recommended: [must not contain dots]',
    );
    expect(kubectl('get endpoints').stderr).toBe(
      'Warning: v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice\n',
    );
  });
});

describe('kubectl rollout status', () => {
  it('fails when the deployment has missed its deadline', () => {
    const containers = [{ name: 'nginx', image: 'nope:1' }];
    patch('deployment', 'web', {
      spec: { progressDeadlineSeconds: 5, template: { spec: { containers } } },
    });
    const { exitCode, stderr } = kubectl('rollout status deployment/web');
    expect(exitCode).toBe(1);
    expect(stderr).toBe('error: deployment "web" exceeded its progress deadline\n');
  });

  it('waits until the controller has seen the change', () => {
    simulation.hostAction(readHostAction('stop_component kcm'));
    kubectl('scale deployment web --replicas=3');
    expect(kubectl('rollout status deployment/web --timeout=2s').stdout).toBe(
      'Waiting for deployment spec update to be observed...\n',
    );
  });
});
