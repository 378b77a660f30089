/** How the server reaches programs of the cluster, for proxies and webhooks. */
import type { RoundTripper } from '#k8s.io/client-go/rest/http';

/** The way to an address of the pod network or of a node; undefined: no machine has it. */
export type Reach = (ip: string, port: number, tls: boolean) => RoundTripper | undefined;
