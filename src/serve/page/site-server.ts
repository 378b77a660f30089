/**
 * The files of the built site over HTTP, and beside them one WebSocket path, for pages of this
 * server that know its token.
 *
 * A page of another site may reach the loopback too, so origin and host must be the server's own
 * (as a browser names them), and the token is 256 random bits.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { readStatic } from './static-files.ts';

export interface SiteOptions {
  /** The folder of the built site. */
  readonly site: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** The WebSocket of such a site. */
export interface SocketOptions {
  /** `/run` */
  readonly path: string;
  /** The parameter of the page's address that has the token. */
  readonly parameter: string;
  /** How many there may be at once, and the bytes of a message that they take. */
  readonly most: number;
  readonly longest: number;
  /** A page has made a connection; `count`: how many there are now. */
  opened(webSocket: WebSocket, query: URLSearchParams, count: () => number): void;
}

export interface ServedPage {
  /** With its token: whoever opens it may do what the page may. */
  readonly link: string;
  close(): Promise<void>;
}

/** Rejects when the port is taken. */
export async function serveSite(options: SiteOptions, own: SocketOptions): Promise<ServedPage> {
  const { site, host, port } = options;
  const token = randomBytes(32).toString('base64url');
  const sockets = new WebSocketServer({ noServer: true, maxPayload: own.longest });
  const server = createServer((request, response) => void answer(site, request, response));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page');
    const isOwn = isFromOwnPage(request, host) && isSame(searchParams.get('token') ?? '', token);
    if (pathname !== own.path || !isOwn) return refuse(socket, '403 Forbidden');
    if (sockets.clients.size >= own.most) return refuse(socket, '503 Service Unavailable');
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      own.opened(webSocket, searchParams, () => sockets.clients.size);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  const base = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  return {
    link: `${base}/?${own.parameter}=${token}`,
    async close() {
      for (const client of sockets.clients) client.terminate();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Without an origin it is no browser, which may do as it likes with the token that it knows. A name
 * that somebody else has pointed at this machine is none of the server's.
 */
function isFromOwnPage({ headers: { origin, host = '' } }: IncomingMessage, own: string): boolean {
  if (origin === undefined) return true;
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  const isOurs = isIP(name) > 0 || name === 'localhost' || name === own;
  return isOurs && origin === `http://${host}`;
}

function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

async function answer(
  site: string,
  { method, url = '/' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const known = method === 'GET' || method === 'HEAD';
  const file = known ? await readStatic(site, url.split('?')[0] ?? '/') : undefined;
  if (file === undefined) {
    response.writeHead(known ? 404 : 405, { 'content-type': 'text/plain' }).end('not here\n');
    return;
  }
  response.writeHead(200, {
    'content-type': file.contentType,
    'content-length': file.body.length,
    'cache-control': file.isImmutable ? 'max-age=31536000, immutable' : 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(method === 'HEAD' ? undefined : file.body);
}
