/** What `kubectl get componentstatuses` shows about the processes of the control plane. */

import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { ApiFixture, messageOf } from '../../../api.test.fixture.ts';

const warning = 'Warning: v1 ComponentStatus is deprecated in v1.19+\n';

function start(etcdMembers = 1) {
  const simulation = new ClusterSimulation({ ...clusterOf(1), etcdMembers }, 1, allParts);
  const { sim } = simulation;
  sim.run(seconds(20));
  const kubectl = (line: string) => {
    const result = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(90));
    if (result === undefined) throw new Error(`no end: ${line}`);
    return result;
  };
  const host = (action: string): void => {
    simulation.plan({ at: sim.now, kind: 'host', action: readHostAction(action) });
    sim.run(sim.now + seconds(0.1));
  };
  return { kubectl, host, sim };
}

/** The rows of a table, in which the order is random, without blanks at their ends. */
const rowsOf = (stdout: string): readonly string[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())
    .slice(1)
    .sort();

const refused = (port: number): string =>
  `Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`;

describe('the component statuses of a cluster', () => {
  const { kubectl, host } = start();

  it('are healthy while everything runs, and warn that they are deprecated', () => {
    const { stdout, stderr, exitCode } = kubectl('get componentstatuses');
    expect(stdout).toMatch(/^NAME {17}STATUS {4}MESSAGE {3}ERROR\n/);
    expect(rowsOf(stdout)).toEqual([
      'controller-manager   Healthy   ok',
      'etcd-0               Healthy   ok',
      'scheduler            Healthy   ok',
    ]);
    expect([stderr, exitCode]).toEqual([warning, 0]);
  });

  it('are read one at a time, in every format', () => {
    expect(kubectl('get cs scheduler').stdout).toBe(
      'NAME        STATUS    MESSAGE   ERROR\nscheduler   Healthy   ok        \n',
    );
    expect(kubectl('get cs scheduler -o yaml').stdout).toBe(
      'apiVersion: v1\nconditions:\n- message: ok\n  status: "True"\n  type: Healthy\n' +
        'kind: ComponentStatus\nmetadata:\n  name: scheduler\n',
    );
    const described = kubectl('describe cs etcd-0').stdout;
    expect(described).toMatch(/^Name: {9}etcd-0\nNamespace: {4}\nLabels: {7}<none>\n/);
    expect(described).toContain(
      'Conditions:\n  Message:  ok\n  Status:   True\n  Type:     Healthy\n',
    );
    expect(described).toMatch(/\nEvents: +<none>\n$/);
  });

  it('are chosen by name, and have no labels', () => {
    expect(kubectl('get cs --field-selector metadata.name=etcd-0 -o name').stdout).toBe(
      'componentstatus/etcd-0\n',
    );
    expect(kubectl('get cs -l app=x')).toMatchObject({
      stdout: '',
      stderr: `${warning}No resources found\n`,
    });
    expect(kubectl('get cs --field-selector status=x').stderr).toContain(
      '"status" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
  });

  it('are not found in an error that is no Status of its own', () => {
    expect(kubectl('get cs nope')).toMatchObject({
      stderr:
        'Warning: v1 ComponentStatus is deprecated in v1.19+\n' +
        'Error from server: Component not found: nope\n',
      exitCode: 1,
    });
  });

  it('cannot be written or watched', () => {
    expect(kubectl('delete cs scheduler').stderr).toContain('(MethodNotAllowed)');
    expect(kubectl('label cs scheduler a=b').stderr).toContain('(MethodNotAllowed)');
    expect(kubectl('get cs -w').stderr).toContain(
      'Error from server (MethodNotAllowed): watch is not supported on resources of kind ' +
        '"componentstatuses"\n',
    );
  });

  it('tell of a process that has ended, until it runs again', () => {
    host('stop_component scheduler');
    host('stop_component kcm');
    expect(rowsOf(kubectl('get cs').stdout)).toEqual([
      `controller-manager   Unhealthy   ${refused(10257)}`,
      `etcd-0               Healthy     ok`,
      `scheduler            Unhealthy   ${refused(10259)}`,
    ]);
    expect(kubectl('get cs scheduler -o jsonpath={.conditions[0]}').stdout).toBe(
      JSON.stringify({ message: refused(10259), status: 'False', type: 'Healthy' }),
    );
    host('start_component scheduler');
    expect(kubectl('get cs scheduler').stdout).toContain('scheduler   Healthy   ok');
  });
});

describe('etcd among the component statuses', () => {
  it('is one for each server; one that is down is given up after 20 s', () => {
    const { kubectl, host, sim } = start(3);
    host('stop_component etcd/m2');
    const before = sim.now;
    expect(rowsOf(kubectl('get cs').stdout)).toEqual([
      'controller-manager   Healthy     ok',
      'etcd-0               Healthy     ok',
      'etcd-1               Unhealthy             context deadline exceeded',
      'etcd-2               Healthy     ok',
      'scheduler            Healthy     ok',
    ]);
    expect(sim.now - before).toBeGreaterThan(seconds(20));
    expect(sim.now - before).toBeLessThan(seconds(21));
  });

  it('is unhealthy without a majority, also where it runs', () => {
    const { kubectl, host } = start(3);
    host('stop_component etcd/m2');
    host('stop_component etcd/m3');
    expect(kubectl('get cs etcd-0').stdout).toMatch(
      /etcd-0 +Unhealthy +error getting data from etcd: context deadline exceeded\n$/,
    );
  });
});

describe('an API server alone on its machine', () => {
  const api = new ApiFixture();

  it('is refused by the ports where nobody listens', () => {
    const path = '/api/v1/componentstatuses';
    expect(api.call('GET', `${path}/scheduler`).body).toEqual({
      kind: 'ComponentStatus',
      apiVersion: 'v1',
      metadata: { name: 'scheduler' },
      conditions: [{ type: 'Healthy', status: 'False', message: refused(10259) }],
    });
    expect(api.call('GET', path).body).toMatchObject({ metadata: {} });
    const unknown = api.call('GET', `${path}/x`);
    expect([unknown.code, messageOf(unknown)]).toEqual([500, 'Component not found: x']);
    expect(unknown.headers['warning']).toBe('299 - "v1 ComponentStatus is deprecated in v1.19+"');
    expect(api.call('POST', path, { body: {} })).toMatchObject({
      code: 405,
      body: { reason: 'MethodNotAllowed', details: {} },
    });
  });
});
