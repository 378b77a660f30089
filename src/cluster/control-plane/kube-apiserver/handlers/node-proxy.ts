/**
 * `nodes/NAME/proxy/PATH`: the server asks the node's kubelet and hands on what it says.
 * Models kubernetes pkg/registry/core/node/rest ProxyREST and apimachinery proxy upgradeaware.go.
 */
import { serviceUnavailable } from '#k8s.io/apimachinery/errors';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { Reply } from '../exchange.ts';
import { statusReply, textReply } from '../replies.ts';

/** Reads `path` of the kubelet; 503 when nobody answers there. */
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
