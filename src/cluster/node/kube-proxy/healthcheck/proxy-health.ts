/**
 * Says at port 10256 whether this kube-proxy is well: to load balancers at `/healthz`, which also
 * counts whether the node is on its way out, and at `/livez`.
 *
 * Models kubernetes/pkg/proxy/healthcheck/proxy_health.go. In: when an update of the rules was
 * asked for and when it was done, and the Node. Out: 200, or 503 while an update is late.
 */
import { type Duration, rfc3339Micro, type SimTime, second } from '#base/sim-time';
import { receiveMessage, serveConnections } from '#cluster/node/os/http-exchange';
import { headersEnd } from '#cluster/node/os/http-message';
import type { Connection, NetworkNamespace } from '#cluster/node/os/sockets';
import type { Node } from '#k8s.io/api/core/v1';
import type { Process, Simulation } from '#sim/simulation';

/** Source: pkg/cluster/ports ProxyHealthzPort. */
export const proxyHealthzPort = 10_256;
/** Twice the default of `iptables.syncPeriod`. Source: cmd/kube-proxy/app server.go. */
const healthTimeout: Duration = 60 * second;
/** Of the autoscaler: the node is about to go. */
const toBeDeletedTaint = 'ToBeDeletedByClusterAutoscaler';

export class ProxyHealthServer {
  readonly #sim: Simulation;
  readonly #startedAt: SimTime;
  #lastUpdated: SimTime | undefined;
  /** Since when an update waits. */
  #pending: SimTime | undefined;
  #nodeEligible = true;

  constructor(sim: Simulation) {
    this.#sim = sim;
    this.#startedAt = sim.now;
  }

  /** Changes came that need other rules. Source: QueuedUpdate. */
  queuedUpdate(): void {
    this.#pending ??= this.#sim.now;
  }

  /** The rules are as they should be. Source: Updated. */
  updated(): void {
    this.#pending = undefined;
    this.#lastUpdated = this.#sim.now;
  }

  /** Source: SyncNode. */
  syncNode({ metadata, spec }: Node): void {
    this.#nodeEligible =
      metadata.deletionTimestamp === undefined &&
      spec.taints?.some(({ key }) => key === toBeDeletedTaint) !== true;
  }

  /** Answers until the process ends. `host`: the node's own network. */
  serve(host: NetworkNamespace): Process {
    return serveConnections(this.#sim, host, proxyHealthzPort, (connection) =>
      this.#answer(connection),
    );
  }

  *#answer(connection: Connection): Process {
    const text = (yield* receiveMessage(connection)) ?? '';
    const [, path = ''] = /^[A-Z]+ ([^ ?]*)/.exec(text) ?? [];
    connection.send(this.#response(path));
    connection.close();
  }

  #response(path: string): string {
    if (path !== '/healthz' && path !== '/livez') {
      return response('404 Not Found', 'text/plain; charset=utf-8', '404 page not found\n');
    }
    const { now } = this.#sim;
    const isNode = path === '/healthz';
    const isLate = this.#pending !== undefined && now - this.#pending >= healthTimeout;
    const isHealthy = !isLate && (!isNode || this.#nodeEligible);
    // A server that is well says that it was updated just now.
    const updated = isHealthy ? now : this.#lastUpdated;
    const body = [
      `{"lastUpdated": "${this.#goTime(updated)}"`,
      `"currentTime": "${this.#goTime(now)}"${isNode ? `, "nodeEligible": ${this.#nodeEligible}` : ''}}`,
    ];
    const status = isHealthy ? '200 OK' : '503 Service Unavailable';
    return response(status, 'application/json', body.join(','));
  }

  /** As Go prints a time that has a monotonic part. Source: time.Time.String. */
  #goTime(time: SimTime | undefined): string {
    if (time === undefined) return '0001-01-01 00:00:00 +0000 UTC';
    const text = rfc3339Micro(time)
      .replace('T', ' ')
      .replace(/\.?0*Z$/, '');
    const since = ((time - this.#startedAt) / second).toFixed(9);
    return `${text} +0000 UTC m=+${since}`;
  }
}

function response(status: string, type: string, body: string): string {
  const lines = [
    `HTTP/1.1 ${status}`,
    `Content-Type: ${type}`,
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${body.length}`,
  ];
  return lines.join('\r\n') + headersEnd + body;
}
