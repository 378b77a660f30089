import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { scenarios } from '#scenarios/index';
import type { CommandResult } from './kubectl.ts';

/** A cluster of one node that is up, and a person's terminal. */
function terminal(): (argv: readonly string[], stdin?: string) => CommandResult {
  const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
  simulation.sim.run(scenarios['empty-cluster'].readyAt);
  return (argv, stdin = '') => {
    const result = simulation.runCommand({ argv, user: 'admin', stdin }, seconds(60));
    if (result === undefined) throw new Error(`no end: ${argv.join(' ')}`);
    return result;
  };
}

const settings = (data: string): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {${data}}
`;

describe('kubectl apply', () => {
  it('creates, leaves alone, and changes only what the manifest changed', () => {
    const run = terminal();
    const apply = (text: string) => run(['apply', '-f', '-'], text).stdout;
    expect(apply(settings('a: "1", b: "2"'))).toBe('configmap/settings created\n');
    expect(apply(settings('a: "1", b: "2"'))).toBe('configmap/settings unchanged\n');
    run(['patch', 'cm', 'settings', '--type=merge', '-p', '{"data":{"mine":"x"}}']);
    expect(apply(settings('a: "3"'))).toBe('configmap/settings configured\n');
    const read = run(['get', 'cm', 'settings', '-o', 'jsonpath={.data}']).stdout;
    expect(JSON.parse(read)).toEqual({ a: '3', mine: 'x' });
  });

  it('takes several documents and lists, and goes on after one that is wrong', () => {
    const run = terminal();
    const list = `{"apiVersion":"v1","kind":"List","items":[
      {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"team"}},
      {"apiVersion":"v1","kind":"ServiceAccount","metadata":{"name":"robot","namespace":"team"}}]}`;
    const text = `${list}\n---\napiVersion: no/v1\nkind: Kind\nmetadata: {name: x}\n---\n${settings('a: b')}`;
    const { exitCode, stdout, stderr } = run(['apply', '-f', '-'], text);
    expect(stdout).toBe(
      'namespace/team created\nserviceaccount/robot created\nconfigmap/settings created\n',
    );
    expect(stderr).toContain('no matches for kind "Kind" in version "no/v1"');
    expect(exitCode).toBe(1);
    expect(run(['delete', '-f', '-'], settings('a: b')).stdout).toBe(
      'configmap "settings" deleted from default namespace\n',
    );
  });
});

describe('kubectl label, taint and cordon', () => {
  it('say what they did and refuse to overwrite', () => {
    const run = terminal();
    expect(run(['label', 'node', 'node-1', 'disk=ssd']).stdout).toBe('node/node-1 labeled\n');
    expect(run(['label', 'node', 'node-1', 'disk=hdd']).stderr).toBe(
      "error: 'disk' already has a value (ssd), and --overwrite is false\n",
    );
    expect(run(['label', 'node', 'node-1', 'disk-']).stdout).toBe('node/node-1 unlabeled\n');
    const taint = (word: string) => run(['taint', 'nodes', 'node-1', word]).stdout;
    expect(taint('a=b:NoSchedule')).toBe('node/node-1 tainted\n');
    expect(taint('a-')).toBe('node/node-1 untainted\n');
    expect(run(['cordon', 'node-1']).stdout).toBe('node/node-1 cordoned\n');
    expect(run(['cordon', 'node-1']).stdout).toBe('node/node-1 already cordoned\n');
    expect(run(['uncordon', 'node-1']).stdout).toBe('node/node-1 uncordoned\n');
  });
});

describe('kubectl create', () => {
  it('builds each kind from its flags', () => {
    const run = terminal();
    const create = (line: string) => run(['create', ...line.split(' ')]);
    expect(create('secret generic s --from-literal=p=w').stdout).toBe('secret/s created\n');
    expect(create('sa robot').stdout).toBe('serviceaccount/robot created\n');
    expect(create('clusterrole r --verb=get --resource=pods,nodes').stdout).toBe(
      'clusterrole.rbac.authorization.k8s.io/r created\n',
    );
    expect(
      create('clusterrolebinding b --clusterrole=r --serviceaccount=default:robot').stdout,
    ).toBe('clusterrolebinding.rbac.authorization.k8s.io/b created\n');
    expect(create('service clusterip web --tcp=80:8080').stdout).toBe('service/web created\n');
    expect(create('priorityclass high --value=10').stdout).toBe(
      'priorityclass.scheduling.k8s.io/high created\n',
    );
    expect(create('pdb web --selector=app=web --min-available=1').stdout).toBe(
      'poddisruptionbudget.policy/web created\n',
    );
    expect(run(['auth', 'can-i', 'get', 'pods']).stdout).toBe('yes\n');
    const robot = ['auth', 'can-i', 'get', 'pods', '--as=system:serviceaccount:default:robot'];
    expect(run(robot).stdout).toBe('yes\n');
    expect(run([...robot, '--subresource=log']).stdout).toBe('no\n');
  });
});

describe('kubectl create and replace of a file', () => {
  const note = ['get', 'cm', 'settings', '-o', 'go-template={{.metadata.annotations}}'];

  it('keep the configuration when they are asked to', () => {
    const run = terminal();
    run(['create', '--save-config', '-f', '-'], settings('a: b'));
    expect(run(note).stdout).toContain('last-applied-configuration:{"apiVersion":"v1"');
    expect(run(['apply', '-f', '-'], settings('a: c')).stderr).toBe('');
  });

  it('keep it true once there is one', () => {
    const run = terminal();
    run(['create', '-f', '-'], settings('a: b'));
    expect(run(note).stdout).toBe('<no value>');
    run(['replace', '--save-config', '-f', '-'], settings('a: c'));
    const { stdout } = run(['get', 'cm', 'settings', '-o', 'yaml']);
    run(['replace', '-f', '-'], stdout.replace('  a: c', '  a: d'));
    expect(run(note).stdout).toContain('"data":{"a":"d"}');
  });
});

describe('kubectl expose', () => {
  it('overrides what it made, and asks for an address of a load balancer', () => {
    const run = terminal();
    run(['create', 'deployment', 'web', '--image=nginx', '--port=80']);
    const type = '--type=LoadBalancer';
    const overrides = '--overrides={"spec":{"ports":[{"port":99}]}}';
    run(['expose', 'deployment', 'web', type, '--load-balancer-ip=1.2.3.4', overrides]);
    const path = 'jsonpath={.spec.loadBalancerIP} {.spec.ports[*].port}';
    expect(run(['get', 'service', 'web', '-o', path]).stdout).toBe('1.2.3.4 99');
  });

  it('goes on after what is not there, and needs no port for a headless service', () => {
    const run = terminal();
    run(['create', 'deployment', 'web', '--image=nginx']);
    const expose = (...words: readonly string[]) => run(['expose', 'deployment', 'web', ...words]);
    expect(expose().stderr).toContain("couldn't find port via --port flag or introspection");
    expect(expose('--port=80', '--session-affinity=Foo').stderr).toBe(
      'error: unknown session affinity: Foo\n',
    );
    const { stdout, stderr, exitCode } = expose('other', '--cluster-ip=None');
    expect(stdout).toBe('service/web exposed\n');
    expect(stderr).toBe('Error from server (NotFound): deployments.apps "other" not found\n');
    expect(exitCode).toBe(1);
  });
});

describe('a command that is only the first word of others', () => {
  it('calls all words that follow the unknown command', () => {
    const run = terminal();
    expect(run(['create', 'service', 'foo', 'bar']).stderr).toBe(
      'error: unknown command "foo bar"\nSee \'kubectl create service -h\' for help and examples\n',
    );
  });
});
