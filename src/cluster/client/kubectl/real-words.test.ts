/** What kubectl v1.36.3 says of words that do not fit, line for line. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { startedCluster } from './started-cluster.fixture.ts';

const { simulation, kubectl } = startedCluster(2);

kubectl('create deployment web --image=nginx --replicas=2');
simulation.sim.run(simulation.sim.now + seconds(10));

describe('an object that is not there', () => {
  const missing = 'Error from server (NotFound): namespaces "typo" not found\n';

  it.each([
    'get pod x',
    'describe pod x',
    'exec x -- ls',
    'label pod x a=b',
    'scale deployment x --replicas=1',
    'rollout status deployment/x',
  ])('is told from a namespace that is not there: %s', (line) => {
    expect(kubectl(`-n typo ${line}`).stderr).toBe(missing);
  });

  it('is all that is told of in a namespace that is there, and where it is to go away', () => {
    const absent = 'Error from server (NotFound): pods "x" not found\n';
    expect(kubectl('get pod x -n kube-system').stderr).toBe(absent);
    expect(kubectl('delete pod x -n typo').stderr).toBe(absent);
  });

  it('is asked for before it is compared, with an exit code of its own', () => {
    const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
    const compared = kubectl('diff -n typo -f -', manifest);
    expect(compared).toMatchObject({ stderr: missing, exitCode: 2 });
  });
});

describe('kubectl label', () => {
  it('goes on with the other objects', () => {
    const { stdout, stderr } = kubectl('label deployment/web deployment/none a=b');
    expect(stdout).toBe('deployment.apps/web labeled\n');
    expect(stderr).toBe('Error from server (NotFound): deployments.apps "none" not found\n');
  });

  it('tells each object whose value it would overwrite', () => {
    kubectl('label pods -l app=web tier=a');
    const taken = "'tier' already has a value (a), and --overwrite is false\n";
    expect(kubectl('label pods -l app=web tier=b').stderr).toBe(taken.repeat(2));
    expect(kubectl('label pods -l app=web tier- --all').stderr).toBe(
      'error: cannot set --all and --selector at the same time\n',
    );
  });
});

describe('kubectl set env', () => {
  it('without a variable changes nothing, and says nothing', () => {
    expect(kubectl('set env deployment/web')).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: '',
    });
  });

  it('warns of containers that are not there and of keys that become other names', () => {
    expect(kubectl('set env deployment/web A=1 --containers=none')).toMatchObject({
      exitCode: 0,
      stderr: 'Warning: Deployment/web does not have any containers matching "none"\n',
    });
    expect(kubectl('set env deployment/web --from=configmap/kube-root-ca.crt').stderr).toBe(
      'Warning: key ca.crt transferred to CA_CRT\n',
    );
  });
});

describe('a drain that is refused', () => {
  it('ends with the reason of each node', () => {
    kubectl(`run loose --image=nginx --overrides='{"spec":{"nodeName":"node-1"}}'`);
    const why =
      'cannot delete Pods that declare no controller (use --force to override): default/loose';
    expect(kubectl('drain node-1').stderr).toBe(
      `error: unable to drain node "node-1" due to error: ${why}, continuing command...\n` +
        `There are pending nodes to be drained:\n node-1\n${why}\n`,
    );
  });
});

describe('words that do not fit', () => {
  it.each([
    ['get pods, deploy', 'arguments in resource/name form must have a single resource and name'],
    [
      'api-resources -o foo',
      'unable to match a printer suitable for the output format "foo", allowed formats are: ' +
        'json,kyaml,name,wide,yaml',
    ],
    [
      'get pods -o custom-columns-file=/x',
      'error reading template /x, open /x: no such file or directory',
    ],
    [
      'rollout history service/kubernetes',
      'error retrieving history for "Service", no visitor method exists for { Service}',
    ],
    [
      'set env deployment/web --keys=a',
      'when specifying --keys, a configmap or secret must be provided with --from',
    ],
  ])('%s', (line, error) => {
    expect(kubectl(line).stderr).toBe(`error: ${error}\n`);
  });

  it('are left alone by cluster-info', () => {
    expect(kubectl('cluster-info x').stdout).toContain('control plane is running at');
  });
});

describe('kubectl describe', () => {
  it('shows the drivers of a node', () => {
    const { stdout } = kubectl('describe csinode node-1');
    expect(stdout).toMatch(/^Name: +node-1\nLabels: +<none>\nAnnotations: /);
    expect(stdout).toMatch(/\nCreationTimestamp: +Thu, 01 Jan 2026 .*\nSpec:\nEvents: +<none>\n$/);
  });

  it('shows the protocol of an application', () => {
    const ports = '[{port: 80, appProtocol: http}]';
    kubectl(
      'apply -f -',
      `apiVersion: v1\nkind: Service\nmetadata: {name: spoken}\nspec: {ports: ${ports}}\n`,
    );
    expect(kubectl('describe service spoken').stdout).toMatch(
      /\nTargetPort: +80\/TCP\nAppProtocol: +http\nEndpoints: /,
    );
  });
});
