/**
 * The cloud around the machines: load balancers, each at an address of its own.
 *
 * A load balancer here passes packets on unchanged, as the network load balancers of clouds with
 * direct return do (`ipMode: VIP`): kube-proxy's rules for its address find the pod, and the answer
 * goes straight to the client. It asks the nodes, and those get packets that answer: each node's
 * kube-proxy, or, for a Service whose traffic stays on the node, the port of the Service. In: calls
 * of the cloud controller manager. Out: addresses on the wire, and the fact LoadBalancerSet. What
 * it holds is the cloud's: it survives any process.
 */
import type { Prng } from '#base/prng';
import { err, ok, type Result } from '#base/result';
import { ms, second } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import {
  defaultLoadBalancerName,
  type LoadBalancer,
} from '#cluster/node/cloud-controller-manager/load-balancer';
import { OutsideHost } from '#cluster/node/kernel/outside-host';
import type { Wire } from '#cluster/node/kernel/wire';
import { proxyHealthzPort } from '#cluster/node/kube-proxy/healthcheck/proxy-health';
import type { LoadBalancerStatus, Node, Service } from '#k8s.io/api/core/v1';
import { type Process, sleep } from '#sim/simulation';
import type { LoadBalancerSet } from '#trace/facts/network';
import { type CheckedNode, HealthChecks } from './health-checks.ts';

/** The addresses `.1` to `.254` are handed out, lowest first. */
const pool = '172.30.255.';
const poolSize = 254;
/** A cloud's answer to a question, and the time until a new load balancer works. */
const askTime = ms(20);
const createTime = 2 * second;
const changeTime = ms(400);
const jitter = ms(100);
/** Where the questions to nodes come from. */
const checkerAddress = '172.30.254.1';

interface Balanced {
  readonly address: string;
  readonly ports: readonly string[];
  readonly nodes: readonly Node[];
  /** Asks the nodes. */
  readonly checks: HealthChecks;
}

export class Cloud implements LoadBalancer {
  readonly #env: Environment;
  readonly #wire: Wire;
  readonly #prng: Prng;
  readonly #balancers = new Map<string, Balanced>();
  #checker: OutsideHost | undefined;

  constructor(env: Environment, wire: Wire) {
    this.#env = env;
    this.#wire = wire;
    this.#prng = env.prng.fork('cloud');
  }

  *getLoadBalancer(service: Service): Process<LoadBalancerStatus | undefined> {
    yield* this.#take(askTime);
    const found = this.#balancers.get(defaultLoadBalancerName(service));
    return found && statusOf(found);
  }

  *ensureLoadBalancer(
    service: Service,
    nodes: readonly Node[],
  ): Process<Result<LoadBalancerStatus, string>> {
    const known = this.#balancers.get(defaultLoadBalancerName(service));
    const wanted = service.spec.loadBalancerIP ?? '';
    const ports = (service.spec.ports ?? []).map(
      ({ protocol = 'TCP', port }) => `${protocol.toLowerCase()}/${port}`,
    );
    yield* this.#take(known === undefined ? createTime : changeTime);
    const address = this.#addressFor(known, wanted);
    if (!address.ok) return address;
    if (known !== undefined && known.address !== address.value) {
      this.#wire.setBalancer(known.address, undefined);
    }
    const checks = this.#checksOf(service, known);
    const balanced = { address: address.value, ports, nodes, checks };
    this.#set(known === undefined ? 'created' : 'updated', service, balanced);
    return ok(statusOf(balanced));
  }

  *updateLoadBalancer(
    service: Service,
    nodes: readonly Node[],
  ): Process<Result<undefined, string>> {
    yield* this.#take(changeTime);
    const known = this.#balancers.get(defaultLoadBalancerName(service));
    if (known === undefined) return err('load balancer not found');
    this.#set('updated', service, { ...known, nodes });
    return ok(undefined);
  }

  *ensureLoadBalancerDeleted(service: Service): Process<Result<undefined, string>> {
    yield* this.#take(changeTime);
    const known = this.#balancers.get(defaultLoadBalancerName(service));
    if (known !== undefined) this.#set('deleted', service, known);
    return ok(undefined);
  }

  *#take(time: number): Process {
    yield* sleep(time + this.#prng.nextInt(jitter));
  }

  /** The one that it has, the one that the Service wants, or the lowest that is free. */
  #addressFor(known: Balanced | undefined, wanted: string): Result<string, string> {
    const taken = new Set([...this.#balancers.values()].map(({ address }) => address));
    if (known !== undefined && (wanted === '' || wanted === known.address)) {
      return ok(known.address);
    }
    const all = Array.from({ length: poolSize }, (_, index) => `${pool}${index + 1}`);
    if (wanted !== '') {
      if (!all.includes(wanted)) return err(`address ${wanted} is not in ${pool}0/24`);
      return taken.has(wanted) ? err(`address ${wanted} is in use`) : ok(wanted);
    }
    const free = all.find((address) => !taken.has(address));
    return free === undefined ? err(`no address of ${pool}0/24 is free`) : ok(free);
  }

  /** Those that it has, or new ones for another port. */
  #checksOf(service: Service, known: Balanced | undefined): HealthChecks {
    const { externalTrafficPolicy, healthCheckNodePort = 0 } = service.spec;
    const isLocal = externalTrafficPolicy === 'Local' && healthCheckNodePort !== 0;
    const port = isLocal ? healthCheckNodePort : proxyHealthzPort;
    if (known?.checks.port === port) return known.checks;
    known?.checks.stop();
    const host = { name: 'cloud', address: checkerAddress, wire: this.#wire };
    this.#checker ??= new OutsideHost(this.#env, host);
    return new HealthChecks(this.#env, this.#checker.host, port, (good) =>
      this.#checked(service, good),
    );
  }

  /** Other nodes than before have answered. */
  #checked(service: Service, good: readonly CheckedNode[]): void {
    const balanced = this.#balancers.get(defaultLoadBalancerName(service));
    if (balanced === undefined) return;
    this.#pass(balanced, good);
    this.#tell('checked', service, balanced, good);
  }

  #pass({ address, ports }: Balanced, nodes: readonly CheckedNode[]): void {
    const addresses = nodes.map((node) => node.address);
    this.#wire.setBalancer(address, { ports: new Set(ports), nodes: addresses });
  }

  #set(what: 'created' | 'updated' | 'deleted', service: Service, balanced: Balanced): void {
    const name = defaultLoadBalancerName(service);
    const { address, checks } = balanced;
    const nodes = balanced.nodes.flatMap(checkedNode);
    if (what === 'deleted') {
      checks.stop();
      this.#balancers.delete(name);
      this.#wire.setBalancer(address, undefined);
    } else {
      this.#balancers.set(name, balanced);
      checks.ask(nodes);
      this.#pass(balanced, checks.good);
    }
    this.#tell(what, service, balanced, nodes);
  }

  #tell(
    what: LoadBalancerSet['what'],
    service: Service,
    { address, ports, checks }: Balanced,
    nodes: readonly CheckedNode[],
  ): void {
    this.#env.tracer.emit({
      type: 'LoadBalancerSet',
      component: 'cloud',
      what,
      service: `${service.metadata.namespace}/${service.metadata.name}`,
      ...{ address, ports },
      nodes: nodes.map((node) => node.name),
      checkPort: checks.port,
      ...(checks.port === proxyHealthzPort && { asks: 'kube-proxy' }),
    });
  }
}

const statusOf = ({ address }: Balanced): LoadBalancerStatus => ({
  ingress: [{ ip: address, ipMode: 'VIP' }],
});

const checkedNode = ({ metadata, status }: Node): readonly CheckedNode[] =>
  (status?.addresses ?? [])
    .filter(({ type }) => type === 'InternalIP')
    .map(({ address }) => ({ name: metadata.name, address }));
