/**
 * `nodes/NAME/proxy/PATH`: the server forwards the request to the node's kubelet and returns its
 * answer. Models kubernetes pkg/registry/core/node/rest ProxyREST and apimachinery proxy
 * upgradeaware.go.
 */
import { serviceUnavailable } from '#k8s.io/apimachinery/errors';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { Reply } from '../exchange.ts';
import { statusReply, textReply } from '../replies.ts';

/** The port of the kubelets in this cluster. */
const kubeletPort = '10250';

/** The parts of `[SCHEME:]NODE[:PORT]`. */
export interface NodeAddress {
  readonly node: string;
  /** Set when it differs from the kubelet's port. */
  readonly port?: string;
}

/** Source: apimachinery net SplitSchemeNamePort; ResourceLocation of nodes. */
export function parseNodeAddress(id: string): NodeAddress | undefined {
  const parts = id.split(':');
  const [scheme, node = '', port = ''] =
    parts.length === 3 ? parts : ['', parts[0] ?? '', parts[1] ?? ''];
  if (parts.length > 3 || node === '' || !['', 'http', 'https'].includes(scheme ?? '')) {
    return undefined;
  }
  return port === '' || port === kubeletPort ? { node } : { node, port };
}

/** Only the kubelet listens on a node. */
export const refusedPort = (address: string, port: string): Reply =>
  statusReply(
    serviceUnavailable(
      `error trying to reach service: dial tcp ${address}:${port}: connect: connection refused`,
    ),
  );

/** Reads `path` from the kubelet; 503 when it does not answer. */
export function* proxyToNode(
  kubelet: RestClient | undefined,
  node: string,
  path: string,
): Process<Reply> {
  const unreachable = (why: string) =>
    statusReply(serviceUnavailable(`error trying to reach service: ${why}`));
  if (kubelet === undefined) return unreachable(`no kubelet on ${node}`);
  const ref = { resource: 'nodes', namespace: '', name: node };
  const answer = yield* kubelet.send({ method: 'GET', path: `/${path}`, ref });
  if (answer.ok) {
    const { code, body, headers } = answer.value;
    return { code, contentType: headers['content-type'] ?? 'text/plain', body };
  }
  const { code = 0, message = '', details } = answer.error;
  if (code === 0) return unreachable(message);
  const raw = details?.causes?.find(({ reason }) => reason === 'UnexpectedServerResponse');
  return raw?.message === undefined ? statusReply(answer.error) : textReply(code, raw.message);
}
