/**
 * The clients outside the simulation: a real kubectl, an operator's tests. Their requests enter
 * here at a moment of virtual time and go over a link to the API server like any other's.
 *
 * In: what clients do (`OutsideAction`). Out: requests, facts as every client leaves them, and to
 * whoever listens the answers in the moment in which they arrive. Without a listener the same
 * happens, so a recorded session needs no client.
 */
import type { Environment } from '#cluster/environment';
import type { WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { HttpRequest, HttpResponse, RoundTripper } from '#k8s.io/client-go/rest/http';
import type {
  DownPiece,
  DownStream,
  UpPiece,
  UpStream,
} from '#k8s.io/client-go/rest/remote-command';
import type { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { type OpenStream, WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { ObjectRef } from '#trace/fact';
import type { ClientAction, OutsideRequest } from '#trace/outside-action';
import type { PortForwardFrame } from '#trace/port-forward-frame';

const component = 'outside';

/** Hears what arrives for the clients; `request` is the number of the `OutsideAction`. */
export interface OutsideListener {
  /** The head of the answer, with its body unless `streams`. */
  answered(request: number, response: HttpResponse, streams: boolean): void;
  /** The next watch event, or the next piece of a text. */
  received(request: number, piece: WatchEvent | string): void;
  /** What comes next through exec or attach. */
  streamed?(request: number, piece: DownPiece): void;
  /** What comes next on a port-forward. */
  forwarded?(request: number, frame: PortForwardFrame): void;
  /** The streamed body has ended. */
  ended(request: number): void;
  /** No answer came: `connection refused`, `EOF`. */
  failed(request: number, message: string): void;
}

type Body = WatchStream<WatchEvent> | WatchStream<string> | DownStream;

interface Conversation {
  readonly task: Task;
  /** What the client sends through an upgraded connection. */
  readonly up: UpStream | undefined;
  /** What the client sends on a port-forward. */
  readonly frames: WatchStream<PortForwardFrame> | undefined;
  stream?: OpenStream;
}

export class OutsideClients {
  readonly #env: Environment;
  readonly #transport: RoundTripper;
  readonly #requestIds: RequestIds;
  readonly #open = new Map<number, Conversation>();
  listener: OutsideListener | undefined;

  constructor(env: Environment, transport: RoundTripper, requestIds: RequestIds) {
    this.#env = env;
    this.#transport = transport;
    this.#requestIds = requestIds;
  }

  /** Does what a client does, at this moment and under its cause. */
  take(action: ClientAction): void {
    if (action.kind === 'hangup') {
      this.#hangUp(action.request);
      return;
    }
    if (action.kind === 'piece') {
      this.#open.get(action.request)?.up?.send(action.piece);
      return;
    }
    if (action.kind === 'frame') {
      this.#open.get(action.request)?.frames?.send(action.frame);
      return;
    }
    const { request, http } = action;
    const sent = this.#requestOf(http);
    const task = this.#env.sim.spawn(`outside ${request}`, this.#converse(request, sent));
    this.#open.set(request, { task, up: sent.up, frames: sent.frames });
  }

  /** Gives up the request: the server drops it, or closes its stream. */
  #hangUp(request: number): void {
    const conversation = this.#open.get(request);
    if (conversation === undefined) return;
    this.#open.delete(request);
    conversation.up?.close();
    conversation.frames?.close();
    conversation.stream?.close();
    conversation.task.cancel();
  }

  *#converse(number: number, request: HttpRequest): Process {
    const { tracer } = this.#env;
    this.#emitSent(request);
    const answer = yield* this.#transport.roundTrip(request);
    if (!answer.ok) {
      const { message } = answer.error;
      tracer.emit({ type: 'ConnectionFailed', component, request: request.id, message });
      this.#open.delete(number);
      this.listener?.failed(number, message);
      return;
    }
    const { code, stream, text, down, frames } = answer.value;
    tracer.emit({ type: 'ResponseReceived', component, request: request.id, code });
    const body = stream ?? text ?? down;
    this.listener?.answered(number, answer.value, (body ?? frames) !== undefined);
    if (body !== undefined) yield* this.#follow(number, body);
    else if (frames !== undefined) yield* this.#forward(number, frames);
    this.#open.delete(number);
  }

  *#follow(number: number, body: Body): Process {
    const conversation = this.#open.get(number);
    if (conversation !== undefined) conversation.stream = body;
    for (;;) {
      const piece: WatchEvent | string | DownPiece | undefined = yield* body.receive();
      if (piece === undefined) break;
      if (typeof piece === 'object' && 'channel' in piece) this.listener?.streamed?.(number, piece);
      else this.listener?.received(number, piece);
    }
    this.listener?.ended(number);
  }

  *#forward(number: number, frames: WatchStream<PortForwardFrame>): Process {
    const conversation = this.#open.get(number);
    if (conversation !== undefined) conversation.stream = frames;
    for (;;) {
      const frame = yield* frames.receive();
      if (frame === undefined) break;
      this.listener?.forwarded?.(number, frame);
    }
    this.listener?.ended(number);
  }

  #requestOf(http: OutsideRequest): HttpRequest {
    const { method, url, headers, body, certificate, duplicates, upgrade } = http;
    const id = this.#requestIds.next();
    const forwards = /^[^?]*\/portforward(?:\?|$)/.test(url) && headers['upgrade'] !== undefined;
    return {
      id,
      ...(upgrade === true && { up: new WatchStream<UpPiece>(this.#env.sim, id) }),
      method,
      url,
      headers,
      ...(body !== undefined && { body }),
      ...(duplicates !== undefined && { duplicates }),
      ...(certificate !== undefined && { peerCertificate: certificate }),
      ...(forwards && { frames: new WatchStream<PortForwardFrame>(this.#env.sim, id) }),
    };
  }

  #emitSent({ id, method, url, headers, body, peerCertificate }: HttpRequest): void {
    const { authorization } = headers;
    this.#env.tracer.emit({
      type: 'RequestSent',
      component,
      request: id,
      method,
      url,
      headers:
        authorization === undefined ? headers : { ...headers, authorization: 'Bearer <masked>' },
      userAgent: headers['user-agent'] ?? '',
      user: peerCertificate?.commonName ?? (authorization === undefined ? 'system:anonymous' : ''),
      ref: refOf(url),
      ...(body !== undefined && { body }),
    });
  }
}

/** What a client knows of its object is in the path. */
function refOf(url: string): ObjectRef {
  const [, root = '', ...rest] = (url.split('?', 1)[0] ?? '').split('/');
  if (root !== 'api' && root !== 'apis') return { resource: '', namespace: '', name: url };
  const group = root === 'apis' ? (rest.shift() ?? '') : '';
  const [, first = '', second = '', ...more] = rest;
  const isNamespaced = first === 'namespaces' && more.length > 0;
  const [resource = '', name = ''] = isNamespaced ? more : [first, second];
  return {
    resource: group === '' ? resource : `${resource}.${group}`,
    namespace: isNamespaced ? second : '',
    name,
  };
}
