import { beforeAll, describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { ms, seconds } from '#base/sim-time';
import { Etcd } from '#cluster/control-plane/etcd/etcd';
import type { Deployment } from '#k8s.io/api/apps/v1';
import type { ConfigMap } from '#k8s.io/api/core/v1';
import type { KubeList, KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { configMaps, deployments, serviceAccounts } from '#k8s.io/client-go/rest/resource';
import { type ApiResult, RestClient } from '#k8s.io/client-go/rest/rest-client';
import { NetworkTransport } from '#k8s.io/client-go/rest/transport';
import { issuerKey } from '#k8s.io/component-helpers/serviceaccount/issuer-key';
import { Link } from '#sim/network';
import { type Process, Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import type { Fact } from '#trace/facts';
import { Tracer } from '#trace/tracer';
import { KubeApiserver } from './kube-apiserver.ts';
import { nodelessConfig } from './nodeless-config.fixture.ts';

/** The server with its own etcd, and an administrator's client behind a network. */
class ControlPlane {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly client: RestClient;
  readonly server: KubeApiserver;

  constructor() {
    const { sim, tracer } = this;
    const prng = createPrng(3);
    const env = { sim, tracer, prng };
    const etcd = new Etcd(env);
    sim.spawn('etcd', etcd.run(), new TaskGroup('etcd'));
    const requestIds = new RequestIds();
    this.server = new KubeApiserver(env, {
      serviceAccountKey: issuerKey(env.prng.fork('service-account-key')),
      address: 'https://172.30.0.1:6443',
      etcd,
      config: nodelessConfig,
      requestIds,
      kubelet: () => undefined,
    });
    const group = new TaskGroup('kube-apiserver');
    sim.spawn('kube-apiserver', this.server.run(), group);
    const link = new Link({ latency: ms(0.1), jitter: ms(0.1) }, prng.fork('link'));
    this.client = new RestClient(sim, tracer, {
      component: 'kubectl',
      userAgent: 'kubectl/v1.36.3 (linux/amd64) kubernetes/0000000',
      credential: {
        kind: 'certificate',
        certificate: {
          commonName: 'kubernetes-admin',
          organizations: ['system:masters'],
          issuer: 'kubernetes-ca',
        },
      },
      transport: new NetworkTransport(sim, link, { server: this.server, group }),
      requestIds,
      contentType: 'application/json',
    });
    sim.run(seconds(10));
  }

  /** Runs one call of the client to its end. */
  run<T>(call: Process<ApiResult<T>>): ApiResult<T> {
    let result: ApiResult<T> | undefined;
    const { tracer } = this;
    function* process() {
      const input = { input: 0, line: '', user: 'admin' };
      tracer.emitRoot({ type: 'CommandEntered', component: 'person', ...input });
      result = yield* call;
    }
    this.sim.spawn('call', process());
    this.sim.run(this.sim.now + seconds(1));
    if (result === undefined) throw new Error('no answer');
    return result;
  }
}

let plane: ControlPlane;

beforeAll(() => {
  plane = new ControlPlane();
});

const configMap = (name: string): New<ConfigMap> => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { key: 'value' },
});

const must = <T>(result: ApiResult<T>): T => {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

describe('the API server on etcd', () => {
  it('listens when the objects of every cluster are stored', () => {
    expect(plane.server.listening).toBe(true);
    const path = '/api/v1/namespaces';
    const ref = { resource: 'namespaces', namespace: '', name: '' };
    const answer = must(plane.run<HttpResponse>(plane.client.send({ method: 'GET', path, ref })));
    const { items } = answer.body as KubeList;
    expect(items.map(({ metadata }) => metadata.name)).toEqual([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ]);
  });

  it('tells a watch of what is created after it opened', () => {
    const { client, sim } = plane;
    const list = must(plane.run(client.list(configMaps, { namespace: 'default' })));
    const { resourceVersion = '' } = list.metadata;
    const target = { namespace: 'default', query: { resourceVersion } };
    const { stream } = must(plane.run(client.watch(configMaps, target)));
    const seen: string[] = [];
    function* follow() {
      for (;;) {
        const event = yield* (stream as NonNullable<typeof stream>).receive();
        if (event === undefined) return;
        seen.push(`${event.type} ${(event.object as KubeObject).metadata.name}`);
      }
    }
    sim.spawn('follow', follow());
    must(plane.run(client.create(configMaps, configMap('held'), { namespace: 'default' })));
    must(plane.run(client.delete(configMaps, { namespace: 'default', name: 'held' })));
    expect(seen).toEqual(['ADDED held', 'DELETED held']);
    stream?.close();
  });

  it('stores a Deployment with its defaults, and patches it', () => {
    const { client } = plane;
    const target = { namespace: 'default', name: 'nginx' };
    const created = must(
      plane.run(client.create<Deployment>(deployments, deployment, { namespace: 'default' })),
    );
    expect(created.spec?.strategy?.type).toBe('RollingUpdate');
    expect(created.metadata.generation).toBe(1);
    const type = 'application/merge-patch+json';
    const scale = { spec: { replicas: 3 } };
    must(plane.run(client.patch(deployments, type, scale, { ...target, subresource: 'scale' })));
    const found = must(plane.run(client.get<Deployment>(deployments, target)));
    expect(found.spec?.replicas).toBe(3);
    expect(found.metadata.generation).toBe(2);
  });

  it('answers what it cannot do with a Status', () => {
    const { client } = plane;
    const missing = plane.run(client.get(deployments, { namespace: 'default', name: 'nope' }));
    expect(missing).toMatchObject({
      error: { code: 404, message: 'deployments.apps "nope" not found' },
    });
    const pods = { ...configMaps, resource: 'pods', kind: 'Pod' };
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: podSpec };
    const nowhere = plane.run(client.create(pods, pod, { namespace: 'nowhere' }));
    expect(nowhere).toMatchObject({
      error: { code: 404, message: 'namespaces "nowhere" not found' },
    });
  });

  it('signs tokens for service accounts that exist', () => {
    const { client } = plane;
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot' } };
    must(plane.run(client.create(serviceAccounts, account, { namespace: 'default' })));
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
    const target = { namespace: 'default', name: 'robot', subresource: 'token' };
    const made = must(plane.run(client.create<KubeObject>(serviceAccounts, body, target)));
    expect((made.status as { token: string }).token.split('.')).toHaveLength(3);
  });

  it('leaves no fact without a cause', () => {
    const roots = new Set<Fact['type']>(['CommandEntered', 'TimerFired', 'ComponentStarted']);
    const { facts } = plane.tracer;
    expect(facts.filter(({ cause, type }) => cause === 0 && !roots.has(type))).toEqual([]);
  });
});

const deployment: New<Deployment> = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'nginx' },
  spec: {
    selector: { matchLabels: { app: 'nginx' } },
    template: {
      metadata: { labels: { app: 'nginx' } },
      spec: { containers: [{ name: 'nginx', image: 'nginx' }] },
    },
  },
};

const podSpec = { containers: [{ name: 'a', image: 'nginx' }] };
