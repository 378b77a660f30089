/**
 * HTTP and TCP from a process of the host, with the error texts of Go's net packages. The kubelet's
 * probes and hooks use it.
 */
import { err, ok, type Result } from '#base/result';
import type { Duration } from '#base/sim-time';
import { dialError } from '#cluster/node/os/dial-error';
import { type HealthAnswer, healthRequest, readHealthAnswer } from '#cluster/node/os/grpc-health';
import { headersEnd, splitMessage } from '#cluster/node/os/http-message';
import type { Connection, NodeNetwork } from '#cluster/node/os/sockets';
import { readTlsRecord, tlsRecord } from '#cluster/node/os/tls';
import type { Process } from '#sim/simulation';

/** How the request differs from a plain GET. */
export interface HttpOptions {
  readonly https?: boolean;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
}

export interface HttpAnswer {
  readonly code: number;
  readonly body: string;
}

export class HostDialer {
  readonly #network: NodeNetwork;

  constructor(network: NodeNetwork) {
    this.#network = network;
  }

  /** Connects and closes. */
  *dial(host: string, port: number, timeout: Duration): Process<Result<undefined, string>> {
    const connected = yield* this.#network.host.connect(
      { ip: host, port },
      { timeout, quiet: true },
    );
    if (!connected.ok) return err(dialError({ ip: host, port }, connected.error));
    connected.value.close();
    return ok(undefined);
  }

  /**
   * Asks a gRPC server for the health of a service. Error: the server was not reached or does not
   * speak gRPC.
   */
  *grpcHealth(
    host: string,
    port: number,
    service: string,
    timeout: Duration,
  ): Process<Result<HealthAnswer, string>> {
    const address = { ip: host, port };
    const connected = yield* this.#network.host.connect(address, { timeout, quiet: true });
    // The client dials again until its timeout.
    const late = err('context deadline exceeded');
    if (!connected.ok) return late;
    connected.value.send(healthRequest(service));
    const text = yield* readAll(connected.value, timeout);
    connected.value.close();
    const answer = readHealthAnswer(text ?? '');
    return answer === undefined ? late : ok(answer);
  }

  *httpGet(
    host: string,
    port: number,
    path: string,
    timeout: Duration,
    { https = false, headers = [] }: HttpOptions = {},
  ): Process<Result<HttpAnswer, string>> {
    const address = { ip: host, port };
    const connected = yield* this.#network.host.connect(address, { timeout, quiet: true });
    const absolute = path.startsWith('/') ? path : `/${path}`;
    const url = `Get "${https ? 'https' : 'http'}://${host}:${port}${absolute}"`;
    if (!connected.ok) {
      const late = connected.error === 'ETIMEDOUT';
      const why = late ? ' (Client.Timeout exceeded while awaiting headers)' : '';
      return err(`${url}: ${dialError({ ip: host, port }, connected.error)}${why}`);
    }
    const connection = connected.value;
    const request = `GET ${absolute} HTTP/1.1\r\n${head(host, port, headers)}${headersEnd}`;
    connection.send(https ? tlsRecord(request) : request);
    const answer = yield* readAll(connection, timeout);
    connection.close();
    const text = https && answer !== undefined ? readTlsRecord(answer) : answer;
    if (text === undefined && answer?.startsWith('HTTP/') === true) {
      return err(`${url}: http: server gave HTTP response to HTTPS client`);
    }
    if (answer === '') return err(`${url}: EOF`);
    if (text === undefined) {
      const late = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
      return err(`${url}: ${late}`);
    }
    const status = /^HTTP\/1\.\d (\d+)/.exec(text);
    if (status === null) return err(`${url}: EOF`);
    return ok({ code: Number(status[1]), body: splitMessage(text).body });
  }
}

/** Headers of the probe replace the default ones. Source: NewProbeRequest. */
function head(host: string, port: number, headers: NonNullable<HttpOptions['headers']>): string {
  const lines = new Map([
    ['host', `Host: ${host}:${port}`],
    ['user-agent', 'User-Agent: kube-probe/1.36'],
    ['connection', 'Connection: close'],
  ]);
  for (const { name, value } of headers) lines.set(name.toLowerCase(), `${name}: ${value}`);
  return [...lines.values()].join('\r\n');
}

/** Everything the server sends until it closes; `undefined`: it did not close in time. */
function* readAll(connection: Connection, timeout: Duration): Process<string | undefined> {
  let text = '';
  for (;;) {
    const more = yield* connection.receive(timeout);
    if (more !== undefined) text += more;
    else return connection.ended ? text : undefined;
  }
}
