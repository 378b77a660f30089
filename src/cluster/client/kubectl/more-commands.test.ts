/** What the commands for cluster maintenance print and do. */
import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';

function cluster(nodes = 2) {
  const simulation = new ClusterSimulation(clusterOf(nodes), 1, allParts);
  simulation.sim.run(seconds(30));
  return {
    kubectl: (line: string, stdin = '') => {
      const argv = splitWords(line);
      const result = simulation.runCommand({ argv, user: 'admin', stdin }, seconds(120));
      if (result === undefined) throw new Error(`no end: ${line}`);
      return result;
    },
    pass: (time: number) => simulation.sim.run(simulation.sim.now + seconds(time)),
  };
}

const map = (value: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: shared}
data: {a: "${value}"}
`;

describe('kubectl wait', () => {
  it('ends when a condition is met, when an object is gone, and at its timeout', () => {
    const { kubectl } = cluster();
    kubectl('create deployment web --image=nginx');
    expect(kubectl('wait deployment/web --for=condition=Available').stdout).toBe(
      'deployment.apps/web condition met\n',
    );
    expect(kubectl('wait deployment/web --for=jsonpath={.status.readyReplicas}=1').exitCode).toBe(
      0,
    );
    expect(kubectl('wait deployment/web --for=condition=nope --timeout=2s').stderr).toBe(
      'error: timed out waiting for the condition on deployments/web\n',
    );
    kubectl('delete deployment web --wait=false');
    expect(kubectl('wait deployment/web --for=delete').exitCode).toBe(0);
    expect(kubectl('wait pod --all --for=condition=Ready -n kube-public').stderr).toBe(
      'error: no matching resources found\n',
    );
  });
});

describe('kubectl events', () => {
  it('sorts by moments, of which the new API tells parts of a second', () => {
    const { kubectl, pass } = cluster();
    const event = (name: string, times: string): string =>
      `apiVersion: v1\nkind: Event\nmetadata: {name: ${name}}\nreason: ${name}\n` +
      `involvedObject: {kind: Pod, name: x, namespace: default}\n${times}\n`;
    kubectl('create -f -', event('later', 'lastTimestamp: "2026-01-01T00:00:02Z"'));
    kubectl(
      'create -f -',
      event(
        'between',
        'eventTime: "2026-01-01T00:00:01.500000Z"\ntype: Normal\naction: A\n' +
          'reportingComponent: a.b/c\nreportingInstance: d',
      ),
    );
    kubectl('create -f -', event('earlier', 'lastTimestamp: "2026-01-01T00:00:01Z"'));
    pass(1);
    const names = kubectl('events --for pod/x --no-headers').stdout.match(/earlier|between|later/g);
    expect(names).toEqual(['earlier', 'between', 'later']);
  });
});

describe('kubectl auth can-i', () => {
  it('warns of verbs and types that nobody knows, but not of those to impersonate', () => {
    const { kubectl } = cluster();
    expect(kubectl('auth can-i fly pods').stderr).toBe(
      "Warning: verb 'fly' is not a known verb\n\n",
    );
    expect(kubectl('auth can-i get foos.example.com').stderr).toBe(
      "Warning: the server doesn't have a resource type 'foos' in group 'example.com'\n",
    );
    expect(kubectl('auth can-i impersonate users').stderr).toBe('');
  });
});

describe('kubectl delete', () => {
  it('is either now, with a second of grace, or forced, with none', () => {
    const { kubectl } = cluster();
    expect(kubectl('delete pod x --now --force').stderr).toBe(
      'error: --force and --grace-period greater than 0 cannot be specified together\n',
    );
  });
});

describe('kubectl apply', () => {
  it('says of a name that makes no path what it was doing', () => {
    const { kubectl } = cluster();
    const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: "a%b"}
`;
    expect(kubectl('apply -f -', role).stderr).toBe(
      'error: error when retrieving current configuration of:\n' +
        'Resource: "rbac.authorization.k8s.io/v1, Resource=roles", ' +
        'GroupVersionKind: "rbac.authorization.k8s.io/v1, Kind=Role"\n' +
        'Name: "a%b", Namespace: "default"\n' +
        `from server for: "STDIN": invalid resource name "a%b": [may not contain '%']\n`,
    );
  });

  it('applies to a subresource only by the server', () => {
    const { kubectl } = cluster();
    kubectl('create deployment web --image=nginx');
    const status = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
status: {conditions: [{type: Mine, status: "True"}]}
`;
    expect(kubectl('apply --subresource=status -f -', status).exitCode).toBe(1);
    expect(kubectl('apply --server-side --subresource=status -f -', status).stdout).toBe(
      'deployment.apps/web serverside-applied\n',
    );
    const managers = 'get deployment web -o jsonpath={.metadata.managedFields[0].subresource}';
    expect(kubectl(managers).stdout).toBe('status');
  });
});

describe('kubectl drain', () => {
  it('cordons, evicts, and refuses pods that nobody would make again', () => {
    const { kubectl, pass } = cluster(1);
    kubectl('run loose --image=nginx');
    pass(5);
    const refused = kubectl('drain node-1');
    expect(refused.stdout).toBe('node/node-1 cordoned\n');
    expect(refused.stderr).toBe(
      'error: unable to drain node "node-1" due to error: cannot delete Pods that declare no ' +
        'controller (use --force to override): default/loose, continuing command...\n' +
        'There are pending nodes to be drained:\n node-1\n' +
        'cannot delete Pods that declare no controller (use --force to override): ' +
        'default/loose\n',
    );
    expect(kubectl('drain node-1 --force').stdout).toBe(
      'node/node-1 already cordoned\nevicting pod default/loose\npod/loose evicted\n' +
        'node/node-1 drained\n',
    );
  });

  it('tries again while a disruption budget says no', () => {
    const { kubectl, pass } = cluster(1);
    kubectl('create deployment web --image=nginx');
    kubectl('create pdb web --selector=app=web --min-available=1');
    pass(5);
    const { stderr, exitCode } = kubectl('drain node-1 --timeout=7s');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^error when evicting pods\/"web-\S+" -n "default" \(will retry after 5s\)/m,
    );
    expect(stderr).toContain("Cannot evict pod as it would violate the pod's disruption budget.\n");
    expect(stderr).toContain('global timeout reached: 7s');
  });
});

describe('kubectl apply --server-side', () => {
  it('tells of conflicts how to resolve them, and takes fields over when told to', () => {
    const { kubectl } = cluster(1);
    const apply = (manager: string, value: string, more = '') =>
      kubectl(`apply --server-side --field-manager=${manager} ${more} -f -`, map(value));
    expect(apply('a', '1').stdout).toBe('configmap/shared serverside-applied\n');
    const { stderr, exitCode } = apply('b', '2');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^error: Apply failed with 1 conflict: conflict with "a": \.data\.a\n/);
    expect(stderr).toContain('command with the `--force-conflicts` flag.');
    expect(apply('b', '2', '--force-conflicts').exitCode).toBe(0);
  });

  it('takes over what client-side apply managed', () => {
    const { kubectl } = cluster(1);
    kubectl('apply -f -', map('1'));
    expect(kubectl('apply --server-side -f -', map('1')).stderr).toBe('');
    const managers = kubectl(
      'get cm shared -o jsonpath={.metadata.managedFields[*].manager}',
    ).stdout;
    expect(managers).not.toContain('kubectl-client-side-apply');
  });
});

describe('kubectl diff', () => {
  it('shows what would change and says so by its exit code', () => {
    const { kubectl } = cluster(1);
    kubectl('apply -f -', map('1'));
    expect(kubectl('diff -f -', map('1'))).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    const { exitCode, stdout } = kubectl('diff -f -', map('2'));
    expect(exitCode).toBe(1);
    expect(stdout).toContain('\n-  a: "1"\n+  a: "2"\n');
  });
});

describe('kubectl', () => {
  const { kubectl, pass } = cluster(2);
  kubectl('create deployment web --image=nginx');
  kubectl('run solo --image=nginx');
  pass(5);

  it.each([
    ['set env deployment/web A=b', 'deployment.apps/web env updated\n'],
    ['set env deployment/web --list', '# Deployment web, container nginx\nA=b\n'],
    [
      'set resources deployment web --limits=cpu=1',
      'deployment.apps/web resource requirements updated\n',
    ],
    ['create job j --image=busybox -- true', 'job.batch/j created\n'],
    ['create cronjob c --image=busybox --schedule="* * * * *"', 'cronjob.batch/c created\n'],
    ['create job k --from=cronjob/c', 'job.batch/k created\n'],
    ['debug solo --image=busybox -c dbg -- sleep 9', ''],
    [
      'autoscale deployment web --max=3 --cpu=50%',
      'horizontalpodautoscaler.autoscaling/web autoscaled\n',
    ],
    ['config current-context', 'admin@kubernetes\n'],
    ['config set-context --current --namespace=default', 'Context "admin@kubernetes" modified.\n'],
    ['label pod solo --list', 'run=solo\n'],
    ['rollout restart deployment/web', 'deployment.apps/web restarted\n'],
  ])('answers "%s" as the real one does', (line, stdout) => {
    expect(kubectl(line)).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  it.each([
    ['debug solo', 'error: you must specify --image when not using --copy-to.\n'],
    ['config use-context x', 'error: no context exists with the name: "x"\n'],
    [
      'set resources deployment web',
      'error: you must specify an update to requests or limits (in the form of --requests/--limits)\n',
    ],
    ['replace', 'error: must specify one of -f and -k\n'],
    ['rollout pause ds/x', 'Error from server (NotFound): daemonsets.apps "x" not found\n'],
    ['apply --force-conflicts -f -', 'error: --force-conflicts only works with --server-side\n'],
    ['get pod ""', 'error: resource name may not be empty\n'],
    ['wait pod/solo', 'error: unrecognized condition: []\n'],
  ])('refuses "%s" as the real one does', (line, stderr) => {
    expect(kubectl(line)).toEqual({ exitCode: 1, stdout: '', stderr });
  });

  it('prints each request at -v=6', () => {
    const { stderr } = kubectl('get pod solo -v=6');
    expect(stderr).toMatch(/^I0101 \S+ +\d+ round_trippers\.go:632\] "Response" verb="GET" /m);
    expect(stderr).toMatch(/namespaces\/default\/pods\/solo" status="200 OK" milliseconds=\d+$/m);
  });

  it('describes objects of a kind that nobody wrote a description for', () => {
    kubectl(
      'apply -f -',
      'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: rc}\nhandler: runc\n',
    );
    const { stdout } = kubectl('describe runtimeclass rc');
    expect(stdout).toMatch(/^Annotations: {2}<none>\nAPI Version: {2}node\.k8s\.io\/v1\n/m);
    expect(stdout).toMatch(/^Handler: {6}runc\nKind: {9}RuntimeClass$/m);
  });

  it('prints the headers of columns once, however long it watches, and not if asked not to', () => {
    kubectl('create configmap one');
    kubectl('create configmap two');
    const columns = '-o custom-columns=N:.metadata.name,V:.data.a';
    expect(kubectl(`get cm one two ${columns} --no-headers`).stdout).toBe(
      'one   <none>\ntwo   <none>\n',
    );
    const watched = kubectl(`get cm ${columns} -w --request-timeout=2s`).stdout;
    expect(watched.match(/^N +V$/gm)).toHaveLength(1);
    expect(watched).toMatch(/^one +<none>$/m);
  });

  it('prints the warnings of an answer that refuses, too', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: {colour: red}\n';
    const { stderr, exitCode } = kubectl('create --validate=warn -f -', pod);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^Warning: unknown field "spec.colour"\nThe Pod "x" is invalid: spec.containers: Required/,
    );
  });

  it('takes an edited text from standard input, and says when nothing changed', () => {
    kubectl('create configmap e --from-literal=a=b');
    const text = kubectl('get cm e -o yaml').stdout;
    expect(kubectl('edit cm e', text).stderr).toBe('Edit cancelled, no changes made.\n');
    expect(kubectl('edit cm e', text.replace('a: b', 'a: c')).stdout).toBe('configmap/e edited\n');
    expect(kubectl('get cm e -o jsonpath={.data.a}').stdout).toBe('c');
  });
});

describe('kubectl delete priorityclass', () => {
  it('does not delete those of the system', () => {
    const { kubectl } = cluster();
    kubectl('create priorityclass high --value=1000');
    expect(kubectl('delete priorityclass high').exitCode).toBe(0);
    expect(kubectl('delete priorityclass system-node-critical').stderr).toBe(
      'Error from server (Forbidden): priorityclasses.scheduling.k8s.io "system-node-critical" is ' +
        'forbidden: this is a system priority class and cannot be deleted\n',
    );
  });
});

describe('kubectl create of a binding', () => {
  const binding = (name: string, node: string) =>
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    });

  it('puts a pod that no scheduler looks at on its node, and names the answer', () => {
    const { kubectl, pass } = cluster();
    kubectl(`run mine --image=nginx --overrides='{"spec":{"schedulerName":"mine"}}'`);
    expect(kubectl('create -f -', binding('mine', 'node-2')).stdout).toBe(
      'status/<unknown> created\n',
    );
    pass(5);
    expect(kubectl(`get pod mine -o jsonpath={.spec.nodeName}/{.status.phase}`).stdout).toBe(
      'node-2/Running',
    );
    expect(kubectl('create -f -', binding('mine', 'node-1')).stderr).toBe(
      'Error from server (Conflict): error when creating "STDIN": Operation cannot be fulfilled ' +
        'on pods/binding "mine": pod mine is already assigned to node "node-2"\n',
    );
    expect(kubectl('get bindings').stderr).toBe(
      'Error from server (MethodNotAllowed): the server does not allow this method on the ' +
        'requested resource\n',
    );
    expect(kubectl('get bindings mine').stderr).toBe(
      'Error from server (NotFound): the server could not find the requested resource\n',
    );
  });
});

describe('kubectl scale', () => {
  it('scales what it finds and then says what it did not find', () => {
    const { kubectl } = cluster();
    kubectl('create deployment web --image=nginx');
    const result = kubectl('scale deployment/nope deployment/web --replicas=2');
    expect(result).toMatchObject({
      exitCode: 1,
      stdout: 'deployment.apps/web scaled\n',
      stderr: 'Error from server (NotFound): deployments.apps "nope" not found\n',
    });
    kubectl('create deployment web2 --image=nginx');
    expect(kubectl('scale deployment --all --replicas=2 --resource-version=1').stderr).toBe(
      'error: cannot use --resource-version with multiple resources\n',
    );
  });

  it('with --timeout waits until there are as many, and gives up in time', () => {
    const { kubectl } = cluster();
    kubectl('create deployment web --image=nginx');
    expect(kubectl('scale deployment web --replicas=3 --timeout=20s').stdout).toBe(
      'deployment.apps/web scaled\n',
    );
    const read = 'get deployment web -o jsonpath={.status.replicas}';
    expect(kubectl(read).stdout).toBe('3');
    kubectl('rollout pause deployment/web');
    kubectl('create quota few --hard=pods=3');
    expect(kubectl('scale deployment web --replicas=4 --timeout=2s').stderr).toBe(
      'error: timed out waiting for "web" to be synced\n',
    );
  });
});

describe('kubectl rollout restart', () => {
  it('cannot be done twice in one second, which changes nothing', () => {
    const { kubectl, pass } = cluster();
    kubectl('create deployment web --image=nginx');
    pass(1);
    kubectl('rollout restart deployment/web');
    expect(kubectl('rollout restart deployment/web').stderr).toBe(
      'error: failed to create patch for web: if restart has already been triggered within ' +
        'the past second, please wait before attempting to trigger another\n',
    );
    pass(1);
    expect(kubectl('rollout restart deployment/web').exitCode).toBe(0);
  });
});
