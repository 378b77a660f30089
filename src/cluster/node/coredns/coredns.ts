/**
 * CoreDNS: answers questions about the names of services and pods.
 *
 * Models coredns 1.14 with kubeadm's Corefile: errors, health, ready, kubernetes, forward, cache,
 * loadbalance. In: the sockets of its pod, its service account's token, watches. Out: answers; a
 * `DnsAnswered` fact for each.
 */
import type { Prng } from '#base/prng';
import { ms, seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import type { DnsMessage } from '#cluster/node/os/dns-message';
import type { Connection, Datagram, NetworkNamespace, UdpSocket } from '#cluster/node/os/sockets';
import type { Namespace, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { endpointSlices, namespaces, services } from '#k8s.io/client-go/rest/resource';
import { RestClient, type RestConfig } from '#k8s.io/client-go/rest/rest-client';
import { SharedInformerFactory } from '#k8s.io/client-go/tools/cache/informer-factory';
import { type Process, sleep } from '#sim/simulation';
import { AnswerCache, type DnsAnswer } from './cache-plugin.ts';
import { clusterDomain, type KubernetesListers, lookUp } from './kubernetes-plugin.ts';

const component = 'coredns';
const dnsPort = 53;
const healthPort = 8080;
const readyPort = 8181;
const lookUpTime = { base: ms(0.1), jitter: ms(0.2) };
/** The round trip to the nodes' resolver. */
const forwardTime = ms(2);
/** `lameduck` of the plugin health in the Corefile. */
const lameduck = seconds(5);

export interface CoreDnsOptions {
  readonly network: NetworkNamespace;
  /** Credentials of its service account. */
  readonly rest: RestConfig;
  readonly out: (text: string) => void;
}

export class CoreDns {
  readonly #env: Environment;
  readonly #prng: Prng;
  readonly #options: CoreDnsOptions;
  readonly #informers: SharedInformerFactory;
  readonly #listers: KubernetesListers;
  readonly #cache = new AnswerCache();
  #isReady = false;

  constructor(env: Environment, options: CoreDnsOptions) {
    const { sim, tracer } = env;
    this.#env = env;
    this.#prng = env.prng.fork(`${component}/${options.network.address}`);
    this.#options = options;
    const client = new RestClient(sim, tracer, options.rest);
    this.#informers = new SharedInformerFactory(sim, tracer, client, this.#prng);
    this.#listers = this.#makeListers();
  }

  *run(): Process<number> {
    const { network, out } = this.#options;
    const socket = network.bindUdp(dnsPort);
    if (!socket.ok) {
      out(`Listen: listen udp :${dnsPort}: bind: address already in use\n`);
      return 1;
    }
    // Whenever it ends, also before it has heard from the API server.
    try {
      return yield* this.#listen(socket.value);
    } finally {
      socket.value.close();
    }
  }

  *#listen(socket: UdpSocket): Process<number> {
    const { sim } = this.#env;
    this.#informers.start();
    sim.spawn(
      'health',
      this.#answerHttp(healthPort, () => true),
    );
    sim.spawn(
      'ready',
      this.#answerHttp(readyPort, () => this.#isReady),
    );
    yield* sim.asideProcess(this.#informers.waitForCacheSync());
    this.#isReady = true;
    this.#options.out(`.:${dnsPort}\nCoreDNS-1.14.2\nlinux/amd64\n`);
    for (;;) {
      const datagram = yield* socket.receive();
      if (datagram === undefined) return 0;
      if (typeof datagram === 'string') continue;
      sim.spawn(
        'question',
        this.#serve(datagram, (to, message) => socket.send(to, message, { quiet: true })),
      );
    }
  }

  /** After SIGTERM it answers a while longer, so that no question is lost. */
  *shutDown(): Process {
    const { out } = this.#options;
    out('[INFO] SIGTERM: Shutting down servers then terminating\n');
    out('[INFO] plugin/health: Going into lameduck mode for 5s\n');
    yield* sleep(lameduck);
  }

  *#serve(
    { from, payload }: Datagram,
    send: (to: Datagram['from'], message: DnsMessage) => void,
  ): Process {
    const message = payload as DnsMessage;
    const question = { ...message.question, name: message.question.name.toLowerCase() };
    yield* sleep(lookUpTime.base + this.#prng.nextInt(lookUpTime.jitter));
    const { sim, tracer } = this.#env;
    let answer = this.#cache.get(question, sim.now);
    if (answer === undefined) {
      answer = yield* this.#answer(question);
      this.#cache.set(question, answer, sim.now);
    }
    tracer.emit({
      type: 'DnsAnswered',
      component,
      server: this.#options.network.address,
      client: `${from.ip}:${from.port}`,
      name: question.name,
      recordType: question.type,
      rcode: answer.rcode,
      records: answer.records.map(({ type, data }) => `${type} ${data}`),
    });
    send(from, { id: message.id, question: message.question, answer: this.#balanced(answer) });
  }

  *#answer(question: DnsMessage['question']): Process<DnsAnswer> {
    const { name } = question;
    const isOurs = name === clusterDomain || name.endsWith(`.${clusterDomain}`);
    const isReverse = name.endsWith('.in-addr.arpa');
    if (isOurs || isReverse) {
      const records = lookUp(this.#listers, question);
      if (records !== undefined) return { rcode: 'NOERROR', authoritative: true, records };
      if (isOurs) return { rcode: 'NXDOMAIN', authoritative: true, records: [] };
    }
    // The nodes' own resolver knows no name.
    yield* sleep(forwardTime);
    return { rcode: 'NXDOMAIN', authoritative: false, records: [] };
  }

  /**
   * Rotates the addresses: each answer begins with another one. Source: plugin/loadbalance
   * round_robin.
   */
  #balanced(answer: DnsAnswer): DnsAnswer {
    const aliases = answer.records.filter(({ type }) => type === 'CNAME');
    const records = answer.records.filter(({ type }) => type !== 'CNAME');
    if (records.length < 2) return answer;
    const from = this.#prng.nextInt(records.length);
    return { ...answer, records: [...aliases, ...records.slice(from), ...records.slice(0, from)] };
  }

  *#answerHttp(port: number, isOk: () => boolean): Process {
    const { sim } = this.#env;
    const listening = this.#options.network.listen(port);
    if (!listening.ok) return;
    try {
      for (;;) {
        const connection = yield* listening.value.accept();
        sim.spawn('health request', answerOne(connection, isOk()));
      }
    } finally {
      listening.value.close();
    }
  }

  #makeListers(): KubernetesListers {
    const byService = 'service';
    const byAddress = 'address';
    const ofServices = this.#informers.forResource<Service>(services);
    const ofSlices = this.#informers.forResource<EndpointSlice>(endpointSlices);
    ofServices.addIndex(byAddress, ({ spec }) => spec.clusterIPs ?? []);
    ofSlices.addIndex(byAddress, ({ endpoints }) =>
      (endpoints ?? []).flatMap(({ addresses }) => addresses),
    );
    ofSlices.addIndex(byService, ({ metadata }) => {
      const name = metadata.labels?.['kubernetes.io/service-name'];
      return name === undefined ? [] : [`${metadata.namespace}/${name}`];
    });
    return {
      services: ofServices.lister,
      namespaces: this.#informers.forResource<Namespace>(namespaces).lister,
      slicesOf: (service) => ofSlices.lister.byIndex(byService, service),
      servicesAt: (ip) => ofServices.lister.byIndex(byAddress, ip),
      slicesAt: (ip) => ofSlices.lister.byIndex(byAddress, ip),
    };
  }
}

function* answerOne(connection: Connection, isOk: boolean): Process {
  yield* connection.receive();
  const [status, body] = isOk ? ['200 OK', 'OK'] : ['503 Service Unavailable', 'kubernetes'];
  connection.send(`HTTP/1.1 ${status}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  connection.close();
}
