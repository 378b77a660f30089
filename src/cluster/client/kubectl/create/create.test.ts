import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

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
