/** An etcd, an API server and this manager, with a user's client; no scheduler and no nodes. */

import { createPrng } from '#base/prng';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { type Duration, ms, second } from '#base/sim-time';
import { Etcd } from '#cluster/control-plane/etcd/etcd';
import { KubeApiserver } from '#cluster/control-plane/kube-apiserver/kube-apiserver';
import { nodelessConfig } from '#cluster/control-plane/kube-apiserver/nodeless-config.fixture';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { celWith } from '#k8s.io/apiserver/cel/cel-library';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import type { Resource } from '#k8s.io/client-go/rest/resource';
import { type ApiResult, RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { NetworkTransport } from '#k8s.io/client-go/rest/transport';
import { issuerKey } from '#k8s.io/component-helpers/serviceaccount/issuer-key';
import { Link } from '#sim/network';
import { type Process, Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import type { FactOf, FactType } from '#trace/facts';
import { Tracer } from '#trace/tracer';
import type { ControllerDescriptor } from './app/controller-context.ts';
import { KubeControllerManager } from './kube-controller-manager.ts';

const build = 'v1.36.3 (linux/amd64) kubernetes/0000000';

const config = nodelessConfig;

export class TestControlPlane {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  managerGroup = new TaskGroup('kube-controller-manager');
  readonly client: RestClient;
  readonly manager: KubeControllerManager;
  readonly #newManager: () => KubeControllerManager;

  constructor(seed = 1, more: readonly ControllerDescriptor[] = []) {
    const { sim, tracer } = this;
    const regexp = lateRegexp(() => regexpLibrary);
    const env = { sim, tracer, prng: createPrng(seed), regexp, cel: celWith(regexp) };
    const requestIds = new RequestIds();
    const etcd = new Etcd(env);
    const address = 'https://172.30.0.1:6443';
    const kubelet = () => undefined;
    const server = new KubeApiserver(env, {
      ...{ address, etcd, config, requestIds, kubelet },
      serviceAccountKey: issuerKey(env.prng.fork('service-account-key')),
    });
    const group = new TaskGroup('kube-apiserver');
    sim.spawn('etcd', etcd.run(), new TaskGroup('etcd'));
    sim.spawn('kube-apiserver', server.run(), group);
    const rest = (component: string, commonName: string, organization: string): RestConfig => {
      const link = new Link({ latency: ms(0.1), jitter: ms(0.1) }, env.prng.fork(component));
      const organizations = organization === '' ? [] : [organization];
      const certificate = { commonName, organizations, issuer: 'kubernetes-ca' };
      return {
        component,
        userAgent: `${component}/${build}`,
        credential: { kind: 'certificate', certificate },
        transport: new NetworkTransport(sim, link, { server, group }),
        requestIds,
        contentType: 'application/json',
      };
    };
    this.client = new RestClient(
      sim,
      tracer,
      rest('kubectl', 'kubernetes-admin', 'system:masters'),
    );
    const manager = rest('kube-controller-manager', 'system:kube-controller-manager', '');
    this.#newManager = () => new KubeControllerManager(env, { rest: manager, config, more });
    this.manager = this.#newManager();
    sim.spawn('kube-controller-manager', this.manager.run(), this.managerGroup);
    this.run(8 * second);
  }

  /** Ends the manager's process and starts another one. */
  restartManager(): void {
    this.managerGroup.cancelAll();
    this.managerGroup = new TaskGroup('kube-controller-manager');
    this.sim.spawn('kube-controller-manager', this.#newManager().run(), this.managerGroup);
  }

  run(duration: Duration): void {
    this.sim.run(this.sim.now + duration);
  }

  /** Runs a process as a user would start it, and waits for its end. */
  do<T>(process: () => Process<T>): T {
    const { tracer } = this;
    function* entered(): Process<T> {
      const input = { type: 'CommandEntered', component: 'person', input: 0 } as const;
      tracer.emitRoot({ ...input, line: 'test', user: 'admin' });
      return yield* process();
    }
    const task = this.sim.spawn('person', entered());
    this.sim.run(this.sim.now + 5 * second, () => task.done);
    const step = task.join().next();
    if (step.done !== true) throw new Error('the request has no end');
    return step.value as T;
  }

  create<T extends KubeObject>(resource: Resource, object: unknown, namespace = 'default'): T {
    return must(this.do(() => this.client.create<T>(resource, object, { namespace })));
  }

  get<T extends KubeObject>(resource: Resource, name: string, namespace = 'default'): T {
    return must(this.do(() => this.client.get<T>(resource, { namespace, name })));
  }

  list<T extends KubeObject>(resource: Resource, namespace = 'default'): readonly T[] {
    return must(this.do(() => this.client.list<T>(resource, { namespace }))).items;
  }

  patch<T extends KubeObject>(
    resource: Resource,
    name: string,
    patch: unknown,
    subresource = '',
    namespace = 'default',
  ): T {
    const type = 'application/merge-patch+json';
    const target = { namespace, name, ...(subresource === '' ? {} : { subresource }) };
    return must(this.do(() => this.client.patch<T>(resource, type, patch, target)));
  }

  /** The facts of one type from a controller such as `deployment-controller`. */
  facts<T extends FactType>(type: T, controller?: string): readonly FactOf<T>[] {
    const component = `kube-controller-manager/${controller}`;
    return this.tracer.facts.filter(
      (fact): fact is FactOf<T> =>
        fact.type === type && (controller === undefined || fact.component === component),
    );
  }

  /** A controller's writes during an action, except for its events. */
  writesDuring(controller: string, action: () => void): readonly string[] {
    const component = `kube-controller-manager/${controller}`;
    const before = this.writes(component).length;
    action();
    const isEvent = (line: string): boolean => /\/events(\/|\b)/.test(line);
    return this.writes(component)
      .slice(before)
      .filter((line) => !isEvent(line));
  }

  /** `verb path code` of every write of a component, in the order of the responses. */
  writes(component: string): readonly string[] {
    const requests = new Map<number, FactOf<'RequestSent'>>();
    const lines: string[] = [];
    for (const fact of this.tracer.facts) {
      if (fact.type === 'RequestSent' && fact.method !== 'GET') requests.set(fact.request, fact);
      if (fact.type !== 'ResponseReceived' || fact.component !== component) continue;
      const sent = requests.get(fact.request);
      if (sent !== undefined) lines.push(`${sent.method} ${sent.url} ${fact.code}`);
    }
    return lines;
  }
}

function must<T>(result: ApiResult<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
