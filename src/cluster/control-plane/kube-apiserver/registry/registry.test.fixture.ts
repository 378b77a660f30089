/** A registry with its own etcd and without handlers, for tests of the code behind them. */
import { must } from '#base/assert';
import { createPrng, type Prng } from '#base/prng';
import { ms, seconds } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import { Etcd } from '#cluster/control-plane/etcd/etcd';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type ResourceInfo, resourceFor, resourceOf } from '#k8s.io/apimachinery/resources';
import type { HttpResponse, RoundTripper } from '#k8s.io/client-go/rest/http';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { type Process, Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import { Tracer } from '#trace/tracer';
import type { UserInfo } from '../authenticator/user-info.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { Registry } from './registry.ts';
import type { StorageResult } from './rest-storage.ts';

const config: ClusterConfig = {
  nodes: [],
  users: [],
  images: [],
  podCIDR: '10.244.0.0/16',
  serviceCIDR: '10.96.0.0/16',
  authorizationModes: ['RBAC'],
  enableAdmissionPlugins: ['NodeRestriction'],
};

export const admin: UserInfo = {
  name: 'kubernetes-admin',
  uid: '',
  groups: ['system:masters', 'system:authenticated'],
  extra: {},
};

export class RegistryFixture {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly etcd: Etcd;
  readonly registry: Registry;
  readonly warnings: string[] = [];
  readonly annotations: Record<string, string> = {};

  constructor(prng: Prng = createPrng(1)) {
    const { sim, tracer } = this;
    const env = { sim, tracer, prng };
    this.etcd = new Etcd(env);
    sim.spawn('etcd', this.etcd.run(), new TaskGroup('etcd'));
    const loopback = new RestClient(sim, tracer, {
      component: 'kube-apiserver',
      userAgent: 'kube-apiserver/v1.36.3',
      credential: { kind: 'none' },
      transport: this.#loopback(),
      requestIds: new RequestIds(),
      contentType: 'application/json',
    });
    this.registry = new Registry(env, {
      etcd: this.etcd,
      config,
      authorize: () => ({ allowed: true, reason: '' }),
      loopback,
    });
    this.call(this.registry.run());
    for (const name of ['default', 'kube-system', 'kube-node-lease']) {
      this.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }, '');
      const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };
      this.create(account, name);
    }
  }

  /** Runs a process to its end, within ten seconds, and then lets the watch caches catch up. */
  call<T>(process: Process<T>): T {
    const results: { value: T }[] = [];
    const { tracer } = this;
    function* caller(): Process {
      const input = 0;
      tracer.emitRoot({ type: 'CommandEntered', component: 'person', input, line: '', user: '' });
      results.push({ value: yield* process });
    }
    this.sim.spawn('caller', caller(), new TaskGroup('kube-apiserver'));
    this.sim.run(this.sim.now + seconds(10), () => results.length > 0);
    this.sim.run(this.sim.now + ms(1));
    return must(results[0], 'the call ended').value;
  }

  attrs(
    resource: ResourceInfo,
    verb: string,
    namespace: string,
    name = '',
    more: Partial<RequestAttributes> = {},
  ): RequestAttributes {
    return {
      request: 1,
      user: admin,
      verb,
      resource,
      subresource: '',
      namespace,
      name,
      dryRun: false,
      fieldManager: 'kubectl',
      userAgent: 'kubectl/v1.36.3',
      warn: (text) => this.warnings.push(text),
      annotate: (key, value) => {
        this.annotations[key] = value;
      },
      ...more,
    };
  }

  create(
    object: unknown,
    namespace = 'default',
    more: Partial<RequestAttributes> = {},
  ): StorageResult<KubeObject> {
    const sent = object as KubeObject;
    const resource = more.resource ?? resourceOf(sent);
    const storage = must(
      this.registry.storageFor(resource, more.subresource ?? ''),
      'the resource is stored',
    );
    const create = must(storage.create?.bind(storage), 'it can be created');
    return this.call(create(this.attrs(resource, 'create', namespace, more.name, more), sent));
  }

  /** Objects of the core group or of `apps` by plural. */
  resource(plural: string): ResourceInfo {
    const groups = ['', 'apps', 'networking.k8s.io', 'policy', 'coordination.k8s.io'];
    const found = groups.map((group) => resourceFor(group, 'v1', plural)).find(Boolean);
    return must(found, `${plural} is served`);
  }

  storage(plural: string, subresource = '') {
    const storage = this.registry.storageFor(this.resource(plural), subresource);
    return must(storage, `${plural}/${subresource} is stored`);
  }

  get(plural: string, name: string, namespace = 'default'): KubeObject | undefined {
    const attrs = this.attrs(this.resource(plural), 'get', namespace, name);
    const storage = this.storage(plural);
    const got = this.call(must(storage.get?.(attrs, { resourceVersion: '' }), 'can be read'));
    return got.ok ? got.value : undefined;
  }

  update(
    plural: string,
    name: string,
    change: (current: KubeObject) => KubeObject,
    subresource = '',
    more: Partial<RequestAttributes> = {},
  ): StorageResult<KubeObject> {
    const storage = this.storage(plural, subresource);
    const attrs = this.attrs(this.resource(plural), 'update', 'default', name, {
      subresource,
      ...more,
    });
    const updated = this.call(
      must(
        storage.update?.(attrs, (current) => ({ ok: true, value: change(current as KubeObject) })),
        'it can be updated',
      ),
    );
    return updated.ok ? { ok: true, value: updated.value.object } : updated;
  }

  delete(plural: string, name: string, options = {}, namespace = 'default') {
    const attrs = this.attrs(this.resource(plural), 'delete', namespace, name);
    return this.call(must(this.storage(plural).delete?.(attrs, options), 'can be deleted'));
  }

  /** Serves the server's requests to itself: creates and deletes of addresses, status of quotas. */
  #loopback(): RoundTripper {
    const self = this;
    return {
      *roundTrip({ method, url, body }) {
        const [, plural = '', name = ''] = /(ipaddresses|resourcequotas)\/?([^/]*)/.exec(url) ?? [];
        const resource = self.resource(plural);
        const namespace = resource.namespaced ? 'default' : '';
        const attrs = self.attrs(resource, 'update', namespace, name);
        const storage = self.storage(plural, url.endsWith('/status') ? 'status' : '');
        const sent = body as KubeObject;
        const answer =
          method === 'POST'
            ? yield* must(storage.create, 'create').call(storage, attrs, sent)
            : method === 'PUT'
              ? yield* must(storage.update, 'update').call(storage, attrs, () => ({
                  ok: true,
                  value: sent,
                }))
              : yield* must(storage.delete, 'delete').call(storage, attrs, {});
        const response: HttpResponse = answer.ok
          ? { code: 200, headers: {}, body: answer.value }
          : { code: answer.error.code ?? 500, headers: {}, body: answer.error };
        return { ok: true, value: response };
      },
    };
  }
}
