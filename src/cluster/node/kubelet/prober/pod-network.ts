/**
 * The kubelet's reach into the pod network, for HTTP and TCP probes and hooks.
 *
 * The CRI has no call for it: the kubelet dials the pod's address from the node. The model of a
 * node's network implements this; without one every dial fails.
 */
import { defined } from '#base/defined';
import { err, type Result } from '#base/result';
import type { Duration } from '#base/sim-time';
import type { Container, HTTPGetAction, HTTPHeader } from '#k8s.io/api/core/v1';
import type { IntOrString } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';

/** A health status, or the code and text of a gRPC error. */
export type GrpcHealth =
  | { readonly status: string }
  | { readonly code: number; readonly message: string };

export interface HttpOptions {
  /** Over TLS. */
  readonly https?: boolean;
  readonly headers?: readonly HTTPHeader[];
}

/** How an HTTP probe or hook asks. */
export const httpOptions = ({ scheme, httpHeaders }: HTTPGetAction): HttpOptions => ({
  ...(scheme === 'HTTPS' ? { https: true } : {}),
  ...defined({ headers: httpHeaders }),
});

/** Go's error when a server does not speak TLS. */
export const plainAnswer = 'http: server gave HTTP response to HTTPS client';

export interface PodNetwork {
  /** The HTTP status code and body, or the error of the dial as Go prints it. */
  httpGet(
    host: string,
    port: number,
    path: string,
    timeout: Duration,
    options?: HttpOptions,
  ): Process<Result<{ readonly code: number; readonly body: string }, string>>;
  /** The health of a service from a gRPC server, or why there was no connection in time. */
  grpcHealth(
    host: string,
    port: number,
    service: string,
    timeout: Duration,
  ): Process<Result<GrpcHealth, string>>;
  /** Connects and closes. */
  dial(host: string, port: number, timeout: Duration): Process<Result<undefined, string>>;
}

/** Nothing is reachable. */
export const unreachableNetwork: PodNetwork = {
  *httpGet(host, port, path, _timeout, { https = false } = {}) {
    const error = `dial tcp ${host}:${port}: connect: network is unreachable`;
    return err(`Get "${https ? 'https' : 'http'}://${host}:${port}${path}": ${error}`);
  },
  *grpcHealth() {
    return err('context deadline exceeded');
  },
  *dial(host, port) {
    return err(`dial tcp ${host}:${port}: connect: network is unreachable`);
  },
};

/** A number, or the name of a container port. Source: probe.ResolveContainerPort. */
export function resolvePort(container: Container, port: IntOrString): number | undefined {
  if (typeof port === 'number') return port;
  const named = container.ports?.find(({ name }) => name === port);
  if (named !== undefined) return named.containerPort;
  const number = Number(port);
  return Number.isInteger(number) ? number : undefined;
}
