/** A whole API server with its own etcd, called over HTTP, for tests of its responses. */

import { createPrng } from '#base/prng';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { ms, seconds } from '#base/sim-time';
import type { ClusterConfig } from '#cluster/config/cluster-config';
import { Etcd } from '#cluster/control-plane/etcd/etcd';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { celWith } from '#k8s.io/apiserver/cel/cel-library';
import type { HttpRequest, HttpResponse } from '#k8s.io/client-go/rest/http';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { issuerKey } from '#k8s.io/component-helpers/serviceaccount/issuer-key';
import { Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import { Tracer } from '#trace/tracer';
import { type ApiUser, requestOf } from './http-request.fixture.ts';
import { KubeApiserver } from './kube-apiserver.ts';
import { nodelessConfig } from './nodeless-config.fixture.ts';

export interface ApiCall {
  readonly user?: ApiUser;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export class ApiFixture {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly etcd: Etcd;
  readonly #server: KubeApiserver;
  readonly #ids = new RequestIds();

  constructor(more: Partial<ClusterConfig> = {}) {
    const { sim, tracer } = this;
    const regexp = lateRegexp(() => regexpLibrary);
    const env = { sim, tracer, prng: createPrng(5), regexp, cel: celWith(regexp) };
    this.etcd = new Etcd(env);
    sim.spawn('etcd', this.etcd.run(), new TaskGroup('etcd'));
    this.#server = new KubeApiserver(env, {
      serviceAccountKey: issuerKey(env.prng.fork('service-account-key')),
      address: 'https://172.30.0.1:6443',
      etcd: this.etcd,
      config: { ...nodelessConfig, ...more },
      requestIds: this.#ids,
      kubelet: () => undefined,
    });
    sim.spawn('kube-apiserver', this.#server.run(), new TaskGroup('kube-apiserver'));
    this.wait(10);
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };
    this.call('POST', '/api/v1/namespaces/default/serviceaccounts', { body: account });
  }

  wait(time: number): void {
    this.sim.run(this.sim.now + seconds(time));
  }

  call(method: HttpRequest['method'], url: string, call: ApiCall = {}): HttpResponse {
    const { user = 'admin', headers, body } = call;
    const request = requestOf(this.#ids.next(), user, { method, url, headers, body });
    let answer: HttpResponse | undefined;
    const server = this.#server;
    const { tracer } = this;
    function* ask() {
      tracer.emitRoot({ type: 'CommandEntered', component: 'person', input: 0, line: url, user });
      answer = yield* server.serve(request);
    }
    this.sim.spawn('ask', ask());
    this.sim.run(this.sim.now + seconds(5), () => answer !== undefined);
    this.sim.run(this.sim.now + ms(2));
    if (answer === undefined) throw new Error(`no answer to ${url}`);
    return answer;
  }

  /** Sends many requests at the same moment; waits until all are answered. */
  flood(count: number, url: string, user: ApiUser = 'alice'): readonly HttpResponse[] {
    const answers: HttpResponse[] = [];
    const server = this.#server;
    const { tracer } = this;
    const ids = this.#ids;
    function* ask() {
      tracer.emitRoot({ type: 'CommandEntered', component: 'person', input: 0, line: url, user });
      const request = requestOf(ids.next(), user, { method: 'GET', url });
      answers.push(yield* server.serve(request));
    }
    for (let n = 0; n < count; n++) this.sim.spawn('ask', ask());
    this.sim.run(this.sim.now + seconds(60), () => answers.length === count);
    return answers;
  }

  /** Sends a create request for an object in the namespace default. */
  create(path: string, body: unknown, call: ApiCall = {}): HttpResponse {
    return this.call('POST', path, { ...call, body });
  }

  patch(path: string, type: string, body: unknown, call: ApiCall = {}): HttpResponse {
    const headers = { 'content-type': `application/${type}`, ...call.headers };
    return this.call('PATCH', path, { ...call, headers, body });
  }
}

export const messageOf = ({ body }: HttpResponse): string =>
  typeof body === 'string' ? body : ((body as Status).message ?? '');

export const objectOf = ({ body }: HttpResponse): KubeObject => body as KubeObject;

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Code and message of a response, with placeholders for UIDs and the current revision. */
export const statusOf = (answer: HttpResponse): readonly [number, string] => [
  answer.code,
  messageOf(answer)
    .replace(uid, 'UID')
    .replace(/current: \d+/, 'current: N'),
];
