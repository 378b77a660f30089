/**
 * Node's HTTPS server in front of the simulated API server: each request becomes an input of the
 * run, each answer goes back when the run reaches it.
 *
 * HTTP/1.1 and HTTP/2 on one port. A client that goes away ends its request in the run too; one
 * that does not read its watch is cut off, so that memory is bounded.
 */
import type { ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer, type Http2ServerResponse } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { OutsideDoor, Receiver } from '#worker/door/outside-door';
import type { KeyPair } from './certificates.ts';
import { UpgradeDoor } from './upgrade/upgrade-door.ts';
import type { Calendar } from './wire/calendar.ts';
import { BodyEncoder, type Encoded, PieceEncoder } from './wire/encode-body.ts';
import { jsonType } from './wire/media-type.ts';
import { certificateOf, outsideRequestOf, type ServerRequest } from './wire/outside-request.ts';

type Response = ServerResponse | Http2ServerResponse;

/** Somewhat more than the server takes, so that the server itself refuses what is too large. */
const mostBodyBytes = 3 * 1024 * 1024 + 64 * 1024;
/** What may wait in memory for a client that does not read. */
const mostUnreadBytes = 16 * 1024 * 1024;
/** Smaller answers are not worth the time. Source: responsewriters defaultGzipThresholdBytes. */
const gzipFrom = 128 * 1024;
const mostConnections = 2000;
/** As kube-apiserver's flag --http2-max-streams-per-connection. */
const mostStreams = 1000;
const bodyMilliseconds = 60_000;
/** Real milliseconds between two looks whether the API server's process runs. */
const lookMilliseconds = 20;
/** Source: secure_serving.go MaxHeaderBytes; Node alone would take 16 KiB. */
const mostHeaderBytes = 1 << 20;
/** Source: net/http server.go rstAvoidanceDelay. */
const lingerMilliseconds = 500;

export class ApiListener {
  readonly #door: OutsideDoor;
  readonly #calendar: Calendar;
  readonly #encoders: Encoders;
  readonly #server: Http2SecureServer;
  readonly #sockets = new Set<TLSSocket>();
  #watch: NodeJS.Timeout | undefined;

  constructor(door: OutsideDoor, calendar: Calendar, identity: KeyPair, authority: string) {
    this.#door = door;
    this.#calendar = calendar;
    const [pieces, bodies] = [new PieceEncoder(calendar), new BodyEncoder(calendar)];
    this.#encoders = { calendar, pieces, bodies };
    this.#server = createSecureServer({
      allowHTTP1: true,
      key: identity.key,
      cert: identity.certificate,
      ca: authority,
      requestCert: true,
      rejectUnauthorized: false,
      settings: { maxConcurrentStreams: mostStreams, maxHeaderListSize: mostHeaderBytes },
    });
    // A server of HTTP/2 takes no option for those that speak HTTP/1.1.
    Object.assign(this.#server, { maxHeaderSize: mostHeaderBytes });
    this.#server.maxConnections = mostConnections;
    this.#server.on('request', (request, response) => this.#receive(request, response));
    this.#server.on('secureConnection', (socket) => this.#remember(socket));
    // A client that breaks the handshake or the protocol loses its own connection only.
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy());
    this.#server.on('sessionError', (_error, session) => session.destroy());
    this.#server.on('clientError', refuseUnread);
    const upgrades = new UpgradeDoor(door, calendar);
    this.#server.on('upgrade', (request, socket, head) => upgrades.open(request, socket, head));
  }

  /** Listens; resolves with the port. Rejects when the port is taken. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      // While the run works, all that may be open may come at once: as many wait to be accepted.
      this.#server.listen({ port, host, backlog: mostConnections }, resolve);
    });
    const address = this.#server.address();
    const taken = typeof address === 'object' && address !== null ? address.port : port;
    if (this.#door.listens !== undefined) this.#watch = this.#followProcess(taken, host);
    return taken;
  }

  /** While the API server's process does not run, its port is closed: connections are refused. */
  #followProcess(port: number, host: string): NodeJS.Timeout {
    const look = (): void => {
      const { listens } = this.#door;
      if (listens === this.#server.listening) return;
      if (listens) this.#server.listen({ port, host, backlog: mostConnections });
      else this.#end();
    };
    return setInterval(look, lookMilliseconds).unref();
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    clearInterval(this.#watch);
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.once('close', resolve));
    this.#end();
    await closed;
  }

  #end(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #remember(socket: TLSSocket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  #receive(request: ServerRequest, response: Response): void {
    if (hasNoBody(request)) {
      this.#send(request, response, noBody);
      return;
    }
    const pieces: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => reset(response), bodyMilliseconds);
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= mostBodyBytes) pieces.push(piece);
    });
    request.on('end', () => {
      clearTimeout(timer);
      if (size > mostBodyBytes) refuse(response, 413, 'Request entity too large');
      else this.#send(request, response, Buffer.concat(pieces));
    });
    request.on('error', () => clearTimeout(timer));
    request.on('close', () => clearTimeout(timer));
  }

  #send(request: ServerRequest, response: Response, body: Buffer): void {
    const certificate = certificateOf(socketOf(request));
    const http = outsideRequestOf(request, body, certificate, this.#calendar);
    if (http === undefined) {
      refuse(response, 405, '405: method not allowed');
      return;
    }
    const receiver = new HttpReceiver(request, response, this.#encoders);
    const number = this.#door.send(http, receiver);
    response.on('error', () => reset(response));
    // After the end of an answer this does nothing.
    response.on('close', () => this.#door.hangUp(number));
  }
}

interface Encoders {
  readonly calendar: Calendar;
  readonly bodies: BodyEncoder;
  readonly pieces: PieceEncoder;
}

const noBody = Buffer.alloc(0);

/** Whether nothing follows the head, so that there is nothing to wait for. */
function hasNoBody(request: ServerRequest): boolean {
  if ('stream' in request) return request.stream.endAfterHeaders;
  const { headers } = request;
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

const notModified = 304;
/** By their media types. */
const encodedBodies = new WeakMap<object, Map<string, Encoded>>();
const packedBodies = new WeakMap<Encoded, Uint8Array>();

/** Writes one answer. */
class HttpReceiver implements Receiver {
  readonly #request: ServerRequest;
  readonly #response: Response;
  readonly #encoders: Encoders;
  #contentType = jsonType;

  constructor(request: ServerRequest, response: Response, encoders: Encoders) {
    this.#request = request;
    this.#response = response;
    this.#encoders = encoders;
  }

  answered(answer: HttpResponse, streams: boolean): void {
    const response = this.#response;
    this.#contentType = answer.headers['content-type'] ?? jsonType;
    const headers: Record<string, string> = { ...answer.headers, date: new Date().toUTCString() };
    const { expires } = headers;
    if (expires !== undefined)
      headers['expires'] = this.#encoders.calendar.outgoingHttpDate(expires);
    if (streams) {
      response.writeHead(answer.code, headers);
      // HTTP/2 has sent its head already.
      if ('flushHeaders' in response) response.flushHeaders();
      return;
    }
    if (answer.code === notModified) {
      delete headers['content-type'];
      response.writeHead(answer.code, headers);
      response.end();
      return;
    }
    const encoded = this.#encoded(answer);
    headers['content-type'] = encoded.contentType;
    const body = this.#packed(encoded, headers);
    headers['content-length'] = String(body.length);
    response.writeHead(answer.code, headers);
    if (this.#request.method === 'HEAD') response.end();
    else response.end(body);
  }

  received(piece: WatchEvent | string): void {
    write(this.#response, this.#encoders.pieces.encode(piece, this.#contentType));
    if (unread(this.#response) > mostUnreadBytes) reset(this.#response);
  }

  ended(): void {
    this.#response.end();
  }

  failed(): void {
    reset(this.#response);
  }

  /** A body with a tag is the same for everybody, so its bytes are made once. */
  #encoded({ headers, body }: HttpResponse): Encoded {
    const make = (): Encoded => this.#encoders.bodies.encode(body, this.#contentType);
    if (headers['etag'] === undefined || typeof body !== 'object' || body === null) return make();
    const known = encodedBodies.get(body) ?? new Map<string, Encoded>();
    const encoded = known.get(this.#contentType) ?? make();
    encodedBodies.set(body, known.set(this.#contentType, encoded));
    return encoded;
  }

  /** Large answers in gzip, for a client that takes it. */
  #packed(encoded: Encoded, headers: Record<string, string>): Uint8Array {
    const accepted = String(this.#request.headers['accept-encoding']);
    if (encoded.bytes.length < gzipFrom || !/\bgzip\b/.test(accepted)) return encoded.bytes;
    headers['content-encoding'] = 'gzip';
    headers['vary'] = [headers['vary'] ?? [], 'Accept-Encoding'].flat().join(', ');
    const packed = packedBodies.get(encoded) ?? gzipSync(encoded.bytes, { level: 1 });
    if (headers['etag'] !== undefined) packedBodies.set(encoded, packed);
    return packed;
  }
}

function socketOf(request: ServerRequest): TLSSocket {
  const { socket } = 'stream' in request ? (request.stream.session ?? request) : request;
  return socket as TLSSocket;
}

/** The two kinds of responses have no common signature for this. */
function write(response: Response, piece: Uint8Array): void {
  if ('stream' in response) response.write(piece);
  else response.write(piece);
}

const unread = (response: Response): number =>
  'stream' in response ? response.stream.writableLength : response.writableLength;

/** Breaks off without an answer, as a server that is gone. */
function reset(response: Response): void {
  if ('stream' in response) response.stream.destroy();
  else response.destroy();
}

function refuse(response: Response, code: number, text: string): void {
  response.writeHead(code, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

/**
 * Answers a request of HTTP/1.1 that cannot be read. What the client still sends is taken for a
 * while: a connection that is closed with unread bytes is reset, and the answer may be lost.
 * Source: net/http server.go (c *conn) serve, closeWriteAndWait.
 */
function refuseUnread({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (socket.writableEnded) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const isLong = code === 'HPE_HEADER_OVERFLOW';
  const words = isLong ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const head = 'Content-Type: text/plain; charset=utf-8\r\nConnection: close';
  socket.end(`HTTP/1.1 ${words}\r\n${head}\r\n\r\n${words}`);
  setTimeout(() => socket.destroy(), lingerMilliseconds).unref();
}
