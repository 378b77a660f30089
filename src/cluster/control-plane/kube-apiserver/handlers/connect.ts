/**
 * Subresources of a pod that its kubelet serves: log, exec, attach and portforward. The server
 * looks up where the pod runs and forwards the request.
 *
 * Models kubernetes pkg/registry/core/pod/rest (LogREST, ExecREST, PortForwardREST) and
 * pkg/registry/core/pod strategy.go LogLocation, streamLocation, PortForwardLocation. proxy is
 * refused.
 */
import { must } from '#base/assert';
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { badRequest, notFound, unknownError } from '#k8s.io/apimachinery/errors';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import {
  type DownPiece,
  type DownStream,
  passOn,
  pieceText,
  type UpPiece,
  type UpStream,
} from '#k8s.io/client-go/rest/remote-command';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process, Simulation } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { Tracer } from '#trace/tracer';
import type { Exchange, Reply } from '../exchange.ts';
import { component } from '../filters/filter.ts';
import type { RestStorage } from '../registry/rest-storage.ts';
import { notModelled, statusReply, textReply } from '../replies.ts';
import type { RequestAttributes } from '../request-attributes.ts';

/** A client of one node's kubelet; `undefined` when the node has none. */
export type KubeletClient = (node: string) => RestClient | undefined;

export const connectSubresources = ['log', 'exec', 'attach', 'portforward', 'proxy'];

/** The subresources that are forwarded to a kubelet here. */
const served = ['log', 'exec', 'attach', 'portforward'];

/** What the server forwards with. */
interface Forwarding {
  readonly kubelet: KubeletClient;
  readonly sim: Simulation;
  readonly tracer: Tracer;
}

/** Serves such a subresource for a pod in `storage`. */
export function* connectToKubelet(
  exchange: Exchange,
  attrs: RequestAttributes,
  storage: RestStorage,
  { kubelet, sim, tracer }: Forwarding,
): Process<Reply> {
  const { subresource } = attrs;
  if (!served.includes(subresource)) return notModelled(`pods/${subresource}`);
  const get = must(storage.get, 'pods can be read').bind(storage);
  const found = yield* get({ ...attrs, subresource: '' }, { resourceVersion: '' });
  if (!found.ok) return statusReply(found.error);
  const location = locationOf(asObject<Pod>(found.value), exchange, subresource);
  if (!location.ok) return statusReply(location.error);
  const { node, path } = location.value;
  if (node === '') return textReply(200, '');
  // Source: apimachinery pkg/util/proxy upgradeaware.go ServeHTTP.
  if (subresource !== 'log' && exchange.http.headers['upgrade'] === undefined) {
    return statusReply(badRequest('Upgrade request required'));
  }
  const client = kubelet(node);
  if (client === undefined) return statusReply(notFound({ group: '', resource: 'nodes' }, node));
  const method = subresource === 'log' ? 'GET' : 'POST';
  const ref = { resource: 'pods', namespace: attrs.namespace, name: attrs.name };
  const { body: stdin, up, frames: fromClient, headers: asked } = exchange.http;
  const upgrade = up === undefined ? {} : ({ upgrade: true } as const);
  const frames = subresource === 'portforward' ? fromClient : undefined;
  const passed = frames === undefined ? undefined : upgradeOf(asked);
  const sent = defined({ body: stdin, frames, headers: passed });
  const answer = yield* client.send({ method, path, ref, ...sent, ...upgrade });
  if (!answer.ok) return kubeletFailure(answer.error, method, path);
  const { code, body, headers, text, down, frames: toClient } = answer.value;
  const contentType = headers['content-type'] ?? 'text/plain; charset=utf-8';
  if (up !== undefined && down !== undefined) {
    const joined = joinStreams(exchange.http.id, { up, down, own: answer.value.up }, sim, tracer);
    return { code, contentType, down: joined };
  }
  const through = <T>(from: WatchStream<T>): WatchStream<T> => {
    const to = new WatchStream<T>(sim, exchange.http.id);
    to.onClose(() => from.close());
    sim.spawn('stream', passOn(from, to));
    return to;
  };
  if (toClient !== undefined) return { code, contentType, frames: through(toClient) };
  if (text === undefined) return { code, contentType, body };
  return { code, contentType, text: through(text) };
}

interface Joined {
  /** From the client, from the kubelet, and the server's own end towards the kubelet. */
  readonly up: UpStream;
  readonly down: DownStream;
  readonly own: UpStream | undefined;
}

/**
 * Forwards what comes in both directions, until either side ends it; returns what the client hears.
 * Source: UpgradeAwareHandler, FlushWriter.
 */
function joinStreams(
  request: RequestId,
  { up, down, own }: Joined,
  sim: Simulation,
  tracer: Tracer,
): DownStream {
  const sent = (piece: UpPiece | DownPiece): void => {
    const text = pieceText(piece);
    tracer.emit({ type: 'StreamPieceSent', component, request, channel: piece.channel, text });
  };
  const through: DownStream = new WatchStream(sim, request);
  through.onClose(() => down.close());
  if (own !== undefined) sim.spawn('upward stream', passOn(up, own, sent));
  sim.spawn('downward stream', passOn(down, through, sent));
  return through;
}

/** What the kubelet learns of how the client goes on. */
const upgradeOf = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    ['upgrade', 'sec-websocket-protocol'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    ),
  );

interface Location {
  readonly node: string;
  readonly path: string;
}

function locationOf(pod: Pod, exchange: Exchange, subresource: string): Result<Location, Status> {
  const { namespace, name } = pod.metadata;
  const forwards = subresource === 'portforward';
  const asked = exchange.info.query['container'] ?? '';
  const container = forwards ? ok('') : containerOf(pod, asked);
  if (!container.ok) return container;
  const node = pod.spec.nodeName ?? '';
  // The log of a pod without a node is empty; a command has nowhere to run.
  if (node === '' && subresource !== 'log') {
    return err(badRequest(`pod ${name} does not have a host assigned`));
  }
  if (forwards)
    return ok({ node, path: `/portForward/${namespace}/${name}${portsQuery(exchange)}` });
  const place = `${namespace}/${name}/${container.value}`;
  const path = subresource === 'log' ? `/containerLogs/${place}` : `/${subresource}/${place}`;
  return ok({ node, path: path + kubeletQuery(exchange.http.url, subresource) });
}

/** Source: strategy.go streamParams: the ports of PodPortForwardOptions as one value. */
function portsQuery({ http }: Exchange): string {
  const asked = [...http.url.matchAll(/[?&]ports=([^&]*)/g)].map(([, port]) => port);
  return asked.length === 0 ? '' : `?port=${asked.join(',')}`;
}

/** Source: strategy.go validateContainer. */
function containerOf(pod: Pod, asked: string): Result<string, Status> {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const { name } = pod.metadata;
  if (asked !== '') {
    const all = [...containers, ...initContainers, ...ephemeralContainers];
    if (all.some((container) => container.name === asked)) return ok(asked);
    return err(badRequest(`container ${asked} is not valid for pod ${name}`));
  }
  const [first, second] = containers;
  if (first !== undefined && second === undefined) return ok(first.name);
  const names = (of: readonly { readonly name: string }[]): string =>
    of.map((container) => container.name).join(' ');
  const choice = `choose one of: [${names(containers)}]`;
  const init =
    initContainers.length > 0 ? ` or one of the init containers: [${names(initContainers)}]` : '';
  const required = `a container name must be specified for pod ${name}`;
  return err(badRequest(`${required}, ${choice}${init}`));
}

/** The kubelet has other names for the streams of exec. */
const execNames: Readonly<Record<string, string>> = {
  stdin: 'input',
  stdout: 'output',
  stderr: 'error',
  tty: 'tty',
  command: 'command',
};

function kubeletQuery(url: string, subresource: string): string {
  const mark = url.indexOf('?');
  const pairs = mark < 0 ? [] : url.slice(mark + 1).split('&');
  const passed = pairs.flatMap((pair) => {
    const [name = '', value = ''] = pair.split('=');
    if (name === 'container') return [];
    if (subresource === 'log') return [pair];
    const renamed = execNames[name];
    if (renamed === undefined) return [];
    return [`${renamed}=${value === 'true' ? '1' : value}`];
  });
  return passed.length === 0 ? '' : `?${passed.join('&')}`;
}

/** The kubelet's error, or that of Go's client when the kubelet did not answer. */
function kubeletFailure(error: Status, method: 'GET' | 'POST', path: string): Reply {
  if (error.code === 0) {
    const why = error.message ?? '';
    // A log is one request; the others dial a connection first.
    const [, dialled = ''] = /^dial tcp (\S+):/.exec(why) ?? [];
    const detail = method === 'GET' ? `Get "https://${dialled}${path}"` : 'error dialing backend';
    return statusReply(unknownError(`${detail}: ${why}`));
  }
  const raw = error.details?.causes?.find(({ reason }) => reason === 'UnexpectedServerResponse');
  if (raw?.message === undefined) return statusReply(error);
  const { details: _details, ...status } = error;
  return statusReply({ ...status, message: raw.message });
}
