/** How the server reaches programs of the cluster, for proxies and webhooks. */
import type { RoundTripper } from '#k8s.io/client-go/rest/http';

/** The way to an address of the pod network or of a node; undefined: no machine has it. */
export type Reach = (ip: string, port: number, tls: boolean) => RoundTripper | undefined;

/** A server that is no part of the cluster, as a client configuration names it. */
export interface OutsideTarget {
  /** Name or address, and port: `127.0.0.1:9443`. */
  readonly host: string;
  /** The name that its certificate must have; empty: the certificate is not checked. */
  readonly serverName: string;
  /** The authorities that it is checked against, in base64; empty: those of the system. */
  readonly caBundle: string;
}

/** The way to servers outside the cluster; undefined: none leads there. */
export type ReachOutside = (to: OutsideTarget) => RoundTripper | undefined;
