/**
 * A load balancer's questions to its nodes: whose kube-proxy is well, or, for a Service whose
 * outside traffic stays on the node (`externalTrafficPolicy: Local`), who has a ready endpoint.
 *
 * Models the health checks that cloud-provider-gcp makes (gce/gce_healthchecks.go: every 8 s, 1 s
 * for an answer, good after one 200, bad after three failures). In: nodes, and the port of
 * kube-proxy or the Service's `healthCheckNodePort`. Out: the good nodes, whenever these change.
 */
import { second, seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { askServer } from '#cluster/node/os/http-exchange';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import { type Process, sleep } from '#sim/simulation';
import { TaskGroup } from '#sim/task';

const interval = seconds(8);
const timeout = second;
const unhealthyAfter = 3;

/** A node by its name and address. */
export interface CheckedNode {
  readonly name: string;
  readonly address: string;
}

export class HealthChecks {
  readonly #env: Environment;
  readonly #from: NetworkNamespace;
  readonly #changed: (good: readonly CheckedNode[]) => void;
  readonly #port: number;
  #group: TaskGroup | undefined;
  #nodes: readonly CheckedNode[] = [];
  /** Failures in a row since a node was good, by name; absent: it has not been good yet. */
  readonly #failures = new Map<string, number>();
  #told = '';

  /** `from`: the network of the machine that asks. */
  constructor(
    env: Environment,
    from: NetworkNamespace,
    port: number,
    changed: (good: readonly CheckedNode[]) => void,
  ) {
    this.#env = env;
    this.#from = from;
    this.#port = port;
    this.#changed = changed;
  }

  get port(): number {
    return this.#port;
  }

  get good(): readonly CheckedNode[] {
    return this.#nodes.filter(({ name }) => this.#failures.has(name));
  }

  /** Asks these nodes from now on; what is known of those that stay is kept. */
  ask(nodes: readonly CheckedNode[]): void {
    this.stop();
    this.#nodes = nodes;
    for (const name of this.#failures.keys()) {
      if (!nodes.some((node) => node.name === name)) this.#failures.delete(name);
    }
    this.#told = namesOf(this.good);
    // The cloud asks, whatever becomes of the controller that wanted it.
    this.#group = new TaskGroup(`health checks :${this.#port}`);
    this.#env.sim.spawn('health checks', this.#run(this.#group), this.#group);
  }

  stop(): void {
    this.#group?.cancelAll();
    this.#group = undefined;
  }

  *#run(group: TaskGroup): Process {
    const { sim, tracer } = this.#env;
    for (;;) {
      const asked = this.#nodes.map((node) =>
        sim.spawn(`health check ${node.name}`, this.#check(node), group),
      );
      for (const one of asked) yield* one.join();
      const now = namesOf(this.good);
      if (now !== this.#told) {
        this.#told = now;
        this.#changed(this.good);
      }
      yield* sleep(interval);
      tracer.timer('cloud', 'health-check');
    }
  }

  *#check({ name, address }: CheckedNode): Process {
    const to = { ip: address, port: this.#port };
    const request = `GET /healthz HTTP/1.1\r\nHost: ${address}:${this.#port}\r\n\r\n`;
    const answer = yield* askServer(this.#from, to, request, {
      ...{ connect: timeout, read: timeout, quiet: true },
    });
    if ('text' in answer && answer.text.startsWith('HTTP/1.1 200 ')) {
      this.#failures.set(name, 0);
      return;
    }
    const failures = this.#failures.get(name);
    if (failures === undefined) return;
    if (failures + 1 >= unhealthyAfter) this.#failures.delete(name);
    else this.#failures.set(name, failures + 1);
  }
}

const namesOf = (nodes: readonly CheckedNode[]): string => nodes.map(({ name }) => name).join(' ');
