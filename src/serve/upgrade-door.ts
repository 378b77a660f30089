/**
 * Requests that leave HTTP for a WebSocket: exec and attach; `port-forward/` takes its own.
 *
 * Models k8s.io/streaming pkg/httpstream/wsstream: in subprotocols v4 and v5 of channel.k8s.io the
 * first byte of a message names the channel. The simulated kubelet takes standard input as a whole
 * and has no terminals: a command runs once its input has ended, and a terminal is refused.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { type WebSocket, WebSocketServer } from 'ws';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { OutsideRequest } from '#trace/outside-action';
import { isPortForward, PortForwardDoor } from './port-forward/port-forward-door.ts';
import type { Calendar } from './wire/calendar.ts';
import { encodeBody } from './wire/encode-body.ts';
import { jsonType } from './wire/media-type.ts';
import { bytesOf } from './wire/message-bytes.ts';
import { certificateOf, outsideRequestOf } from './wire/outside-request.ts';
import { refuseUpgrade } from './wire/refuse-upgrade.ts';
import type { Receiver, World } from './world.ts';

const protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io', 'channel.k8s.io'];
/** For a stream of bytes, such as a log: each message is a piece of it. */
const binaryProtocol = 'binary.k8s.io';
/** Source: apimachinery remotecommand constants.go. */
const channel = { stdin: 0, stdout: 1, stderr: 2, error: 3, close: 255 } as const;
/** Standard input is a body, and as large at most. */
const mostInputBytes = 3 * 1024 * 1024;

/** What the simulated kubelet answers to exec. */
interface ExecResult {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number;
  /** The command could not be run. */
  readonly error?: string;
}

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
    const query = new URLSearchParams(http.url.split('?')[1] ?? '');
    if (isOn(query.get('tty'))) {
      accept((webSocket) => fail(webSocket, 'a terminal is not modelled by this simulator'));
    } else if (isOn(query.get('stdin'))) {
      accept((webSocket) => this.#collect(http, webSocket));
    } else this.#connect(http, socket, accept, isLog);
  }

  /** Without input: a refusal is still an answer in HTTP. */
  #connect(
    http: OutsideRequest,
    socket: Duplex,
    accept: (then: (webSocket: WebSocket) => void) => void,
    isLog: boolean,
  ): void {
    let accepted: Channels | Bytes | undefined;
    const receiver: Receiver = {
      answered: (response, streams) => {
        if (response.code >= 400) {
          const { bytes } = encodeBody(response.body, jsonType, this.#calendar);
          refuseUpgrade(socket, response.code, bytes, response.headers['content-type']);
          return;
        }
        accept((webSocket) => {
          accepted = isLog ? new Bytes(webSocket) : new Channels(webSocket);
          webSocket.on('close', () => this.#world.hangUp(number));
          if (!streams) accepted.finish(response);
        });
      },
      received: (piece) => accepted?.received(piece),
      ended: () => accepted?.succeed(),
      failed: () => (accepted === undefined ? socket.destroy() : accepted.breakOff()),
    };
    const number = this.#world.send(http, receiver);
    socket.on('close', () => this.#world.hangUp(number));
  }

  /** Collects standard input until the client closes that channel, then runs the command. */
  #collect(http: OutsideRequest, webSocket: WebSocket): void {
    const pieces: Buffer[] = [];
    let size = 0;
    let number: number | undefined;
    const channels = new Channels(webSocket);
    webSocket.on('error', () => webSocket.terminate());
    webSocket.on('close', () => {
      if (number !== undefined) this.#world.hangUp(number);
    });
    webSocket.on('message', (data) => {
      const message = bytesOf(data);
      if (number !== undefined) return;
      if (message[0] === channel.stdin) {
        size += message.length;
        if (size > mostInputBytes) fail(webSocket, 'the standard input is too large');
        else pieces.push(message.subarray(1));
      } else if (message[0] === channel.close && message[1] === channel.stdin) {
        const stdin = Buffer.concat(pieces).toString('utf8');
        number = this.#world.send({ ...http, body: { stdin } }, channels);
      }
    });
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

/** The channels of one WebSocket, and the answer that goes into them. */
class Channels implements Receiver {
  readonly #webSocket: WebSocket;

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket;
  }

  answered(response: HttpResponse, streams: boolean): void {
    if (!streams) this.finish(response);
  }

  received(piece: unknown): void {
    this.send(channel.stdout, String(piece));
  }

  ended(): void {
    this.succeed();
  }

  failed(message: string): void {
    fail(this.#webSocket, message);
  }

  send(to: number, text: string): void {
    this.#webSocket.send(Buffer.concat([Buffer.of(to), Buffer.from(text)]));
  }

  /** In the first protocol, silence is success. */
  succeed(): void {
    if (this.#webSocket.protocol === 'channel.k8s.io') this.#webSocket.close(1000);
    else this.#end({ metadata: {}, status: 'Success' });
  }

  breakOff(): void {
    this.#webSocket.terminate();
  }

  /** The whole result of a command, or the Status of a refusal. */
  finish({ code, body }: HttpResponse): void {
    if (code >= 400) {
      this.#end(body);
      return;
    }
    const { stdout = '', stderr = '', exitCode = 0, error } = (body ?? {}) as ExecResult;
    if (stdout !== '') this.send(channel.stdout, stdout);
    if (stderr !== '') this.send(channel.stderr, stderr);
    if (error !== undefined) fail(this.#webSocket, error);
    else if (exitCode === 0) this.succeed();
    else this.#end(exitStatus(exitCode));
  }

  #end(status: unknown): void {
    this.send(channel.error, JSON.stringify(status));
    this.#webSocket.close(1000);
  }
}

/** Source: kubelet remotecommand exec.go ServeExec. */
const exitStatus = (exitCode: number): object => ({
  metadata: {},
  status: 'Failure',
  message:
    'command terminated with non-zero exit code: ' +
    `command terminated with exit code ${exitCode}`,
  reason: 'NonZeroExitCode',
  details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
});

/** Ends with the Status of a failure. */
function fail(webSocket: WebSocket, message: string): void {
  const status = { metadata: {}, status: 'Failure', message, reason: 'InternalError', code: 500 };
  webSocket.send(Buffer.concat([Buffer.of(channel.error), Buffer.from(JSON.stringify(status))]));
  webSocket.close(1000);
}

/** Go's clients write a switch in both ways. */
const isOn = (value: string | null): boolean => value === 'true' || value === '1';
