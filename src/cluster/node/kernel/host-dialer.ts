/**
 * HTTP and TCP from a process of the host, with errors as Go's net packages print them: what the
 * kubelet's probes and hooks use.
 */
import { err, ok, type Result } from '#base/result';
import type { Duration } from '#base/sim-time';
import { type HealthAnswer, healthRequest, readHealthAnswer } from '#cluster/node/cni/grpc-health';
import type { Connection, NodeNetwork, SocketError } from '#cluster/node/cni/pod-network';
import type { Process } from '#sim/simulation';

/** Source: Go syscall errors, as net.OpError shows them. */
const errorTexts: Readonly<Record<SocketError, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'i/o timeout',
  EADDRINUSE: 'bind: address already in use',
};

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
    if (!connected.ok) return err(dialError(host, port, connected.error));
    connected.value.close();
    return ok(undefined);
  }

  /** Asks a gRPC server how a service is; the error: it was not reached, or is no such server. */
  *grpcHealth(
    host: string,
    port: number,
    service: string,
    timeout: Duration,
  ): Process<Result<HealthAnswer, string>> {
    const address = { ip: host, port };
    const connected = yield* this.#network.host.connect(address, { timeout, quiet: true });
    // The client dials again and again until its time is over.
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
  ): Process<Result<HttpAnswer, string>> {
    const address = { ip: host, port };
    const connected = yield* this.#network.host.connect(address, { timeout, quiet: true });
    const url = `Get "http://${host}:${port}${path}"`;
    if (!connected.ok) {
      const late = connected.error === 'ETIMEDOUT';
      const why = late ? ' (Client.Timeout exceeded while awaiting headers)' : '';
      return err(`${url}: ${dialError(host, port, connected.error)}${why}`);
    }
    const connection = connected.value;
    const head = `Host: ${host}:${port}\r\nUser-Agent: kube-probe/1.36\r\nConnection: close`;
    connection.send(`GET ${path} HTTP/1.1\r\n${head}\r\n\r\n`);
    const text = yield* readAll(connection, timeout);
    connection.close();
    if (text === undefined) {
      const late = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';
      return err(`${url}: ${late}`);
    }
    const status = /^HTTP\/1\.\d (\d+)/.exec(text);
    if (status === null) return err(`${url}: EOF`);
    const body = text.slice(text.indexOf('\r\n\r\n') + 4);
    return ok({ code: Number(status[1]), body });
  }
}

const dialError = (host: string, port: number, error: SocketError): string =>
  `dial tcp ${host}:${port}: ${errorTexts[error]}`;

/** Everything until the server closes; `undefined`: not in time. */
function* readAll(connection: Connection, timeout: Duration): Process<string | undefined> {
  let text = '';
  for (;;) {
    const more = yield* connection.receive(timeout);
    if (more !== undefined) text += more;
    else return connection.ended ? text : undefined;
  }
}
