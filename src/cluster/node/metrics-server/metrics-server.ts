/**
 * The metrics server: asks every kubelet for the usage of its pods, and serves it as an API.
 *
 * Models sigs.k8s.io/metrics-server 0.8 (pkg/server/server.go, pkg/scraper/scraper.go). In: its
 * pod's network, its service account's token, watches, kubelets' `/metrics/resource`. Out:
 * responses to requests from the API server and to probes.
 */
import type { Prng } from '#base/prng';
import { type Duration, ms, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { Connection, NetworkNamespace } from '#cluster/node/os/sockets';
import { readTlsRecord, tlsRecord } from '#cluster/node/os/tls';
import type { Node, Pod } from '#k8s.io/api/core/v1';
import type { HttpRequest, HttpResponse, HttpServer } from '#k8s.io/client-go/rest/http';
import { nodes, pods } from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import { type Process, sleep } from '#sim/simulation';
import { joinAll } from '#sim/task';
import { answerMetrics, type MetricsSource } from './metrics-api.ts';
import { MetricsStore, readPage } from './metrics-store.ts';

const component = 'metrics-server';
/** Flag --metric-resolution. */
const resolution: Duration = 15 * second;
const securePort = 10250;
/** The timeout of one node's page. */
const scrapeWork = ms(9);
const sentPlain =
  'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n';
const handlerTime = { least: ms(0.3), most: ms(1) };

export interface MetricsServerOptions {
  readonly network: NetworkNamespace;
  /** Credentials of its service account. */
  readonly rest: RestConfig;
  /** The way to a node's kubelet; `undefined` when there is no such machine. */
  readonly kubelet: (node: string) => RestConfig['transport'] | undefined;
  readonly out: (text: string) => void;
  /** Counts time on the CPU. */
  readonly work: (time: Duration) => void;
}

export class MetricsServer implements HttpServer {
  readonly #env: Environment;
  readonly #prng: Prng;
  readonly #options: MetricsServerOptions;
  readonly #store = new MetricsStore(resolution);
  readonly #informers: SharedInformerFactory;
  readonly #source: MetricsSource;
  listening = false;

  constructor(env: Environment, options: MetricsServerOptions) {
    const { sim, tracer } = env;
    this.#env = env;
    this.#options = options;
    this.#prng = env.prng.fork(`${component}/${options.network.address}`);
    const client = new RestClient(sim, tracer, options.rest);
    this.#informers = new SharedInformerFactory(sim, tracer, client, this.#prng);
    const ofNodes = this.#informers.forResource<Node>(nodes).lister;
    const ofPods = this.#informers.forResource<Pod>(pods).lister;
    this.#source = {
      store: this.#store,
      nodes: () => ofNodes.list(),
      pods: () => ofPods.list(),
      now: () => sim.now,
    };
  }

  get address(): string {
    return `https://${this.#options.network.address}:${securePort}`;
  }

  *run(): Process<number> {
    const { sim, tracer } = this.#env;
    const { network, out } = this.#options;
    const listening = network.listen(securePort);
    if (!listening.ok) {
      out(`listen tcp :${securePort}: bind: address already in use\n`);
      return 1;
    }
    this.#informers.start();
    sim.spawn('probes', this.#answerProbes(listening.value));
    yield* sim.asideProcess(this.#informers.waitForCacheSync());
    this.listening = true;
    out(`Serving securely on [::]:${securePort}\n`);
    for (;;) {
      yield* this.#scrape();
      yield* sleep(resolution);
      tracer.timer(component, 'metric-resolution');
    }
  }

  *serve(request: HttpRequest): Process<HttpResponse> {
    yield this.#prng.between(handlerTime.least, handlerTime.most);
    return answerMetrics(this.#source, request);
  }

  /** Scrapes all kubelets in parallel. Source: scraper.Scrape. */
  *#scrape(): Process {
    const { sim } = this.#env;
    const names = this.#source.nodes().map(({ metadata }) => metadata.name);
    this.#store.keep(new Set(names));
    yield* joinAll(
      sim,
      names.map((name) => sim.spawn(`scrape ${name}`, this.#ask(name))),
    );
  }

  *#ask(node: string): Process {
    const { sim, tracer } = this.#env;
    const transport = this.#options.kubelet(node);
    if (transport === undefined) return this.#store.add(node, undefined);
    const rest = { ...this.#options.rest, transport, timeout: 10 * second };
    const ref = { resource: 'nodes', namespace: '', name: node };
    const call = { method: 'GET', path: '/metrics/resource', ref } as const;
    const answer = yield* new RestClient(sim, tracer, rest).send(call);
    this.#options.work(scrapeWork);
    const page = answer.ok ? readPage(String(answer.value.body)) : undefined;
    this.#store.add(node, page);
  }

  *#answerProbes(listener: { accept(): Process<Connection>; close(): void }): Process {
    const { sim } = this.#env;
    try {
      for (;;) {
        const connection = yield* listener.accept();
        sim.spawn('probe', this.#answerProbe(connection));
      }
    } finally {
      listener.close();
    }
  }

  /**
   * Answers `/livez` and `/readyz`; it is ready after two readings. Source:
   * probeMetricStorageReady.
   */
  *#answerProbe(connection: Connection): Process {
    const request = readTlsRecord((yield* connection.receive()) ?? '');
    if (request === undefined) {
      connection.send(sentPlain);
      connection.close();
      return;
    }
    const fine = request.includes('/livez') ? this.listening : this.#store.ready;
    const [status, body] = fine
      ? ['200 OK', 'ok']
      : ['500 Internal Server Error', '[-]metric-storage-ready failed: no metrics to serve\n'];
    const head = `HTTP/1.1 ${status}\r\nContent-Length: ${body.length}`;
    connection.send(tlsRecord(`${head}\r\n\r\n${body}`));
    connection.close();
  }
}
