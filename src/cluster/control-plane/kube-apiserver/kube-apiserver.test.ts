import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { ms } from '#base/sim-time';
import type { EtcdClient } from '#cluster/control-plane/etcd/client';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import type { HttpRequest, HttpResponse } from '#k8s.io/client-go/rest/http';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { issuerKey } from '#k8s.io/component-helpers/serviceaccount/issuer-key';
import { Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import type { FactOf, FactType } from '#trace/facts';
import { Tracer } from '#trace/tracer';
import { type ApiUser, requestOf } from './http-request.fixture.ts';
import { KubeApiserver } from './kube-apiserver.ts';
import { MemoryRegistry } from './memory-storage.fixture.ts';
import { nodelessConfig } from './nodeless-config.fixture.ts';

interface Call {
  readonly method?: HttpRequest['method'];
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** A server with storage in memory, called without a network in between. */
class TestServer {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly registry: MemoryRegistry;
  readonly server: KubeApiserver;
  readonly #ids = new RequestIds();

  constructor() {
    const env = { sim: this.sim, tracer: this.tracer, prng: createPrng(1) };
    this.registry = new MemoryRegistry(env);
    this.server = new KubeApiserver(env, {
      serviceAccountKey: issuerKey(env.prng.fork('service-account-key')),
      address: 'https://172.30.0.1:6443',
      etcd: {} as EtcdClient,
      config: nodelessConfig,
      requestIds: this.#ids,
      kubelet: () => undefined,
      registry: () => this.registry,
      staticTokens: [{ token: 'letmein', user: 'robot', uid: '7', groups: ['machines'] }],
    });
    this.sim.spawn('kube-apiserver', this.server.run(), new TaskGroup('kube-apiserver'));
    this.sim.run(this.sim.now + ms(5000));
  }

  start(user: ApiUser, url: string, call: Call = {}): { answer: HttpResponse | undefined } {
    const { method = 'GET', headers, body } = call;
    const request = requestOf(this.#ids.next(), user, { method, url, headers, body });
    const result: { answer: HttpResponse | undefined } = { answer: undefined };
    const { server, tracer } = this;
    function* ask() {
      const draft = { type: 'CommandEntered', component: 'person', input: 0 } as const;
      tracer.emitRoot({ ...draft, line: url, user });
      result.answer = yield* server.serve(request);
    }
    this.sim.spawn('ask', ask());
    return result;
  }

  ask(user: ApiUser, url: string, call: Call = {}): HttpResponse {
    const result = this.start(user, url, call);
    this.sim.run(this.sim.now + ms(1000));
    if (result.answer === undefined) throw new Error(`no answer to ${url}`);
    return result.answer;
  }

  /** The last fact of a type. */
  fact<T extends FactType>(type: T): FactOf<T> {
    const found = this.tracer.facts.findLast((fact) => fact.type === type);
    if (found === undefined) throw new Error(`no ${type}`);
    return found as FactOf<T>;
  }
}

const deploymentsPath = '/apis/apps/v1/namespaces/default/deployments';
const configMapsPath = '/api/v1/namespaces/default/configmaps';
const message = ({ body }: HttpResponse): string => (body as Status).message ?? '';

describe('the API server', () => {
  it('listens once its bootstrap objects are made', () => {
    const test = new TestServer();
    expect(test.server.listening).toBe(true);
    const list = test.ask('admin', '/apis/rbac.authorization.k8s.io/v1/clusterroles');
    expect((list.body as { items: unknown[] }).items).toHaveLength(69);
    const service = test.ask('admin', '/api/v1/namespaces/default/services/kubernetes');
    expect((service.body as { spec: { clusterIP: string } }).spec.clusterIP).toBe('10.96.0.1');
  });

  it('answers without credentials as system:anonymous, and forbids', () => {
    const answer = new TestServer().ask('anonymous', '/api/v1/namespaces/default/pods');
    expect(answer.code).toBe(403);
    expect(answer.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message:
        'pods is forbidden: User "system:anonymous" cannot list resource "pods"' +
        ' in API group "" in the namespace "default"',
      reason: 'Forbidden',
      details: { kind: 'pods' },
      code: 403,
    });
  });

  it('tells an unknown bearer token 401, although anonymous requests are allowed', () => {
    const test = new TestServer();
    const headers = { authorization: 'Bearer not-a-token' };
    const answer = test.ask('anonymous', '/api/v1/namespaces/default/pods', { headers });
    expect(answer.code).toBe(401);
    expect(message(answer)).toBe('Unauthorized');
    expect(test.fact('AuditEventLogged')).toMatchObject({ code: 401, user: '' });
    expect(test.tracer.facts.some(({ type }) => type === 'FlowControlled')).toBe(false);
  });

  it('knows the tokens of the token file', () => {
    const test = new TestServer();
    const headers = { authorization: 'Bearer letmein' };
    test.ask('anonymous', '/version', { headers });
    expect(test.fact('Authenticated')).toMatchObject({
      user: 'robot',
      groups: ['machines', 'system:authenticated'],
    });
  });

  it('answers 404 page not found where nobody serves the path', () => {
    const test = new TestServer();
    for (const url of ['/apis/apps/v1/namespaces/default/nothings', '/nowhere', '/apis/x/v1']) {
      const answer = test.ask('admin', url);
      expect([answer.code, answer.body]).toEqual([404, '404 page not found\n']);
    }
    expect(test.fact('RequestRouted')).toMatchObject({
      servedBy: 'none',
      asked: ['kube-aggregator', 'kube-apiserver', 'apiextensions-apiserver'],
    });
  });

  it('lets anybody see version and health', () => {
    const test = new TestServer();
    expect(test.ask('anonymous', '/healthz').body).toBe('ok');
    expect(test.ask('anonymous', '/version').body).toMatchObject({ gitVersion: 'v1.36.3' });
    expect(message(test.ask('anonymous', '/metrics'))).toBe(
      'forbidden: User "system:anonymous" cannot get path "/metrics"',
    );
  });
});

describe('RBAC', () => {
  it('says whose binding allowed the request', () => {
    const test = new TestServer();
    const path = '/api/v1/namespaces/default/pods/x/binding';
    test.ask('scheduler', path, { method: 'POST', body: { kind: 'Binding' } });
    expect(test.fact('Authorized')).toMatchObject({
      allowed: true,
      reason:
        'RBAC: allowed by ClusterRoleBinding "system:kube-scheduler" of ClusterRole' +
        ' "system:kube-scheduler" to User "system:kube-scheduler"',
    });
  });

  it('follows a RoleBinding as soon as it is made', () => {
    const test = new TestServer();
    const create = (): HttpResponse =>
      test.ask('alice', deploymentsPath, { method: 'POST', body: deployment });
    const refused = create();
    expect(message(refused)).toBe(
      'deployments.apps is forbidden: User "alice" cannot create resource "deployments"' +
        ' in API group "apps" in the namespace "default"',
    );
    expect(test.fact('AuditEventLogged').annotations).toEqual({
      'authorization.k8s.io/decision': 'forbid',
      'authorization.k8s.io/reason': '',
    });
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    const metadata = { name: 'deployer' };
    const rules = [{ verbs: ['create'], apiGroups: ['apps'], resources: ['deployments'] }];
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'deployer' };
    const subjects = [{ kind: 'User', name: 'alice' }];
    const binding = { metadata: { name: 'alice-deployer' }, roleRef, subjects };
    test.ask('admin', `${rbac}/rolebindings`, { method: 'POST', body: binding });
    expect(message(create())).toContain(
      ': RBAC: role.rbac.authorization.k8s.io "deployer" not found',
    );
    test.ask('admin', `${rbac}/roles`, { method: 'POST', body: { metadata, rules } });
    expect(create().code).toBe(201);
    expect(test.fact('Authorized').reason).toBe(
      'RBAC: allowed by RoleBinding "alice-deployer/default" of Role "deployer" to User "alice"',
    );
    const removed = test.ask('alice', `${deploymentsPath}/nginx`, { method: 'DELETE' });
    expect(message(removed)).toBe(
      'deployments.apps "nginx" is forbidden: User "alice" cannot delete resource "deployments"' +
        ' in API group "apps" in the namespace "default"',
    );
  });

  it('is not asked about members of system:masters', () => {
    const test = new TestServer();
    test.ask('admin', configMapsPath);
    expect(test.fact('Authorized')).toMatchObject({ reason: '', tried: [{ decision: 'allow' }] });
  });
});

describe('impersonation', () => {
  it('acts as the other user, and audits the real one', () => {
    const test = new TestServer();
    const headers = { 'impersonate-user': 'system:anonymous' };
    const answer = test.ask('admin', '/api/v1/namespaces/default/pods', { headers });
    expect(message(answer)).toContain('User "system:anonymous" cannot list resource "pods"');
    expect(test.fact('AuditEventLogged')).toMatchObject({
      user: 'kubernetes-admin',
      impersonatedUser: 'system:anonymous',
    });
  });

  it('is refused to who may not impersonate', () => {
    const headers = { 'impersonate-user': 'bob' };
    const answer = new TestServer().ask('alice', configMapsPath, { headers });
    expect(message(answer)).toBe(
      'configmaps is forbidden: User "alice" cannot impersonate-on:user-info:list resource' +
        ' "configmaps" in API group "" in the namespace "default"',
    );
  });
});

describe('a write', () => {
  it('passes the stages in their order', () => {
    const test = new TestServer();
    const before = test.tracer.facts.length;
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: '1' } };
    const answer = test.ask('admin', configMapsPath, { method: 'POST', body });
    expect(answer.code).toBe(201);
    const types = test.tracer.facts.slice(before + 1).map(({ type }) => type);
    expect(types).toEqual([
      'RequestReceived',
      'RequestInfoResolved',
      'Authenticated',
      'FlowControlled',
      'Authorized',
      'RequestRouted',
      'Decoded',
      'AuditEventLogged',
      'ResponseSent',
    ]);
    expect(test.fact('AuditEventLogged')).toMatchObject({
      verb: 'create',
      ref: { resource: 'configmaps', namespace: 'default', name: 'c' },
      requestObject: { data: { a: '1' } },
      responseObject: { metadata: { name: 'c', namespace: 'default' } },
    });
  });

  it('refuses unknown fields under Strict, and warns of them otherwise', () => {
    const test = new TestServer();
    const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: podSpec };
    const path = '/api/v1/namespaces/default/pods';
    const strict = test.ask('admin', `${path}?fieldValidation=Strict`, { method: 'POST', body });
    expect(strict.code).toBe(400);
    expect(message(strict)).toBe(
      'Pod in version "v1" cannot be handled as a Pod: strict decoding error:' +
        ' unknown field "spec.containers[0].imagee"',
    );
    const warned = test.ask('admin', path, { method: 'POST', body });
    expect(warned.code).toBe(201);
    expect(warned.headers['warning']).toBe('299 - "unknown field \\"spec.containers[0].imagee\\""');
  });

  it('must agree with its URL', () => {
    const test = new TestServer();
    const wrong = { metadata: { name: 'c', namespace: 'other' } };
    const placed = test.ask('admin', configMapsPath, { method: 'POST', body: wrong });
    expect(message(placed)).toBe(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
    const kind = { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'c' } };
    const versioned = test.ask('admin', configMapsPath, { method: 'POST', body: kind });
    expect(message(versioned)).toBe(
      'the API version in the data (v2) does not match the expected API version (v1)',
    );
  });

  it('patches in three ways, and wants a manager for server-side apply', () => {
    const test = new TestServer();
    const body = { metadata: { name: 'c' }, data: { a: '1', b: '2' } };
    test.ask('admin', configMapsPath, { method: 'POST', body });
    const patch = (type: string, change: unknown): HttpResponse =>
      test.ask('admin', `${configMapsPath}/c`, {
        method: 'PATCH',
        headers: { 'content-type': `application/${type}` },
        body: change,
      });
    const data = ({ body: object }: HttpResponse): unknown => (object as { data?: unknown }).data;
    expect(data(patch('merge-patch+json', { data: { a: null } }))).toEqual({ b: '2' });
    expect(data(patch('strategic-merge-patch+json', { data: { c: '3' } }))).toEqual({
      b: '2',
      c: '3',
    });
    const remove = [{ op: 'remove', path: '/data/b' }];
    expect(data(patch('json-patch+json', remove))).toEqual({ c: '3' });
    expect(message(patch('apply-patch+yaml', {}))).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: ' +
        'fieldManager: Required value: is required for apply patch',
    );
    expect(message(patch('xml', {}))).toBe(
      'the body of the request was in an unknown format - accepted media types include: ' +
        'application/json-patch+json, application/merge-patch+json, ' +
        'application/strategic-merge-patch+json, application/apply-patch+yaml',
    );
  });
});

describe('priority and fairness', () => {
  it('sorts requests into levels that share 600 seats', () => {
    const test = new TestServer();
    const flow = (user: ApiUser, url: string): unknown => {
      test.ask(user, url);
      const { flowSchema, priorityLevel, outcome, seats } = test.fact('FlowControlled');
      return [flowSchema, priorityLevel, outcome, seats];
    };
    const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-1';
    expect(flow('admin', configMapsPath)).toEqual(['exempt', 'exempt', 'executing', 0]);
    expect(flow('alice', configMapsPath)).toEqual([
      'global-default',
      'global-default',
      'executing',
      49,
    ]);
    expect(flow('node-1', leases)).toEqual(['system-node-high', 'node-high', 'executing', 98]);
    expect(flow('scheduler', '/api/v1/pods')).toEqual([
      'kube-scheduler',
      'workload-high',
      'executing',
      98,
    ]);
    expect(flow('alice', '/healthz')).toEqual(['probes', 'exempt', 'executing', 0]);
  });

  it('queues what finds no seat, and rejects what finds its queues full', () => {
    const test = new TestServer();
    test.registry.listDelay = ms(50);
    const inQueues = 6 * 50;
    const asked = Array.from({ length: 98 + inQueues + 2 }, () =>
      test.start('scheduler', '/api/v1/pods'),
    );
    test.sim.run(test.sim.now + ms(1000));
    const outcomes = test.tracer.facts.flatMap((fact) =>
      fact.type === 'FlowControlled' ? [fact.outcome] : [],
    );
    expect(outcomes.filter((outcome) => outcome === 'queued')).toHaveLength(inQueues);
    const rejected = asked.flatMap(({ answer }) => (answer?.code === 429 ? [answer] : []));
    expect(rejected).toHaveLength(2);
    expect(rejected[0]?.body).toBe('Too many requests, please try again later.\n');
    expect(asked.filter(({ answer }) => answer?.code === 200)).toHaveLength(98 + inQueues);
  });
});

describe('a kubelet', () => {
  it('reads only what its own pods need', () => {
    const test = new TestServer();
    const pod = (name: string, node: string) => ({
      metadata: { name },
      spec: {
        nodeName: node,
        containers: [],
        volumes: [{ name: 'v', secret: { secretName: `${name}-secret` } }],
      },
    });
    const path = '/api/v1/namespaces/default';
    test.ask('admin', `${path}/pods`, { method: 'POST', body: pod('mine', 'node-1') });
    test.ask('admin', `${path}/pods`, { method: 'POST', body: pod('other', 'node-2') });
    expect(test.ask('node-1', `${path}/secrets/mine-secret`).code).toBe(404);
    expect(message(test.ask('node-1', `${path}/secrets/other-secret`))).toContain(
      "no relationship found between node 'node-1' and this object",
    );
    expect(test.ask('node-1', '/api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1').code).toBe(200);
    expect(message(test.ask('node-1', '/api/v1/pods'))).toContain(
      'can only list/watch pods with spec.nodeName field selector',
    );
    test.ask('admin', `${path}/pods/mine`, { method: 'DELETE' });
    expect(test.ask('node-1', `${path}/secrets/mine-secret`).code).toBe(403);
  });

  it('gets a token for a pod, which then authenticates as the service account', () => {
    const test = new TestServer();
    const path = '/api/v1/namespaces/default';
    const account = { metadata: { name: 'default' } };
    const spec = { serviceAccountName: 'default', nodeName: 'node-1', containers: [] };
    test.ask('admin', `${path}/serviceaccounts`, { method: 'POST', body: account });
    test.ask('admin', `${path}/pods`, { method: 'POST', body: { metadata: { name: 'p' }, spec } });
    const ref = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'uid-p' };
    const body = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      spec: { audiences: null, expirationSeconds: 3607, boundObjectRef: ref },
    };
    const url = `${path}/serviceaccounts/default/token`;
    const made = test.ask('node-1', url, { method: 'POST', body });
    expect(made.code).toBe(201);
    const { token } = (made.body as { status: { token: string } }).status;
    const headers = { authorization: `Bearer ${token}` };
    test.ask('anonymous', '/version', { headers });
    expect(test.fact('Authenticated')).toMatchObject({
      user: 'system:serviceaccount:default:default',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:default', 'system:authenticated'],
    });
    const forged = { authorization: `Bearer ${token.slice(0, -2)}xx` };
    expect(test.ask('anonymous', '/version', { headers: forged }).code).toBe(401);
    test.ask('admin', `${path}/pods/p`, { method: 'DELETE' });
    test.sim.run(test.sim.now + ms(11_000));
    expect(test.ask('anonymous', '/version', { headers }).code).toBe(401);
  });
});

describe('a watch', () => {
  it('opens a stream that tells of later changes', () => {
    const test = new TestServer();
    const { stream } = test.ask('admin', `${configMapsPath}?watch=true`);
    const seen: string[] = [];
    function* follow() {
      for (;;) {
        const event = yield* (stream as NonNullable<typeof stream>).receive();
        if (event === undefined) return;
        seen.push(`${event.type} ${(event.object as KubeObject).metadata.name}`);
      }
    }
    test.sim.spawn('follow', follow());
    const body = { metadata: { name: 'c' } };
    test.ask('admin', configMapsPath, { method: 'POST', body });
    expect(seen).toEqual(['ADDED c']);
    expect(test.fact('RequestRouted').handler).toBe('CreateResource');
  });
});

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'nginx' },
  spec: {
    selector: { matchLabels: { app: 'nginx' } },
    template: { metadata: { labels: { app: 'nginx' } }, spec: { containers: [] } },
  },
};

const podSpec = { containers: [{ name: 'a', imagee: 'nginx' }] };
