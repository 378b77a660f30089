import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import { contentHash } from './content-hash.ts';

const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
simulation.sim.run(seconds(30));
const kubectl = (line: string) => {
  const result = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(60));
  if (result === undefined) throw new Error(`no end: ${line}`);
  return result;
};

describe('kubectl create', () => {
  it.each([
    [
      'configmap c --from-literal=a=1 --from-literal=a=2',
      'cannot add key "a", another key by that name already exists in Data for ConfigMap "c"',
    ],
    [
      'secret generic c --from-literal=a=1 --from-literal=a=2',
      'cannot add key a, another key by that name already exists',
    ],
    ['quota q --hard=pods=2,foo', 'Invalid argument syntax foo, expected <resource>=<value>'],
    [
      'quota q --hard=pods=abc',
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
    ['quota q --hard=pods=2 --scopes=BestEffort,', 'invalid resource quota scope ""'],
    ['service clusterip s', 'at least one tcp port specifier must be provided'],
    ['service clusterip s --tcp=abc', 'strconv.ParseUint: parsing "abc": invalid syntax'],
    ['service clusterip s --tcp=99999', 'strconv.ParseUint: parsing "99999": value out of range'],
    ['service clusterip s --tcp=80:99999', 'must be between 1 and 65535, inclusive'],
    ['service externalname s --external-name=a_b', 'invalid service external name a_b'],
    ['pdb p --min-available=a --selector=a=b', 'invalid format specified for min-available'],
    ['clusterrole c --verb=get', 'one of resource or nonResourceURL must be specified'],
    ['clusterrole c --verb=list --non-resource-url=/x', "invalid verb: 'list' for nonResourceURL"],
    ['clusterrole c --verb=get --non-resource-url=x', 'nonResourceURL should start with /'],
    [
      'clusterrole c --verb=get --aggregation-rule=a=b',
      'aggregation rule must be specified without nonResourceURLs, verbs, resources or ' +
        'resourceNames',
    ],
  ])('%s is refused before anything is sent', (line, text) => {
    expect(kubectl(`create ${line}`)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: ${text}\n`,
    });
  });

  it('makes a cluster role of the rules of others', () => {
    kubectl('create clusterrole parts --verb=get --resource=pods');
    kubectl('label clusterrole parts combine=yes');
    kubectl('create clusterrole whole --aggregation-rule=combine=yes');
    simulation.sim.run(simulation.sim.now + seconds(3));
    expect(kubectl('get clusterrole whole -o jsonpath={.rules[0].resources}').stdout).toBe(
      '["pods"]',
    );
  });
});

describe('--save-config', () => {
  const noteOf = (what: string): string =>
    kubectl(
      `get ${what} -o 'jsonpath={.metadata.annotations.kubectl\\.kubernetes\\.io/last-applied-configuration}'`,
    ).stdout;

  it('keeps what kubectl built, in the order of the struct', () => {
    kubectl('create deployment kept --image=nginx --save-config');
    expect(noteOf('deployment/kept')).toBe(
      '{"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"kept","labels":{"app":"kept"}},' +
        '"spec":{"replicas":1,"selector":{"matchLabels":{"app":"kept"}},"template":{"metadata":' +
        '{"labels":{"app":"kept"}},"spec":{"containers":[{"name":"nginx","image":"nginx",' +
        '"resources":{}}]}},"strategy":{}},"status":{}}\n',
    );
    kubectl('run kept --image=nginx --save-config');
    expect(noteOf('pod/kept')).toMatch(
      /^\{"kind":"Pod","apiVersion":"v1","metadata":\{"name":"kept"/,
    );
    kubectl('expose pod kept --port=80 --save-config');
    expect(noteOf('service/kept')).toContain('"selector":{"run":"kept"}');
    kubectl('autoscale deployment kept --max=2 --save-config');
    expect(noteOf('hpa/kept')).toContain('"maxReplicas":2');
  });

  it('is what a later apply compares with', () => {
    kubectl('create configmap kept --from-literal=a=1 --save-config');
    expect(noteOf('configmap/kept')).toBe(
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"kept"},"data":{"a":"1"}}\n',
    );
  });
});

describe('--append-hash', () => {
  it('appends what the kind, the name and the content give', () => {
    const nameOf = (line: string): string => kubectl(`create ${line} --append-hash`).stdout;
    expect(nameOf('configmap h --from-literal=a=1')).toMatch(
      /^configmap\/h-[a-z0-9]{10} created\n$/,
    );
    expect(nameOf('configmap h --from-literal=a=2')).not.toBe(
      nameOf('configmap h --from-literal=a=3'),
    );
    expect(nameOf('secret generic h --from-literal=a=1')).toMatch(
      /^secret\/h-[a-z0-9]{10} created/,
    );
  });

  // Source: k8s.io/kubectl pkg/util/hash/hash_test.go
  it.each([
    ['ConfigMap', { data: {} }, '42745tchd9'],
    ['ConfigMap', { data: { one: '' } }, '9g67k2htb6'],
    ['Secret', { type: 'my-type', data: {} }, 't75bgf6ctb'],
    ['Secret', { type: 'my-type', data: { one: '' } }, '74bd68bm66'],
  ])('of a %s with %j is %s', (kind, content, hash) => {
    expect(contentHash(kind, '', content)).toBe(hash);
  });
});

describe('a command that only groups others', () => {
  it.each(['set', 'auth', 'config', 'create secret', 'create service'])(
    '%s shows its help on standard error and fails',
    (line) => {
      const { exitCode, stdout, stderr } = kubectl(line);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toContain('Available Commands:');
    },
  );

  it('rollout shows it on standard output', () => {
    const { exitCode, stdout, stderr } = kubectl('rollout');
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: '' });
    expect(stdout).toContain('Available Commands:');
  });

  it('certificate shows its help and is content', () => {
    expect(kubectl('certificate')).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
