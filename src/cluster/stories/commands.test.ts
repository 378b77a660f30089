/** kubectl against the whole cluster: messages that come from both client and server. */
import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

const simulation = new ClusterSimulation(clusterOf(3), 1, allParts);
simulation.sim.run(seconds(30));

function kubectl(line: string, user = 'admin'): { out: string; err: string; code: number } {
  const result = simulation.runCommand({ argv: splitWords(line), user }, seconds(200));
  if (result === undefined) throw new Error(`${line} did not end`);
  return { out: result.stdout, err: result.stderr, code: result.exitCode };
}

function wait(time: number): void {
  simulation.sim.run(simulation.sim.now + seconds(time));
}

describe('kubectl and the cluster', () => {
  it('follows pods as rows of the table that the server prints', () => {
    kubectl('run web --image=nginx');
    const [header, ...rows] = kubectl('get pods -w').out.trimEnd().split('\n');
    expect(header).toBe('NAME   READY   STATUS              RESTARTS   AGE');
    expect(rows[0]).toMatch(/^web {4}0\/1 {5}(Pending|ContainerCreating) +0 +0s$/);
    expect(rows.some((row) => /^web {4}1\/1 {5}Running +0 +\ds$/.test(row))).toBe(true);
  });

  it('sorts the rows of a table by a field that the table does not show', () => {
    kubectl('run other --image=nginx');
    wait(5);
    const lines = kubectl('get pods --sort-by=.metadata.creationTimestamp').out.split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['NAME', 'web', 'other', '']);
  });

  it('says which selectors a refused list had', () => {
    expect(kubectl("get pods -l 'app in ('").err).toBe(
      'Error from server (BadRequest): Unable to find "/v1, Resource=pods" that match label ' +
        'selector "app in (", field selector "": unable to parse requirement: found \'\', ' +
        "expected: ',', ')' or identifier\n",
    );
    expect(kubectl('get deploy --field-selector=spec.x=1').err).toBe(
      'Error from server (BadRequest): Unable to find "apps/v1, Resource=deployments" that match ' +
        'label selector "", field selector "spec.x=1": "spec.x" is not a known field selector: ' +
        'only "metadata.name", "metadata.namespace"\n',
    );
  });

  it('tells on standard output that there was nothing to delete', () => {
    expect(kubectl('delete pods -l app=none')).toEqual({
      out: 'No resources found\n',
      err: '',
      code: 0,
    });
  });

  it('runs a command in a container, and wraps what the runtime says when it cannot', () => {
    expect(kubectl("exec web -- sh -c 'echo hi; exit 4'")).toEqual({
      out: 'hi\n',
      err: 'command terminated with exit code 4\n',
      code: 4,
    });
    const { err } = kubectl('exec web -- nope');
    expect(err).toContain(
      'error: Internal error occurred: Internal error occurred: error executing command in ' +
        'container: failed to exec in container: ',
    );
    expect(err).toContain('exec: "nope": executable file not found in $PATH');
    kubectl('run broken --image=nginx:nope');
    wait(2);
    expect(kubectl('exec broken -- ls').err).toBe(
      'error: unable to upgrade connection: container not found ("broken")\n',
    );
  });

  it('replaces a pod that is deleted from under its replica set', () => {
    kubectl('create deployment api --image=nginx');
    wait(5);
    const pods = (): string => kubectl('get pods -l app=api -o name').out;
    const before = pods();
    kubectl(`delete ${before.trim()}`);
    wait(5);
    expect(pods()).toMatch(/^pod\/api-[a-z0-9]+-[a-z0-9]{5}\n$/);
    expect(pods()).not.toBe(before);
  });
});
