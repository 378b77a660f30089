/**
 * What the API server costs: a create through its whole chain, a list of many pods, an event to
 * many watchers, and a namespace full of pods that goes.
 */

import { defined } from '#base/defined';
import { createPrng } from '#base/prng';
import { ms, second, seconds } from '#base/sim-time';
import { Etcd } from '#cluster/control-plane/etcd/etcd';
import { KubeApiserver } from '#cluster/control-plane/kube-apiserver/kube-apiserver';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import type { HttpRequest, HttpResponse } from '#k8s.io/client-go/rest/http';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { issuerKey } from '#k8s.io/component-helpers/serviceaccount/issuer-key';
import { clusterOf } from '#scenarios/clusters';
import { Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import { hashTrace } from '#trace/trace-hash';
import { Tracer } from '#trace/tracer';

export interface ApiServerFigures {
  /** Milliseconds of CPU of one create of a pod, at the median of all. */
  readonly createMs: number;
  /** Milliseconds of CPU of a list of 10,000 pods as `kubectl get pods` asks for it. */
  readonly listMs: number;
  /** Milliseconds of CPU of one change of an object with 100 watchers, beyond one without any. */
  readonly watchMs: number;
}

const creates = 10_000;
const watchers = 100;
const changes = 200;
const pods = '/api/v1/namespaces/default/pods';
const maps = '/api/v1/namespaces/default/configmaps';
/** What components ask for; owners of fields stay uncounted in it. */
const protobuf = 'application/vnd.kubernetes.protobuf';

/** The server and its etcd, asked without a network between. */
class Server {
  readonly #sim = new Simulation();
  readonly #tracer = new Tracer(this.#sim);
  readonly #server: KubeApiserver;
  readonly #ids = new RequestIds();

  constructor() {
    const sim = this.#sim;
    const env = { sim, tracer: this.#tracer, prng: createPrng(1) };
    const etcd = new Etcd(env);
    const requestIds = this.#ids;
    sim.spawn('etcd', etcd.run(), new TaskGroup('etcd'));
    this.#server = new KubeApiserver(env, {
      serviceAccountKey: issuerKey(env.prng.fork('service-account-key')),
      address: 'https://172.30.0.1:6443',
      etcd,
      config: clusterOf(0),
      requestIds,
      kubelet: () => undefined,
    });
    sim.spawn('kube-apiserver', this.#server.run(), new TaskGroup('kube-apiserver'));
    sim.run(seconds(10));
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };
    this.ask('POST', '/api/v1/namespaces/default/serviceaccounts', account);
  }

  /** Runs one request to its answer and a little longer, so that watches get their events. */
  ask(method: HttpRequest['method'], url: string, body?: unknown, accept?: string): HttpResponse {
    const organizations = ['system:masters'];
    const names = { commonName: 'kubernetes-admin', organizations, issuer: 'kubernetes-ca' };
    const request: HttpRequest = {
      id: this.#ids.next(),
      method,
      url,
      headers: defined({ accept }),
      peerCertificate: names,
      ...defined({ body }),
    };
    let answer: HttpResponse | undefined;
    const server = this.#server;
    const tracer = this.#tracer;
    function* asking() {
      const entered = { type: 'CommandEntered', component: 'person', input: 0 } as const;
      tracer.emitRoot({ ...entered, line: '', user: '' });
      answer = yield* server.serve(request);
    }
    this.#sim.spawn('ask', asking());
    this.#sim.run(this.#sim.now + seconds(60), () => answer !== undefined);
    this.#sim.run(this.#sim.now + ms(1));
    if (answer === undefined || answer.code >= 300) throw new Error(`${url}: ${answer?.code}`);
    return answer;
  }
}

export function benchApiServer(): ApiServerFigures {
  const server = new Server();
  const createMs = median(timed(creates, (n) => server.ask('POST', pods, pod(`p${n}`), protobuf)));
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const listMs = median(timed(9, () => server.ask('GET', pods, undefined, table)));
  server.ask('POST', maps, map(0));
  const change = (n: number) => server.ask('PUT', `${maps}/it`, map(n + 1), protobuf);
  const alone = median(timed(changes, change));
  for (let n = 0; n < watchers; n++) server.ask('GET', `${maps}?watch=true&resourceVersion=0`);
  const watched = median(timed(changes, (n) => change(n + changes)));
  return { createMs, listMs, watchMs: Math.max(0, watched - alone) };
}

const pod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: 'web' } },
  spec: { containers: [{ name: 'nginx', image: 'nginx' }] },
});

const map = (value: number) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'it' },
  data: { value: String(value) },
});

function timed(count: number, act: (n: number) => unknown): readonly number[] {
  return Array.from({ length: count }, (_, n) => {
    const start = process.cpuUsage();
    act(n);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export interface NamespaceFigures {
  /** CPU from the deletion of a namespace with so many running pods to its end. */
  readonly cpuMs: number;
  readonly facts: number;
  readonly traceHash: string;
}

export function benchNamespaceDeletion(count: number): NamespaceFigures {
  const simulation = new ClusterSimulation(clusterOf(Math.ceil(count / 100)), 1, allParts);
  const { sim } = simulation;
  const run = (line: string): void => {
    const argv = line.split(' ');
    const result = simulation.runCommand({ argv, user: 'admin' }, seconds(600));
    if (result?.exitCode !== 0) throw new Error(`${line}: ${result?.stderr}`);
  };
  sim.run(seconds(30));
  run('create namespace full');
  run(`create deployment web --image=nginx --replicas=${count} -n full`);
  simulation.runUntilQuiet(10 * second, seconds(600));
  const start = process.cpuUsage();
  run('delete namespace full');
  const { user, system } = process.cpuUsage(start);
  const { facts } = simulation.tracer;
  return { cpuMs: (user + system) / 1000, facts: facts.length, traceHash: hashTrace(facts) };
}
