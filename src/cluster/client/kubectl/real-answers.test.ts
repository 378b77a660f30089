/** Commands with the real output of kubectl and the control plane of v1.36.3. */
import { describe, expect, it } from 'vitest';
import { startedCluster } from './started-cluster.fixture.ts';

const { kubectl } = startedCluster(2);

const configMap = (name: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {a: b}\n`;

describe('--raw and --subresource', () => {
  it('send one request and print the bytes of the answer', () => {
    const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"raw"}}';
    const path = '/api/v1/namespaces/default/configmaps';
    expect(kubectl(`create --raw ${path} -f -`, body).stdout).toMatch(
      /^\{"kind":"ConfigMap","apiVersion":"v1","metadata":\{"name":"raw","namespace":"default","uid"/,
    );
    expect(kubectl(`delete --raw ${path}/raw`).stdout).toMatch(
      /^\{"kind":"Status","apiVersion":"v1","metadata":\{\},"status":"Success","details":\{"name":/,
    );
    expect(kubectl(`get --raw ${path}/raw`).stderr).toBe(
      'Error from server (NotFound): configmaps "raw" not found\n',
    );
  });

  it('read the scale and the status of an object', () => {
    kubectl('create deployment scaled --image=nginx --replicas=0');
    expect(kubectl('get deployment scaled --subresource=scale').stdout).toMatch(
      /^NAME +DESIRED +AVAILABLE +AGE\nscaled +0 +0 +\d+s\n$/,
    );
    const path = '-o jsonpath={.status.observedGeneration}';
    expect(kubectl(`get deployment scaled --subresource=status ${path}`).stdout).toBe('1');
  });
});

describe('several objects with -o', () => {
  const two = `${configMap('two-a')}---\n${configMap('two-b')}`;

  it('are one List after apply', () => {
    const { stdout } = kubectl('apply -f - -o yaml', two);
    expect(stdout).toMatch(/^apiVersion: v1\nitems:\n- apiVersion: v1\n/);
    expect(stdout).toMatch(/\nkind: List\nmetadata: \{\}\n$/);
  });

  it('are divided after create', () => {
    const { stdout } = kubectl('create -f - --dry-run=client -o yaml', two);
    expect(stdout.split('---\n')).toHaveLength(2);
  });

  it('come as structs from a generator', () => {
    expect(kubectl('create deployment d --image=i --dry-run=client -o json').stdout).toMatch(
      /^\{\n {4}"kind": "Deployment",\n {4}"apiVersion": "apps\/v1",\n {4}"metadata": \{\n {8}"name"/,
    );
    expect(kubectl('label configmap two-a x=y --dry-run=client -o json').stdout).toMatch(
      /^\{\n {4}"apiVersion": "v1",\n {4}"data": /,
    );
  });
});

describe('kubectl wait', () => {
  it('takes several conditions and tells each', () => {
    const line =
      'wait deployment/scaled --for=condition=Available --for=jsonpath={.spec.replicas}=0';
    expect(kubectl(line).stdout).toBe('deployment.apps/scaled condition met\n'.repeat(2));
    expect(kubectl('wait deployment/scaled --for=condition=nope --timeout=0').stderr).toBe(
      'error: condition not met for deployments/scaled\n',
    );
    expect(kubectl('wait deployment/scaled --for=jsonpath={.a').stderr).toContain(
      "error: unexpected path string, expected a 'name1.name2' or ",
    );
  });
});

describe('kubectl describe', () => {
  it('shows a network policy in words', () => {
    const policy = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: np}
spec:
  podSelector: {matchLabels: {app: web}}
  policyTypes: [Ingress, Egress]
  ingress:
  - ports: [{port: 80}]
    from:
    - podSelector: {}
    - ipBlock: {cidr: 10.0.0.0/8, except: [10.1.0.0/16]}
`;
    kubectl('apply -f -', policy);
    expect(kubectl('describe networkpolicy np').stdout).toMatch(
      /^Name: {9}np\nNamespace: {4}default\nCreated on: {3}\S+ \S+ \+0000 UTC\nLabels: {7}<none>\n/,
    );
    expect(kubectl('describe networkpolicy np').stdout).toContain(`Spec:
  PodSelector:     app=web
  Allowing ingress traffic:
    To Port: 80/TCP
    From:
      PodSelector: <none>
    From:
      IPBlock:
        CIDR: 10.0.0.0/8
        Except: 10.1.0.0/16
  Allowing egress traffic:
    <none> (Selected pods are isolated for egress connectivity)
  Policy Types: Ingress, Egress
`);
  });

  it('shows the time zone of a CronJob, and an Ingress with its backends', () => {
    kubectl('create cronjob c --image=i --schedule="0 0 1 1 *"');
    expect(kubectl('describe cronjob c').stdout).toMatch(
      /\nSuspend: +False\nTime Zone: +<unset>\n/,
    );
    kubectl('create ingress i --rule=a.b/=nope:80');
    expect(kubectl('describe ingress i').stdout).toContain(
      'nope:80 (<error: services "nope" not found>)',
    );
  });

  it('leaves out events of what it found by prefix', () => {
    const { stdout } = kubectl('describe configmap two');
    expect(stdout).toMatch(/^Name: +two-a\n[\s\S]*\nName: +two-b\n/);
    expect(stdout).not.toContain('Events:');
  });
});

describe('a custom resource', () => {
  const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object}}
`;
  const widget = (name: string, finalizers: string) =>
    `apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: ${name}, finalizers: ${finalizers}}\n`;

  it('is warned about its finalizers, and not made any more once its kind goes', () => {
    kubectl('apply -f -', definition);
    kubectl('wait crd/widgets.example.com --for=condition=Established');
    expect(kubectl('apply -f -', widget('w1', '[foo, foo.bar, ex.com/a]')).stderr).toBe(
      'Warning: metadata.finalizers: "foo": prefer a domain-qualified finalizer name to avoid ' +
        'accidental conflicts with other finalizer writers\n' +
        'Warning: metadata.finalizers: "foo.bar": prefer a domain-qualified finalizer name ' +
        'including a path (/) to avoid accidental conflicts with other finalizer writers\n',
    );
    kubectl('delete crd widgets.example.com --wait=false');
    expect(kubectl('create -f -', widget('w2', '[]')).stderr).toBe(
      'Error from server (Forbidden): error when creating "STDIN": widgets.example.com "w2" is ' +
        'forbidden: create not allowed while custom resource definition is terminating\n',
    );
  });
});

describe('the server', () => {
  it.each([
    [
      'patch configmap two-a --type=merge -p \'{"metadata":{"finalizers":["foo","a b"]}}\'',
      'The ConfigMap "two-a" is invalid: \n* metadata.finalizers: Invalid value: "a b": name part ' +
        "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an " +
        "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
        "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')\n" +
        '* metadata.finalizers[0]: Invalid value: "foo": name is neither a standard finalizer name ' +
        'nor is it fully qualified\n' +
        '* metadata.finalizers[1]: Invalid value: "a b": name is neither a standard finalizer name ' +
        'nor is it fully qualified\n',
    ],
    ['create namespace a.b', 'The Namespace "a.b" is invalid: metadata.name: Invalid value: "a.b"'],
    [
      'create pdb x --selector="app in" --min-available=1',
      'error: couldn\'t parse the selector string "app in": unable to parse requirement: found ' +
        "'' expected: '('\n",
    ],
  ])('answers %s', (line, text) => {
    expect(kubectl(line).stderr).toContain(text);
  });
});

describe('names of resources', () => {
  it('may be kinds and plurals in any case, and short names as they are', () => {
    expect(kubectl('get Deployment scaled -o name').stdout).toBe('deployment.apps/scaled\n');
    expect(kubectl('get DEPLOYMENTS scaled -o name').stdout).toBe('deployment.apps/scaled\n');
    expect(kubectl('get Deploy').stderr).toBe(
      'error: the server doesn\'t have a resource type "Deploy"\n',
    );
  });

  it('that two groups have are told, once', () => {
    const warning =
      'Warning: short name "ev" could also match lower priority resource events.events.k8s.io\n';
    expect(kubectl('delete ev nope').stderr).toBe(
      `${warning}Error from server (NotFound): events "nope" not found\n`,
    );
  });

  it('stand before names, and an event has none in its table', () => {
    const { stdout } = kubectl('get events,deployments');
    expect(stdout).toMatch(/^LAST SEEN +TYPE.*\n\d+s +Normal /);
    expect(stdout).toContain('\ndeployment.apps/scaled ');
  });
});

describe('what is not there', () => {
  it('is no error with --ignore-not-found, however many', () => {
    expect(kubectl('get pods a b --ignore-not-found')).toMatchObject({ exitCode: 0, stderr: '' });
    const some = kubectl('get deployments a scaled --ignore-not-found -o name');
    expect(some).toMatchObject({ exitCode: 0, stdout: 'deployment.apps/scaled\n' });
  });
});

describe('a dry run', () => {
  it.each([
    ['delete deployment scaled', '"scaled" deleted from default namespace (dry run)'],
    ['delete node node-1', 'node "node-1" deleted (dry run)'],
    ['patch deployment scaled -p {}', 'deployment.apps/scaled patched (no change)'],
    ['taint node node-1 a=b:NoSchedule', 'node/node-1 tainted'],
    [
      'autoscale deployment scaled --max=2',
      'horizontalpodautoscaler.autoscaling/scaled created (dry run)',
    ],
  ])('of %s is told as kubectl does', (line, text) => {
    expect(kubectl(`${line} --dry-run=client`).stdout).toMatch(
      new RegExp(`${text.replace(/[().]/g, '\\$&')}\n$`),
    );
  });
});

describe('a patch that is no JSON', () => {
  it.each([
    [
      '-p {"spec":{"replicas":1}}',
      "invalid character 's' looking for beginning of object key string",
    ],
    ["-p '{'", 'unexpected end of JSON input'],
    [`-p '{"a": 1} x'`, "invalid character 'x' after top-level value"],
    [
      "--type=merge -p '{a'",
      "error decoding patch: invalid character 'a' looking for beginning of object key string",
    ],
    ['--type=merge -p null', 'invalid JSON Patch'],
  ])('%s is refused by the server', (flags, text) => {
    expect(kubectl(`patch deployment scaled ${flags}`).stderr).toBe(
      `Error from server (BadRequest): ${text}\n`,
    );
  });

  it('is not read as a patch without content, which null is', () => {
    expect(kubectl('patch deployment scaled -p null').stdout).toBe(
      'deployment.apps/scaled patched (no change)\n',
    );
  });
});

describe('a time that is none', () => {
  it.each([
    ['bad', 'as "2006-01-02T15:04:05Z07:00": cannot parse "bad" as "2006"'],
    ['2020-02-20', 'as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
    ['2020-02-20T10:00:00', 'as "2006-01-02T15:04:05Z07:00": cannot parse "" as "Z07:00"'],
    ['2020-13-01T10:00:00Z', 'month out of range'],
    ['2020-02-30T10:00:00Z', 'day out of range'],
    ['2020-02-20T10:00:00Zx', 'extra text: "x"'],
  ])('%s: kubectl says what Go says', (text, why) => {
    const joined = why.startsWith('as ') ? ` ${why}` : `: ${why}`;
    expect(kubectl(`logs x --since-time=${text}`).stderr).toBe(
      `error: parsing time "${text}"${joined}\n`,
    );
  });
});

describe('kubectl diff', () => {
  it('shows changes whose surroundings touch in one piece', () => {
    const manifest = (data: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: near}\ndata: {${data}}\n`;
    kubectl('apply -f -', manifest('a: "1", b: x, c: x, d: x, e: x, f: x, g: x, h: "1"'));
    const { stdout } = kubectl(
      'diff -f -',
      manifest('a: "2", b: x, c: x, d: x, e: x, f: x, g: x, h: "2"'),
    );
    expect(stdout.match(/^@@ /gm)).toHaveLength(1);
  });
});

describe('kubectl create', () => {
  it('asks for a file', () => {
    expect(kubectl('create').stderr).toBe('error: must specify one of -f and -k\n');
    expect(kubectl('create foo').stderr).toBe(
      "error: Unexpected args: [foo]\nSee 'kubectl create -h' for help and examples\n",
    );
  });

  it('finds a kind in small letters, which the server then does not know', () => {
    const text = 'apiVersion: apps/v1\nkind: deployment\nmetadata: {name: small}\n';
    expect(kubectl('create -f -', text).stderr).toMatch(
      /no kind "deployment" is registered for version "apps\/v1" in scheme/,
    );
  });
});
