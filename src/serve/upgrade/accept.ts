/**
 * Makes the connection that a client and the server have agreed on: a WebSocket, SPDY on the socket
 * itself, or SPDY in a WebSocket.
 *
 * Models k8s.io/streaming httpstream spdy upgrade.go UpgradeResponse and wsstream Open, and
 * apiserver pkg/util/proxy streamtunnel.go.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { bytesOf } from '../wire/message-bytes.ts';
import { type Channel, ChannelStreams } from './channel-streams.ts';
import { protocolHeader, type Way } from './negotiate.ts';
import { SpdySession } from './spdy-session.ts';
import type { StreamHandler, Streams } from './streams.ts';

/** Of one message. */
const mostMessageBytes = 4 * 1024 * 1024;
/** The protocol that SPDY in a WebSocket carries. */
const tunnelled = 'portforward.k8s.io';

/** A request that asks to leave HTTP, as Node hands it out. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

type Begin = (streams: Streams) => StreamHandler;
type Channels = readonly (Channel | undefined)[] | undefined;

export class Acceptor {
  /** What was chosen of what a WebSocket offered. */
  readonly #chosen = new WeakMap<IncomingMessage, string>();
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: mostMessageBytes });

  constructor() {
    this.#sockets.on('headers', (lines, request) => {
      const chosen = this.#chosen.get(request);
      if (chosen !== undefined) lines.push(`Sec-WebSocket-Protocol: ${chosen}`);
    });
  }

  /** Switches the connection over; `begin` gets its streams. */
  accept({ wire, protocol }: Way, upgrade: Upgrade, channels: Channels, begin: Begin): void {
    if (wire === 'SPDY') {
      switchToSpdy(upgrade, protocol, begin);
      return;
    }
    const { request, socket, head } = upgrade;
    // The tunnel's name has a slash, which the library takes for a fault; so it is not shown it.
    delete request.headers['sec-websocket-protocol'];
    if (protocol !== '') this.#chosen.set(request, protocol);
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      if (wire === 'WebSocket') new ChannelStreams(webSocket, protocol, channels, begin);
      else openTunnel(webSocket, begin);
    });
  }
}

function openTunnel(webSocket: WebSocket, begin: Begin): void {
  const transport = {
    write: (bytes: Uint8Array) => webSocket.send(bytes),
    end: () => webSocket.close(1000),
  };
  const session = new SpdySession(tunnelled, transport, begin);
  webSocket.on('message', (data) => session.receive(bytesOf(data)));
}

function switchToSpdy({ socket, head }: Upgrade, protocol: string, begin: Begin): void {
  const lines = ['Connection: Upgrade', 'Upgrade: SPDY/3.1', `${protocolHeader}: ${protocol}`];
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
  const transport = {
    write: (bytes: Uint8Array) => void socket.write(bytes),
    end: () => void socket.end(),
  };
  const session = new SpdySession(protocol, transport, begin);
  if (head.length > 0) session.receive(head);
  socket.on('data', (bytes) => session.receive(bytes));
  socket.on('end', () => socket.destroy());
}
