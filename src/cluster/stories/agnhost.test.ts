import { beforeAll, describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import type { Pod } from '#k8s.io/api/core/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { clusterOf } from '#scenarios/clusters';
import type { OutsideRequest } from '#trace/outside-action';

const image = 'registry.k8s.io/e2e-test-images/agnhost:2.63.0';
const pods = '/api/v1/namespaces/default/pods';
const services = '/api/v1/namespaces/default/services';

/** A cluster, and a client outside that waits for each answer. */
class Bed {
  readonly #simulation: ClusterSimulation;
  #request = 0;

  constructor(more: Partial<ClusterConfig> = {}) {
    this.#simulation = new ClusterSimulation({ ...clusterOf(2), ...more }, 1, allParts);
    this.run(30);
  }

  run(seconds: number): void {
    const { sim } = this.#simulation;
    sim.run(sim.now + seconds * second);
  }

  ask(method: OutsideRequest['method'], url: string, body?: unknown): HttpResponse {
    const { sim, cluster } = this.#simulation;
    const request = ++this.#request;
    let answer: HttpResponse | undefined;
    cluster.outside.listener = {
      answered: (_request, response) => {
        answer = response;
      },
      received: () => {},
      ended: () => {},
      failed: (_request, message) => {
        throw new Error(message);
      },
    };
    const names = { commonName: 'kubernetes-admin', organizations: ['system:masters'] };
    const http: OutsideRequest = {
      method,
      url,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      certificate: { ...names, issuer: 'kubernetes-ca' },
      ...(body !== undefined && { body }),
    };
    const at = sim.now + 1;
    this.#simulation.plan({ at, kind: 'outside', action: { kind: 'request', request, http } });
    sim.run(at + 20 * second, () => answer !== undefined);
    if (answer === undefined) throw new Error(`no answer to ${method} ${url}`);
    return answer;
  }

  start(name: string, args: readonly string[], more: object = {}, container: object = {}): void {
    const metadata = { name, labels: { app: name } };
    const own = { name: 'main', image, args, ...container };
    const spec = { containers: [own], restartPolicy: 'Never', ...more };
    this.ask('POST', pods, { apiVersion: 'v1', kind: 'Pod', metadata, spec });
    this.run(20);
  }

  textOf(url: string): string {
    return String(this.ask('GET', url).body);
  }

  logOf(name: string): string {
    return this.textOf(`${pods}/${name}/log`);
  }
}

describe('agnhost', () => {
  const bed = new Bed();

  beforeAll(() => {
    bed.start(
      'server',
      ['netexec', '--http-port=8080', '--udp-port=8081'],
      {},
      {
        ports: [{ containerPort: 8080 }],
      },
    );
    const ports = [{ name: 'web', port: 80, targetPort: 8080 }];
    const spec = { selector: { app: 'server' }, ports };
    bed.ask('POST', services, {
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 'svc' }, spec },
    });
    bed.run(5);
  });

  it('says its name through the proxy of its pod, at the first port of its containers', () => {
    expect(bed.ask('GET', `${pods}/server/proxy/hostname`)).toMatchObject({
      code: 200,
      body: 'server',
    });
    expect(bed.textOf(`${pods}/http:server:8080/proxy/echo?msg=a%20b`)).toBe('a b');
  });

  it('says its name through the proxy of a Service, by number and by name of the port', () => {
    expect(bed.textOf(`${services}/svc:80/proxy/hostName`)).toBe('server');
    expect(bed.textOf(`${services}/svc:web/proxy/hostName`)).toBe('server');
    expect(bed.ask('GET', `${services}/svc:81/proxy/`)).toMatchObject({
      code: 503,
      body: { message: 'no service port 81 found for service "svc"' },
    });
  });

  it('answers nothing where nothing listens', () => {
    expect(bed.ask('GET', `${pods}/server:99/proxy/`)).toMatchObject({ code: 503 });
    expect(bed.ask('GET', `${pods}/none/proxy/`)).toMatchObject({ code: 404 });
  });

  it('is asked again with a slash when the path is empty', () => {
    const answer = bed.ask('GET', `${pods}/server/proxy?a=1`);
    expect(answer.code).toBe(301);
    expect(answer.headers['location']).toBe(`${pods}/server/proxy/?a=1`);
  });

  it('has the links of its pages rewritten, and the start of its log cut at a byte', () => {
    const page = `${pods}/server/proxy/echo?msg=${encodeURIComponent('<a href="/b">c</a>')}`;
    expect(bed.textOf(page)).toBe(`<a href="${pods}/server/proxy/b">c</a>`);
    expect(bed.textOf(`${pods}/server/log?limitBytes=4`)).toBe('2026');
  });

  it('runs commands, dials itself over HTTP and UDP, and says with which code', () => {
    const proxy = `${pods}/server/proxy`;
    expect(bed.textOf(`${proxy}/shell?cmd=hostname`)).toBe('{"output":"server\\n"}');
    expect(bed.textOf(`${proxy}/shell?cmd=false`)).toBe('{"error":"exit status 1"}');
    const to = 'host=localhost&request=hostname';
    expect(bed.textOf(`${proxy}/dial?${to}&port=8080&tries=2`)).toBe(
      '{"responses":["server","server"]}',
    );
    expect(bed.textOf(`${proxy}/dial?${to}&port=8081&protocol=udp`)).toBe(
      '{"responses":["server"]}',
    );
    expect(bed.ask('GET', `${proxy}/echo?msg=no&code=404`)).toMatchObject({
      code: 404,
      body: 'no',
    });
  });

  it('counts who writes to a nettest server, as a preStop hook does with wget', () => {
    bed.start('net', ['nettest'], {}, { ports: [{ containerPort: 8080 }] });
    const { podIP } = (bed.ask('GET', `${pods}/net`).body as Pod).status ?? {};
    const hook = {
      exec: {
        command: ['wget', '-O-', '--post-data={"Source": "a"}', `http://${podIP}:8080/write`],
      },
    };
    bed.start('told', ['sleep', '600'], {}, { image: 'busybox', lifecycle: { postStart: hook } });
    expect(JSON.parse(bed.textOf(`${pods}/net/proxy/read`))).toMatchObject({
      Hostname: 'net',
      Received: { a: 1 },
      StillContactingPeers: true,
    });
  });

  it('serves the files of its image', () => {
    bed.start('files', ['test-webserver'], {}, { ports: [{ containerPort: 80 }] });
    const code = (path: string) => bed.ask('GET', `${pods}/files/proxy${path}`).code;
    expect([code('/localhost.crt'), code('/none')]).toEqual([200, 404]);
  });

  it('describes what is mounted, in the order of its flags', () => {
    const flags = ['--fs_type=/v', '--new_file_0644=/v/f', '--file_perm=/v/f', '--file_mode=/v'];
    const volumes = [{ name: 'v', emptyDir: { medium: 'Memory' } }];
    bed.start(
      'mounts',
      ['mounttest', ...flags],
      { volumes },
      {
        volumeMounts: [{ name: 'v', mountPath: '/v' }],
      },
    );
    expect(bed.logOf('mounts')).toBe(
      'mount type of "/v": tmpfs\ncontent of file "/v/f": mount-tester new file\n\n' +
        'mode of file "/v": drwxrwxrwx\nperms of file "/v/f": -rw-r--r--\n',
    );
  });

  it('pauses when it is given no command', () => {
    bed.start('pause', []);
    expect(bed.logOf('pause')).toBe('Paused\nSignals registered\n');
  });

  it('prints its command line under either of its names', () => {
    bed.start('args', ['entrypoint-tester', 'a'], {}, { command: ['/agnhost-2'] });
    expect(bed.logOf('args')).toBe('[/agnhost-2 entrypoint-tester a]\n');
  });

  it('decides as an admission webhook about objects that others create', () => {
    bed.start('hook', ['webhook', '--port=8444']);
    const ports = [{ port: 443, targetPort: 8444 }];
    const metadata = { name: 'hook' };
    const spec = { selector: { app: 'hook' }, ports };
    bed.ask('POST', services, { apiVersion: 'v1', kind: 'Service', metadata, spec });
    bed.run(5);
    const service = { namespace: 'default', name: 'hook', path: '/configmaps' };
    const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'] };
    const webhook = {
      name: 'deny.example.com',
      clientConfig: { service, caBundle: 'Y2VydGlmaWNhdGU=' },
      rules: [{ ...rule, resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    };
    bed.ask('POST', '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations', {
      ...{ apiVersion: 'admissionregistration.k8s.io/v1', kind: 'ValidatingWebhookConfiguration' },
      ...{ metadata, webhooks: [webhook] },
    });
    bed.run(2);
    const create = (name: string, data: object): HttpResponse =>
      bed.ask('POST', '/api/v1/namespaces/default/configmaps', {
        ...{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data },
      });
    const denied = create('bad', { 'webhook-e2e-test': 'webhook-disallow' });
    expect(denied).toMatchObject({
      code: 400,
      body: {
        message:
          'admission webhook "deny.example.com" denied the request: ' +
          'the configmap contains unwanted key and value',
      },
    });
    expect(create('good', {}).code).toBe(201);
  });
});

describe('a log', () => {
  it('ends without a newline where the container wrote none', () => {
    const bed = new Bed();
    const command = ['/bin/sh', '-c', 'printf one; printf "two\\nthree"'];
    bed.start('words', [], {}, { command });
    expect(bed.logOf('words')).toBe('onetwo\nthree');
  });
});

describe('agnhost test-service-account-issuer-discovery', () => {
  const bed = new Bed({ dns: 'coredns' });
  const sources = [
    { serviceAccountToken: { path: 'token', audience: 'test', expirationSeconds: 600 } },
  ];
  const volumes = [{ name: 'tokens', projected: { sources } }];
  const volumeMounts = [{ name: 'tokens', mountPath: '/tokens', readOnly: true }];

  const verify = (name: string, audience: string): string => {
    const args = ['test-service-account-issuer-discovery', '--token-path', '/tokens/token'];
    bed.start(name, [...args, '--audience', audience], { volumes }, { volumeMounts });
    const { status } = bed.ask('GET', `${pods}/${name}`).body as Pod;
    return status?.phase ?? '';
  };

  it('verifies the token of its volume with the published keys, for one audience', () => {
    bed.run(60);
    expect(verify('right', 'test')).toBe('Succeeded');
    const log = bed.logOf('right');
    expect(log).toContain('OK: got issuer https://kubernetes.default.svc.cluster.local');
    expect(log).toContain('OK: Validated signature on JWT');
    expect(log).toContain('Subject:"system:serviceaccount:default:default"');
    expect(verify('wrong', 'other')).toBe('Failed');
    expect(bed.logOf('wrong')).toContain('oidc: expected audience "other" got ["test"]');
  });

  it('may not read what is published when no role lets service accounts', () => {
    const role = 'system:service-account-issuer-discovery';
    bed.ask('DELETE', `/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/${role}`);
    bed.run(5);
    expect(verify('stranger', 'test')).toBe('Failed');
    const log = bed.logOf('stranger');
    expect(log).toMatch(
      /in-cluster discovery: 403 Forbidden: .*User \\"system:serviceaccount:default:default/,
    );
    expect(log).toMatch(/x509: certificate signed by unknown authority\n$/);
  });
});
