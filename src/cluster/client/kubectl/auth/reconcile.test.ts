import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
simulation.sim.run(seconds(30));
const kubectl = (line: string, stdin = '') => {
  const command = { argv: splitWords(line), user: 'admin', stdin };
  const result = simulation.runCommand(command, seconds(60));
  if (result === undefined) throw new Error(`no end: ${line}`);
  return result;
};

const group = 'rbac.authorization.k8s.io';
const role = (verbs: string, annotations = '{a: b}') => `apiVersion: ${group}/v1
kind: Role
metadata: {name: reader, namespace: fresh, annotations: ${annotations}}
rules:
- {apiGroups: [""], resources: [pods], verbs: [${verbs}]}
`;
const binding = (to: string, user: string) => `apiVersion: ${group}/v1
kind: RoleBinding
metadata: {name: reader, namespace: fresh}
roleRef: {apiGroup: ${group}, kind: ${to}}
subjects: [{kind: User, apiGroup: ${group}, name: ${user}}]
`;
const rule = (verbs: string) =>
  `\t\t{Verbs:[${verbs}] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}\n`;

describe('kubectl auth reconcile', () => {
  it('makes what is missing, the namespace too, and passes over other kinds', () => {
    const other = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: other}\n';
    expect(kubectl('auth reconcile -f -', `${role('get, list')}---\n${other}`)).toEqual({
      exitCode: 0,
      stdout: `role.${group}/reader reconciled\n`,
      stderr: `\treconciliation required create\n\tmissing rules added:\n${rule('get list')}`,
    });
    expect(kubectl('get namespace fresh -o name').stdout).toBe('namespace/fresh\n');
    expect(kubectl('get configmap other').exitCode).toBe(1);
  });

  it('adds the rules that a role lacks and keeps the others', () => {
    expect(kubectl('auth reconcile -f -', role('get, watch')).stderr).toBe(
      `\treconciliation required update\n\tmissing rules added:\n${rule('watch')}`,
    );
    expect(kubectl('auth reconcile -f -', role('get, watch')).stderr).toBe('');
  });

  it('takes rules away only when it is told to, and writes nothing in a dry run', () => {
    const flags = '-f - --remove-extra-permissions';
    const dry = kubectl(`auth reconcile ${flags} --dry-run=client`, role('get'));
    expect(dry.stdout).toBe(`role.${group}/reader reconciled (dry run)\n`);
    expect(dry.stderr).toContain('\textra rules removed:\n');
    kubectl(`auth reconcile ${flags}`, role('get'));
    expect(kubectl('get role reader -n fresh -o jsonpath={.rules[*].verbs}').stdout).toBe(
      '["get"]',
    );
  });

  it('makes a binding anew when it is to name another role', () => {
    kubectl('auth reconcile -f -', binding('Role, name: reader', 'jane'));
    const again = kubectl('auth reconcile -f -', binding('ClusterRole, name: view', 'joe'));
    expect(again.stderr).toBe('\treconciliation required recreate\n');
    expect(kubectl('get rolebinding reader -n fresh -o wide').stdout).toContain('ClusterRole/view');
  });

  it('leaves a role alone that opted out', () => {
    const optedOut = '{rbac.authorization.kubernetes.io/autoupdate: "false"}';
    kubectl('apply -f -', role('get', optedOut));
    expect(kubectl('auth reconcile -f -', role('get, list')).stderr).toBe(
      '\treconciliation required update, but object opted out ' +
        '(rbac.authorization.kubernetes.io/autoupdate: false)\n' +
        `\tmissing rules added:\n${rule('list')}`,
    );
    expect(kubectl('get role reader -n fresh -o jsonpath={.rules[*].verbs}').stdout).toBe(
      '["get"]',
    );
  });

  it.each([
    ['auth reconcile', 'must specify one of -f and -k'],
    ['auth reconcile x -f -', 'no arguments are allowed'],
    [
      'auth reconcile -f - --dry-run=server',
      '--dry-run=server for command reconcile is not supported yet',
    ],
  ])('refuses `%s`', (line, text) => {
    expect(kubectl(line)).toMatchObject({ exitCode: 1, stderr: `error: ${text}\n` });
  });
});
