/**
 * Forwards connections to ports of a Pod: the kubelet asks the runtime for an address and passes on
 * what goes through it.
 *
 * Models kubernetes pkg/kubelet/server getPortForward, GetPortForward of kuberuntime_sandbox.go and
 * k8s.io/cri-streaming portforward NewV4Options. In: the request, with what the client will send.
 * Out: 101 and what the server sends; or why not.
 */
import { err, ok, type Result } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import type { HttpRequest, HttpResponse } from '#k8s.io/client-go/rest/http';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import type { PortForwardFrame } from '#trace/port-forward-frame';
import { podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { grpcErrorText } from '../util/grpc.ts';

const tunnel = 'SPDY/3.1+portforward.k8s.io';

export function* portForward(
  { cri, sim }: KubeletContext,
  pod: Pod | undefined,
  request: HttpRequest,
): Process<HttpResponse> {
  const ports = portsOf(request);
  if (!ports.ok) return text(400, ports.error);
  if (pod === undefined) return text(404, 'pod does not exist');
  const { name, namespace, uid } = pod.metadata;
  const sandboxes = yield* cri.listPodSandbox(uid);
  const [sandbox] = sandboxes.ok ? sandboxes.value : [];
  if (sandbox === undefined) {
    return text(500, `failed to find sandboxID for pod ${name}_${namespace}(${uid})`);
  }
  const prepared = yield* cri.portForward(podKey(pod), sandbox.id, ports.value);
  if (!prepared.ok) return text(500, grpcErrorText(prepared.error));
  // Source: apimachinery pkg/util/proxy upgradeaware.go ServeHTTP.
  const { frames: fromClient } = request;
  if (fromClient === undefined) return text(400, 'Upgrade request required');
  const toClient = new WatchStream<PortForwardFrame>(sim, request.id);
  sim.spawn('port forward', cri.forward(prepared.value, { fromClient, toClient }));
  return { code: 101, headers: {}, frames: toClient };
}

/** A WebSocket without a tunnel names its ports beforehand; the others do with each connection. */
function portsOf({ url, headers }: HttpRequest): Result<readonly number[], string> {
  const isWebSocket = headers['upgrade']?.toLowerCase() === 'websocket';
  const offered = (headers['sec-websocket-protocol'] ?? '').split(/, */);
  if (!isWebSocket || offered.includes(tunnel)) return ok([]);
  const asked = [...url.matchAll(/[?&]port=([^&]*)/g)].map(([, list = '']) =>
    decodeURIComponent(list),
  );
  if (asked.length === 0) return err('query parameter "port" is required');
  const ports: number[] = [];
  for (const list of asked) {
    if (list === '') return err('query parameter "port" cannot be empty');
    for (const one of list.split(',')) {
      const why = portFault(one);
      if (why !== undefined) return err(`unable to parse "${list}" as a port: ${why}`);
      if (Number(one) < 1) return err(`port "${list}" must be > 0`);
      ports.push(Number(one));
    }
  }
  return ok(ports);
}

/** Source: Go strconv.ParseUint with 16 bits. */
function portFault(text: string): string | undefined {
  const call = `strconv.ParseUint: parsing ${JSON.stringify(text)}`;
  if (!/^\d+$/.test(text)) return `${call}: invalid syntax`;
  return Number(text) > 0xffff ? `${call}: value out of range` : undefined;
}

const text = (code: number, body: string): HttpResponse => ({
  code,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});
