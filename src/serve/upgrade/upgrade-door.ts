/**
 * The one place where requests leave HTTP: exec, attach, port-forward and logs, over WebSocket and
 * SPDY.
 *
 * The request enters the simulation first, so that a server that refuses it still answers in HTTP.
 * Once it agrees, the connection is switched over (`accept.ts`), and the streams of the client and
 * the run go on together (`service.ts`). Models k8s.io/apimachinery pkg/util/proxy upgradeaware.go.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { OutsideRequest } from '#trace/outside-action';
import type { OutsideDoor, Receiver } from '#worker/door/outside-door';
import type { Calendar } from '../wire/calendar.ts';
import { encodeBody } from '../wire/encode-body.ts';
import { jsonType } from '../wire/media-type.ts';
import { certificateOf, outsideRequestOf } from '../wire/outside-request.ts';
import { Acceptor, type Upgrade } from './accept.ts';
import { negotiate } from './negotiate.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { type Service, serviceOf } from './service.ts';
import type { RunSide, Session } from './session.ts';

/** What may wait in memory for a client that does not read. */
const mostUnreadBytes = 16 * 1024 * 1024;
const notModelled =
  'unable to upgrade: this simulator upgrades exec, attach, port-forward and logs alone\n';

export class UpgradeDoor {
  readonly #door: OutsideDoor;
  readonly #calendar: Calendar;
  readonly #acceptor = new Acceptor();

  constructor(door: OutsideDoor, calendar: Calendar) {
    this.#door = door;
    this.#calendar = calendar;
  }

  /** Answers one request for an upgrade. */
  open(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const certificate = socket instanceof TLSSocket ? certificateOf(socket) : undefined;
    const http = outsideRequestOf(request, Buffer.alloc(0), certificate, this.#calendar);
    const service = serviceOf(request.url ?? '');
    if (http === undefined || service === undefined) refuseUpgrade(socket, 400, notModelled);
    else this.#ask(http, service, { request, socket, head });
  }

  #ask(http: OutsideRequest, service: Service, upgrade: Upgrade): void {
    const { request, socket } = upgrade;
    const way = negotiate(service, http.headers, Object.keys(request.headers).length);
    let session: Session | undefined;
    const receiver: Receiver = {
      answered: (response, streams) => {
        if (!way.ok && (response.code < 400 || asksForUpgrade(response))) {
          this.#door.hangUp(number);
          refuseUpgrade(socket, way.error.code, way.error.text);
        } else if (!way.ok || response.code >= 400) this.#refuse(socket, response);
        else {
          this.#acceptor.accept(way.value, upgrade, service.channels?.(http), (made) => {
            session = service.begin(made, http, run);
            return session;
          });
          if (!streams) session?.answered(response);
        }
      },
      received: (piece) => {
        session?.text?.(piece);
        bound(socket);
      },
      streamed: (piece) => {
        session?.streamed?.(piece);
        bound(socket);
      },
      forwarded: (frame) => {
        session?.forwarded?.(frame);
        bound(socket);
      },
      ended: () => session?.ended(),
      failed: () => socket.destroy(),
    };
    // Without a common protocol the server looks at the request, and nothing is begun.
    const number = this.#door.send(way.ok ? service.asked(http) : plain(http), receiver);
    const run: RunSide = {
      piece: (piece) => this.#door.sendPiece(number, piece),
      frame: (frame) => this.#door.forward(number, frame),
    };
    socket.on('close', () => this.#door.hangUp(number));
  }

  #refuse(socket: Duplex, { code, headers, body }: HttpResponse): void {
    const { bytes } = encodeBody(body, jsonType, this.#calendar);
    refuseUpgrade(socket, code, bytes, headers['content-type']);
  }
}

/** A client that does not read loses its connection. */
function bound(socket: Duplex): void {
  if (socket.writableLength > mostUnreadBytes) socket.destroy();
}

/** The same request without its wish to be upgraded. */
function plain(http: OutsideRequest): OutsideRequest {
  const { upgrade: _upgrade, ...headers } = http.headers;
  return { ...http, headers };
}

/** Whether nothing but an upgrade is missing. Source: upgradeaware.go ServeHTTP. */
const asksForUpgrade = ({ body }: HttpResponse): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'message' in body &&
  body.message === 'Upgrade request required';
