/**
 * Requests that leave HTTP for a WebSocket: exec and attach; `port-forward/` takes its own.
 *
 * A request for exec or attach enters the simulation at once; when the server agrees to upgrade,
 * the socket becomes a WebSocket, and pieces of its channels go both ways (`remote-command/`).
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type WebSocket, WebSocketServer } from 'ws';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { OutsidePiece, OutsideRequest } from '#trace/outside-action';
import { isPortForward, PortForwardDoor } from './port-forward/port-forward-door.ts';
import { RemoteCommand } from './remote-command/remote-command.ts';
import type { Calendar } from './wire/calendar.ts';
import { encodeBody } from './wire/encode-body.ts';
import { jsonType } from './wire/media-type.ts';
import { certificateOf, outsideRequestOf } from './wire/outside-request.ts';
import { refuseUpgrade } from './wire/refuse-upgrade.ts';
import type { Receiver, World } from './world.ts';

const protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io', 'channel.k8s.io'];
/** For a stream of bytes, such as a log: each message is a piece of it. */
const binaryProtocol = 'binary.k8s.io';
/** Of one message. */
const mostInputBytes = 3 * 1024 * 1024;

export class UpgradeDoor {
  readonly #world: World;
  readonly #calendar: Calendar;
  readonly #portForwards: PortForwardDoor;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: mostInputBytes,
    handleProtocols: (offered) =>
      [...protocols, binaryProtocol].find((known) => offered.has(known)) ?? false,
  });

  constructor(world: World, calendar: Calendar) {
    this.#world = world;
    this.#calendar = calendar;
    this.#portForwards = new PortForwardDoor(world);
  }

  /** Answers one request for an upgrade. */
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const certificate = socket instanceof TLSSocket ? certificateOf(socket) : undefined;
    const http = outsideRequestOf(request, Buffer.alloc(0), certificate, this.#calendar);
    if (http !== undefined && isPortForward(request.url)) {
      const bodyOf = (body: unknown) => encodeBody(body, jsonType, this.#calendar).bytes;
      this.#portForwards.open(http, { request, socket, head }, bodyOf);
      return;
    }
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(/, */);
    const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    const isLog = /^[^?]*\/log(?:\?|$)/.test(request.url ?? '');
    const known = isLog ? [binaryProtocol] : protocols;
    const isKnown = isWebSocket && known.some((each) => offered.includes(each));
    if (http === undefined || !isKnown) {
      const only = `only exec and attach over WebSocket (${protocols.join(', ')}) are modelled`;
      refuseUpgrade(socket, 400, `unable to upgrade: ${only} by this simulator\n`);
      return;
    }
    const accept = (then: (webSocket: WebSocket) => void): void =>
      this.#sockets.handleUpgrade(request, socket, head, then);
    this.#connect(isLog ? http : { ...http, upgrade: true }, socket, accept, isLog);
  }

  /** A refusal is still an answer in HTTP; once the server agrees, pieces go both ways. */
  #connect(
    http: OutsideRequest,
    socket: Duplex,
    accept: (then: (webSocket: WebSocket) => void) => void,
    isLog: boolean,
  ): void {
    let command: RemoteCommand | undefined;
    let bytes: Bytes | undefined;
    const receiver: Receiver = {
      answered: (response, streams) => {
        if (response.code >= 400) {
          const { bytes } = encodeBody(response.body, jsonType, this.#calendar);
          refuseUpgrade(socket, response.code, bytes, response.headers['content-type']);
          return;
        }
        accept((webSocket) => {
          webSocket.on('close', () => this.#world.hangUp(number));
          if (isLog) bytes = new Bytes(webSocket);
          else {
            const send = (piece: OutsidePiece): void => this.#world.sendPiece(number, piece);
            command = new RemoteCommand(webSocket, send);
          }
          if (!streams) (bytes ?? command)?.finish(response);
        });
      },
      received: (piece) => bytes?.received(piece),
      streamed: (piece) => command?.streamed(piece),
      ended: () => (bytes ?? command)?.succeed(),
      failed: () => {
        const open = bytes ?? command;
        if (open === undefined) socket.destroy();
        else open.breakOff();
      },
    };
    const number = this.#world.send(http, receiver);
    socket.on('close', () => this.#world.hangUp(number));
  }
}

/** A text in pieces, each a message. Models wsstream Reader. */
class Bytes {
  readonly #webSocket: WebSocket;

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket;
  }

  received(piece: unknown): void {
    this.#webSocket.send(Buffer.from(String(piece)));
  }

  succeed(): void {
    this.#webSocket.close(1000);
  }

  breakOff(): void {
    this.#webSocket.terminate();
  }

  finish({ body }: HttpResponse): void {
    if (typeof body === 'string' && body !== '') this.received(body);
    this.succeed();
  }
}
