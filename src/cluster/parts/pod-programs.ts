/**
 * Programs of this cluster's own add-ons that run in containers of a node, with the token that is
 * mounted there, and the APIs they serve.
 *
 * In: the way to the API server and to kubelets. Out: programs by the name in an image, and the
 * server at an address.
 */
import type { Environment } from '#cluster/environment';
import type { LoadBalancer } from '#cluster/node/cloud-controller-manager/load-balancer';
import { ServiceController } from '#cluster/node/cloud-controller-manager/service-controller';
import { Felix } from '#cluster/node/cni/calico/felix';
import { hpaExample } from '#cluster/node/containerd/processes/applets/network/hpa-example';
import type {
  ApiAccess,
  ProcessContext,
  Program,
} from '#cluster/node/containerd/processes/program';
import { CoreDns } from '#cluster/node/coredns/coredns';
import type { DraExampleDriver } from '#cluster/node/dra-example-driver/dra-example-driver';
import { IngressController } from '#cluster/node/ingress-nginx/controller';
import { LocalPathProvisioner } from '#cluster/node/local-path-provisioner/local-path-provisioner';
import { MetricsServer } from '#cluster/node/metrics-server/metrics-server';
import type { Netfilter } from '#cluster/node/os/netfilter';
import type { NodePlugins } from '#cluster/node/os/node-plugins';
import { GatewayController } from '#cluster/node/traefik/gateway-controller';
import type { EntryPoints } from '#cluster/node/traefik/listeners';
import type { HttpServer, RoundTripper } from '#k8s.io/client-go/rest/http';
import {
  type ClientCredential,
  RestClient,
  type RestConfig,
} from '#k8s.io/client-go/rest/rest-client';
import type { Endpoint } from '#k8s.io/client-go/rest/transport';
import { firstOf } from '#sim/signal';
import type { Process } from '#sim/simulation';
import { TaskGroup } from '#sim/task';

/** The memory of such a program once it runs. */
const mebibyte = 2 ** 20;
const tokenFile = '/var/run/secrets/kubernetes.io/serviceaccount/token';

export interface PodProgramOptions {
  readonly node: string;
  /** The packet filter of the host, for programs that may change it. */
  readonly netfilter: Netfilter;
  /** A new connection to the API server. */
  readonly apiserver: () => RoundTripper;
  /** Where it listens: `https://172.30.0.1:6443`. */
  readonly apiAddress: string;
  readonly rest: (component: string, transport: RoundTripper) => RestConfig;
  /** The way to another node's kubelet. */
  readonly kubelet: (node: string) => RoundTripper | undefined;
  /** The folders in which drivers meet the kubelet and the runtime. */
  readonly plugins: NodePlugins;
  /** The driver for devices; absent: this cluster has none. */
  readonly driver?: typeof DraExampleDriver;
  /** The way to the cloud around the machines; absent: there is none. */
  readonly cloud?: LoadBalancer;
}

export class PodPrograms implements ApiAccess {
  readonly #env: Environment;
  readonly #options: PodProgramOptions;
  /** By `IP:PORT`. */
  readonly #servers = new Map<string, Endpoint>();

  constructor(env: Environment, options: PodProgramOptions) {
    this.#env = env;
    this.#options = options;
  }

  get byName(): ReadonlyMap<string, Program> {
    return new Map<string, Program>([
      ['coredns', (process) => this.#coredns(process)],
      ['metrics-server', (process) => this.#metricsServer(process)],
      ['hpa-example', hpaExample],
      ['local-path-provisioner', (process) => this.#localPath(process)],
      ['nginx-ingress-controller', (process) => this.#ingressNginx(process)],
      ['traefik', (process) => this.#traefik(process)],
      ['cloud-controller-manager', (process) => this.#cloudControllerManager(process)],
      ['calico-node', (process) => this.#calicoNode(process)],
      ['dra-example-kubeletplugin', (process) => this.#draExampleDriver(process)],
    ]);
  }

  get address(): string {
    return this.#options.apiAddress;
  }

  client(name: string, credential: ClientCredential): RestClient {
    const { sim, tracer } = this.#env;
    const { node, rest, apiserver } = this.#options;
    const config = rest(`${node}/${name}`, apiserver());
    return new RestClient(sim, tracer, { ...config, credential, contentType: 'application/json' });
  }

  /** The server of an API at an address of the pod network. */
  serverAt(ip: string, port: number): Endpoint | undefined {
    return this.#servers.get(`${ip}:${port}`);
  }

  #restOf(name: string, { files }: ProcessContext, account = `kube-system:${name}`): RestConfig {
    const user = `system:serviceaccount:${account}`;
    const token = (): string => files.read(tokenFile) ?? '';
    const { rest, apiserver } = this.#options;
    return { ...rest(name, apiserver()), credential: { kind: 'token', user, token } };
  }

  *#coredns(process: ProcessContext): Process<number> {
    const { network, out } = process;
    if (network === undefined) return 1;
    process.allocate?.(13 * mebibyte);
    const rest = this.#restOf('coredns', process);
    const server = new CoreDns(this.#env, { network, rest, out });
    return yield* untilSignal(process, server.run(), () => server.shutDown());
  }

  *#metricsServer(process: ProcessContext): Process<number> {
    const { network, err: out } = process;
    if (network === undefined) return 1;
    process.allocate?.(17 * mebibyte);
    const { kubelet } = this.#options;
    const rest = this.#restOf('metrics-server', process);
    const server = new MetricsServer(this.#env, {
      network,
      rest,
      kubelet,
      out,
      work: (time) => process.spendCpu?.(time),
    });
    return yield* untilSignal(process, this.#serving(server, server.run()));
  }

  *#localPath(process: ProcessContext): Process<number> {
    const { env, err: out } = process;
    process.allocate?.(11 * mebibyte);
    const name = 'local-path-provisioner';
    const rest = this.#restOf(name, process, `local-path-storage:${name}-service-account`);
    const pod = env.get('HOSTNAME') ?? name;
    const server = new LocalPathProvisioner(this.#env, { rest, out, pod });
    return yield* untilSignal(process, server.run());
  }

  *#cloudControllerManager(process: ProcessContext): Process<number> {
    const { err: out } = process;
    const { cloud } = this.#options;
    if (cloud === undefined) {
      out('Cloud provider could not be initialized: no cloud around this cluster\n');
      return 1;
    }
    process.allocate?.(18 * mebibyte);
    const rest = this.#restOf('cloud-controller-manager', process);
    const controller = new ServiceController(this.#env, { rest, cloud, out });
    return yield* untilSignal(process, controller.run());
  }

  *#ingressNginx(process: ProcessContext): Process<number> {
    const { network, env, argv, err: out } = process;
    if (network === undefined) return 1;
    process.allocate?.(90 * mebibyte);
    const namespace = env.get('POD_NAMESPACE') ?? '';
    const account = `${namespace}:ingress-nginx`;
    const controller = new IngressController(this.#env, {
      ...{ network, out },
      access: process.out,
      rest: this.#restOf('nginx-ingress-controller', process, account),
      pod: { namespace, name: env.get('POD_NAME') ?? '' },
      publishService: flagOf(argv, 'publish-service'),
      ingressClass: flagOf(argv, 'ingress-class'),
    });
    return yield* untilSignal(process, controller.run(), () => controller.shutDown());
  }

  *#traefik(process: ProcessContext): Process<number> {
    const { network, env, argv, out } = process;
    if (network === undefined) return 1;
    process.allocate?.(60 * mebibyte);
    const service = flagOf(argv, 'providers.kubernetesgateway.statusaddress.service.name');
    const namespace = flagOf(argv, 'providers.kubernetesgateway.statusaddress.service.namespace');
    const controller = new GatewayController(this.#env, {
      ...{ network, out },
      access: out,
      rest: this.#restOf('traefik', process, 'traefik:traefik'),
      pod: env.get('HOSTNAME') ?? '',
      entryPoints: entryPointsOf(argv),
      statusService: `${namespace}/${service}`,
    });
    return yield* untilSignal(process, controller.run());
  }

  *#calicoNode(process: ProcessContext): Process<number> {
    const { node, netfilter } = this.#options;
    process.allocate?.(60 * mebibyte);
    const component = `${node}/calico-node`;
    const rest = this.#restOf(component, process, 'kube-system:canal');
    const felix = new Felix(this.#env, { component, node, rest, netfilter, out: process.err });
    return yield* untilSignal(process, felix.run());
  }

  *#draExampleDriver(process: ProcessContext): Process<number> {
    const { env, err: out } = process;
    const { driver: Driver, plugins } = this.#options;
    if (Driver === undefined) {
      out('podyssey: dra-example-kubeletplugin runs in clusters that have it as an add-on only\n');
      return 1;
    }
    process.allocate?.(14 * mebibyte);
    const account = 'dra-example-driver:dra-example-driver-service-account';
    const node = env.get('NODE_NAME') ?? '';
    const component = `${node}/dra-example-driver`;
    const rest = this.#restOf(component, process, account);
    const devices = Number(env.get('NUM_DEVICES') ?? 8);
    const driver = new Driver(this.#env, { node, devices, rest, plugins });
    return yield* untilSignal(process, driver.run());
  }

  /** Registers a server while it runs. */
  *#serving(server: HttpServer, run: Process<number>): Process<number> {
    const key = server.address.replace('https://', '');
    const group = this.#env.sim.currentTask?.group ?? new TaskGroup(key);
    this.#servers.set(key, { server, group });
    try {
      return yield* run;
    } finally {
      this.#servers.delete(key);
    }
  }
}

/** The value of a flag, `--NAME=VALUE`. */
const flagOf = (argv: readonly string[], name: string): string =>
  argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? '';

/** `--entryPoints.NAME.address=:PORT/tcp`, `--entryPoints.NAME.http.tls=true` */
function entryPointsOf(argv: readonly string[]): EntryPoints {
  const found = argv.map((word) => /^--entryPoints\.(\w+)\.address=:(\d+)(\/tcp)?$/.exec(word));
  return new Map(
    found.flatMap((one) => {
      const [, name = '', port] = one ?? [];
      const tls = argv.includes(`--entryPoints.${name}.http.tls=true`);
      return port === undefined ? [] : [[Number(port), { name, tls }] as const];
    }),
  );
}

/** Runs a server until SIGTERM or SIGINT, then its shutdown; the exit code is 0. */
function* untilSignal(
  { sim, signals }: ProcessContext,
  run: Process<number>,
  shutDown?: () => Process,
): Process<number> {
  signals.handled.add('SIGTERM').add('SIGINT');
  const server = sim.spawn('server', run);
  if ((yield* firstOf(sim, [server, signals.arrived])) === server) {
    return (yield* server.join()) ?? 1;
  }
  if (shutDown !== undefined) yield* shutDown();
  server.cancel();
  return 0;
}
