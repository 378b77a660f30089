/**
 * Requests for a port-forward leave HTTP here: for SPDY in a WebSocket, as kubectl asks first; for
 * SPDY on the socket itself, as it asks then; or for channels of a WebSocket, as libraries do.
 *
 * Models k8s.io/apiserver pkg/util/proxy streamtunnel.go, k8s.io/streaming httpstream Handshake and
 * wsstream. In: the request. Out: a connection of frames with the run; or the answer of the server,
 * which looks at the request first.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { OutsideRequest } from '#trace/outside-action';
import { bytesOf } from '../wire/message-bytes.ts';
import { refuseUpgrade } from '../wire/refuse-upgrade.ts';
import type { Receiver, World } from '../world.ts';
import { ChannelForward } from './channel-forward.ts';
import type { ForwardSide, SendFrame } from './forward-side.ts';
import { SpdyForward } from './spdy-forward.ts';

const spdy = 'SPDY/3.1';
const protocol = 'portforward.k8s.io';
const tunnel = `${spdy}+${protocol}`;
const channels = ['v4.channel.k8s.io', 'v4.base64.channel.k8s.io'];
const mostMessageBytes = 4 * 1024 * 1024;
/** What may wait in memory for a client that does not read. */
const mostUnreadBytes = 16 * 1024 * 1024;

/** What was chosen of what a WebSocket offered. */
const chosenProtocols = new WeakMap<IncomingMessage, string>();

interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Makes the connection; called once the server has agreed. */
type Accept = (send: SendFrame, made: (side: ForwardSide) => void) => void;

/** Whether the path is that of a port-forward. */
export const isPortForward = (url: string | undefined): boolean =>
  /^[^?]*\/portforward(?:\?|$)/.test(url ?? '');

export class PortForwardDoor {
  readonly #world: World;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: mostMessageBytes });

  constructor(world: World) {
    this.#world = world;
    this.#sockets.on('headers', (lines, request) => {
      const chosen = chosenProtocols.get(request);
      if (chosen !== undefined) lines.push(`Sec-WebSocket-Protocol: ${chosen}`);
    });
  }

  /** `refused` writes the body of an answer that is not an upgrade. */
  open(http: OutsideRequest, upgrade: Upgrade, bodyOf: (body: unknown) => Uint8Array): void {
    const { socket } = upgrade;
    let side: ForwardSide | undefined;
    const receiver: Receiver = {
      answered: (response) => {
        if (response.code >= 400) {
          const type = response.headers['content-type'];
          refuseUpgrade(socket, response.code, bodyOf(response.body), type);
          return;
        }
        const accept = acceptOf(this.#sockets, http, upgrade);
        if (typeof accept !== 'function') {
          this.#world.hangUp(number);
          return refuseUpgrade(socket, accept.code, accept.text);
        }
        accept(
          (frame) => this.#world.forward(number, frame),
          (made) => {
            side = made;
          },
        );
      },
      received: () => undefined,
      forwarded: (frame) => {
        side?.forwarded(frame);
        if (socket.writableLength > mostUnreadBytes) socket.destroy();
      },
      ended: () => side?.ended(),
      failed: () => socket.destroy(),
    };
    const number = this.#world.send(http, receiver);
    socket.on('close', () => this.#world.hangUp(number));
  }
}

interface Refusal {
  readonly code: number;
  readonly text: string;
}

function acceptOf(
  sockets: WebSocketServer,
  http: OutsideRequest,
  upgrade: Upgrade,
): Accept | Refusal {
  const { headers, url } = http;
  const wanted = (headers['upgrade'] ?? '').toLowerCase();
  if (wanted === spdy.toLowerCase()) return spdyAccept(headers, upgrade);
  if (wanted !== 'websocket') {
    const missing = 'unable to upgrade: missing upgrade headers in request';
    return { code: 400, text: `${missing}\n` };
  }
  const offered = (headers['sec-websocket-protocol'] ?? '').split(/, */);
  const known = [tunnel, ...channels, ''];
  const chosen = offered.find((each) => known.includes(each));
  if (chosen === undefined) {
    const accepted = `client supports ${goList(offered)}, server accepts ${goList(known)}`;
    return { code: 403, text: `unable to negotiate protocol: ${accepted}\n` };
  }
  const { request, socket, head } = upgrade;
  const asked = new URLSearchParams(url.split('?')[1] ?? '').getAll('ports');
  const ports = asked.flatMap((list) => list.split(',')).map(Number);
  return (send, made) => {
    // The tunnel's name has a slash, which the library takes for a fault; so it is not shown it.
    delete request.headers['sec-websocket-protocol'];
    if (chosen !== '') chosenProtocols.set(request, chosen);
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      made(sideOf(webSocket, chosen, ports, send));
    });
  };
}

function sideOf(
  webSocket: WebSocket,
  chosen: string,
  ports: readonly number[],
  send: SendFrame,
): ForwardSide {
  const side =
    chosen === tunnel
      ? new SpdyForward(
          (bytes) => webSocket.send(bytes),
          send,
          () => webSocket.close(1000),
        )
      : new ChannelForward(webSocket, chosen.includes('base64'), ports, send);
  webSocket.on('message', (data) => side.receive(bytesOf(data)));
  return side;
}

/** Source: httpstream.go Handshake. */
function spdyAccept(
  headers: OutsideRequest['headers'],
  { request, socket, head }: Upgrade,
): Accept | Refusal {
  const name = 'X-Stream-Protocol-Version';
  const asked = headers[name.toLowerCase()];
  const refused = 'unable to upgrade';
  if (asked === undefined) {
    const count = Object.keys(request.headers).length;
    const text = `${refused}: header ${name} does not exist in request with ${count} headers\n`;
    return { code: 400, text };
  }
  const offered = asked.split(/, */).filter((each) => each !== '');
  if (!offered.includes(protocol)) {
    const accepted = `client supports ${goList(offered)}, server accepts ${goList([protocol])}`;
    return { code: 403, text: `${refused}: unable to negotiate protocol: ${accepted}\n` };
  }
  return (send, made) => {
    const lines = [`Connection: Upgrade`, `Upgrade: ${spdy}`, `${name}: ${protocol}`];
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    const side = new SpdyForward(
      (bytes) => void socket.write(bytes),
      send,
      () => socket.end(),
    );
    made(side);
    if (head.length > 0) side.receive(head);
    socket.on('data', (bytes) => side.receive(bytes));
    socket.on('end', () => socket.destroy());
  };
}

/** As Go prints a slice of texts with %v. */
const goList = (items: readonly string[]): string => `[${items.join(' ')}]`;
