/**
 * Answers a load balancer's question whether this node has endpoints of a Service whose external
 * traffic stays on the node, at the Service's `healthCheckNodePort`.
 *
 * Models kubernetes/pkg/proxy/healthcheck/service_health.go. In: services with such a port, and
 * their ready endpoints here. Out: 200 with at least one, 503 with none; a header has the number.
 */
import type { Connection, Listener, NetworkNamespace } from '#cluster/node/os/sockets';
import type { Process, Simulation } from '#sim/simulation';

export interface ServiceHealth {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
  /** Ready endpoints on this node. */
  readonly endpoints: number;
}

export class ServiceHealthServer {
  readonly #sim: Simulation;
  readonly #host: NetworkNamespace;
  #services: ReadonlyMap<number, ServiceHealth> = new Map();
  readonly #listeners = new Map<number, Listener>();

  /** `host`: the node's own network namespace. */
  constructor(sim: Simulation, host: NetworkNamespace) {
    this.#sim = sim;
    this.#host = host;
  }

  /** Listens at exactly these ports from now on. Source: SyncServices and SyncEndpoints. */
  sync(services: readonly ServiceHealth[]): void {
    this.#services = new Map(services.map((service) => [service.port, service]));
    for (const [port, listener] of this.#listeners) {
      if (this.#services.has(port)) continue;
      this.#listeners.delete(port);
      listener.close();
    }
    for (const port of this.#services.keys()) {
      if (this.#listeners.has(port)) continue;
      const listening = this.#host.listen(port);
      if (!listening.ok) continue;
      this.#listeners.set(port, listening.value);
      this.#sim.spawn(`health check :${port}`, this.#serve(port, listening.value));
    }
  }

  *#serve(port: number, listener: Listener): Process {
    try {
      for (;;) {
        const connection = yield* listener.accept();
        this.#sim.spawn(`health check request :${port}`, this.#answer(port, connection));
      }
    } finally {
      listener.close();
    }
  }

  *#answer(port: number, connection: Connection): Process {
    yield* connection.receive();
    const service = this.#services.get(port);
    if (service !== undefined) connection.send(response(service));
    connection.close();
  }
}

function response({ namespace, name, endpoints }: ServiceHealth): string {
  const status = endpoints > 0 ? '200 OK' : '503 Service Unavailable';
  const body = [
    '{',
    '\t"service": {',
    `\t\t"namespace": "${namespace}",`,
    `\t\t"name": "${name}"`,
    '\t},',
    `\t"localEndpoints": ${endpoints},`,
    '\t"serviceProxyHealthy": true',
    '}',
  ].join('\n');
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    'X-Content-Type-Options: nosniff',
    `X-Load-Balancing-Endpoint-Weight: ${endpoints}`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
