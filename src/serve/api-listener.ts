/**
 * Node's HTTPS server in front of the simulated API server: each request becomes an input of the
 * run, each answer goes back when the run reaches it.
 *
 * HTTP/1.1 and HTTP/2 on one port. A client that goes away ends its request in the run too; one
 * that does not read its watch is cut off, so that memory is bounded.
 */
import type { ServerResponse } from 'node:http';
import { createSecureServer, type Http2SecureServer, type Http2ServerResponse } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import type { OutsideListener } from '#cluster/client/outside/outside-clients';
import type { WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import type { KeyPair } from './certificates.ts';
import { encodeBody, encodePiece } from './wire/encode-body.ts';
import { certificateOf, outsideRequestOf, type ServerRequest } from './wire/outside-request.ts';
import type { World } from './world.ts';

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

/** A request whose answer is still to come, or still going on. */
interface Exchange {
  readonly request: ServerRequest;
  readonly response: Response;
  contentType: string | undefined;
}

export class ApiListener implements OutsideListener {
  readonly #world: World;
  readonly #server: Http2SecureServer;
  readonly #open = new Map<number, Exchange>();
  readonly #sockets = new Set<TLSSocket>();

  constructor(world: World, identity: KeyPair, authority: string) {
    this.#world = world;
    this.#server = createSecureServer({
      allowHTTP1: true,
      key: identity.key,
      cert: identity.certificate,
      ca: authority,
      requestCert: true,
      rejectUnauthorized: false,
      settings: { maxConcurrentStreams: mostStreams },
    });
    this.#server.maxConnections = mostConnections;
    this.#server.on('request', (request, response) => this.#receive(request, response));
    this.#server.on('secureConnection', (socket) => this.#remember(socket));
    // A client that breaks the handshake or the protocol loses its own connection only.
    this.#server.on('tlsClientError', (_error, socket) => socket.destroy());
    this.#server.on('sessionError', (_error, session) => session.destroy());
    world.listen(this);
  }

  /** Listens; resolves with the port. Rejects when the port is taken. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  answered(number: number, answer: HttpResponse, streams: boolean): void {
    const exchange = this.#open.get(number);
    if (exchange === undefined) return;
    const { request, response } = exchange;
    const contentType = answer.headers['content-type'] ?? 'application/json';
    exchange.contentType = contentType;
    const headers: Record<string, string> = { ...answer.headers, date: new Date().toUTCString() };
    if (streams) {
      response.writeHead(answer.code, headers);
      // HTTP/2 has sent its head already.
      if ('flushHeaders' in response) response.flushHeaders();
      return;
    }
    this.#open.delete(number);
    const encoded = encodeBody(answer.body, contentType);
    let body = encoded.bytes;
    headers['content-type'] = encoded.contentType;
    if (body.length >= gzipFrom && /\bgzip\b/.test(String(request.headers['accept-encoding']))) {
      body = gzipSync(body, { level: 1 });
      headers['content-encoding'] = 'gzip';
      headers['vary'] = 'Accept-Encoding';
    }
    headers['content-length'] = String(body.length);
    response.writeHead(answer.code, headers);
    if (request.method === 'HEAD') response.end();
    else response.end(body);
  }

  received(number: number, piece: WatchEvent | string): void {
    const exchange = this.#open.get(number);
    if (exchange?.contentType === undefined) return;
    const { response, contentType } = exchange;
    write(response, encodePiece(piece, contentType));
    if (unread(response) > mostUnreadBytes) reset(response);
  }

  ended(number: number): void {
    this.#open.get(number)?.response.end();
    this.#open.delete(number);
  }

  failed(number: number, _message: string): void {
    const exchange = this.#open.get(number);
    this.#open.delete(number);
    if (exchange !== undefined) reset(exchange.response);
  }

  #remember(socket: TLSSocket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  #receive(request: ServerRequest, response: Response): void {
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
    const http = outsideRequestOf(request, body, certificateOf(socketOf(request)));
    if (http === undefined) {
      refuse(response, 405, '405: method not allowed');
      return;
    }
    const number = this.#world.send(http);
    this.#open.set(number, { request, response, contentType: undefined });
    response.on('error', () => reset(response));
    response.on('close', () => {
      const exchange = this.#open.get(number);
      if (exchange === undefined) return;
      this.#open.delete(number);
      this.#world.hangUp(number, exchange.contentType === undefined);
    });
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
