/** `kubectl get --output-watch-events`: the events of the watched objects. */
import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
const { sim } = simulation;
sim.run(seconds(20));

/** Runs a line; `meanwhile` is typed a while after it. */
function kubectl(line: string, ...meanwhile: readonly string[]) {
  meanwhile.forEach((other, i) => {
    const at = sim.now + seconds(5 * (i + 1));
    simulation.plan({ at, kind: 'command', line: `kubectl ${other}`, user: 'admin' });
  });
  const result = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(200));
  if (result === undefined) throw new Error(`no end: ${line}`);
  return result;
}

describe('kubectl get --output-watch-events', () => {
  it('needs a watch', () => {
    expect(kubectl('get configmaps --output-watch-events')).toMatchObject({
      stderr: 'error: --output-watch-events option can only be used with --watch or --watch-only\n',
      exitCode: 1,
    });
  });

  it('puts the event before each row, in front of the namespace', () => {
    kubectl('create configmap first');
    const { stdout } = kubectl(
      'get configmaps first -w --output-watch-events',
      'label configmap first a=b',
      'delete configmap first',
    );
    expect(stdout.replace(/\d+s$/gm, 'AGE')).toBe(
      'EVENT      NAME    DATA   AGE\n' +
        'ADDED      first   0      AGE\n' +
        'MODIFIED   first   0      AGE\n' +
        'DELETED    first   0      AGE\n',
    );
    const all = kubectl('get namespaces,nodes -w --output-watch-events');
    expect(all.stderr).toBe('error: you may only specify a single resource type\n');
    expect(kubectl('get configmaps -A -w --output-watch-events').stdout).toMatch(
      /^EVENT {6}NAMESPACE +NAME +DATA +AGE\nADDED {6}default +kube-root-ca\.crt +1 +/,
    );
  });

  it('leaves out what is there already with --watch-only', () => {
    const line = 'get configmaps --watch-only --output-watch-events';
    expect(kubectl(line, 'create configmap only').stdout).toMatch(
      /^EVENT {6}NAME {3}DATA {3}AGE\nADDED {6}only {3}0 {6}\ds\n$/,
    );
  });

  it('prints events as values: a line each in JSON, a document each in YAML', () => {
    kubectl('create configmap value --from-literal=x=y');
    const watch = 'get configmap value -w --output-watch-events';
    const json = kubectl(`${watch} -o json`, 'label configmap value a=b').stdout;
    const lines = json.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^\{"type":"ADDED","object":\{"apiVersion":"v1","data":\{"x":"y"\},"kind":"ConfigMap",/,
    );
    expect(lines[1]).toMatch(/^\{"type":"MODIFIED","object":\{.*"labels":\{"a":"b"\}/);
    // As upstream, whose printer only looks for managedFields in objects.
    expect(lines[1]).toContain('"managedFields"');

    const yaml = kubectl(`${watch} -o yaml`, 'label configmap value a-').stdout;
    const documents = yaml.split('---\n');
    expect(documents).toHaveLength(2);
    expect(documents[0]).toMatch(
      /^object:\n {2}apiVersion: v1\n {2}data:\n {4}x: "y"\n {2}kind: ConfigMap\n/,
    );
    expect(documents[1]).toMatch(/\ntype: MODIFIED\n$/);
  });

  it('gives templates the event, and names the object', () => {
    const watch = 'get configmap value -w --output-watch-events';
    expect(kubectl(`${watch} -o name`).stdout).toBe('configmap/value\n');
    expect(kubectl(`${watch} -o jsonpath={.type}:{.object.metadata.name}`).stdout).toBe(
      'ADDED:value',
    );
    expect(kubectl(`${watch} -o go-template={{.type}}`).stdout).toBe('ADDED');
    expect(kubectl(`${watch} -o custom-columns=E:.type,N:.object.metadata.name`).stdout).toBe(
      'E       N\nADDED   value\n',
    );
  });
});
