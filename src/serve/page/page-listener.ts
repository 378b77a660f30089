/**
 * The page of a served run, over HTTP: the files of the built site, and the run itself over a
 * WebSocket.
 *
 * The run is for pages of this server that know its token. A page of another site may reach the
 * loopback too, so origin and host must be the server's own (as a browser names them), and the
 * token is 256 random bits.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { longestRequest } from './served-request.ts';
import { readStatic } from './static-files.ts';
import { type ServedRunOf, Viewer } from './viewer.ts';

export interface PageOptions extends ServedRunOf {
  /** The folder of the built site. */
  readonly site: string;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface ServedPage {
  /** With its token: whoever opens it sees the run and may act in it. */
  readonly link: string;
  close(): Promise<void>;
}

/** How many pages may watch at once. */
const mostViewers = 100;

/** Rejects when the port is taken. */
export async function servePage(options: PageOptions): Promise<ServedPage> {
  const { site, host, port } = options;
  const token = randomBytes(32).toString('base64url');
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestRequest });
  const server = createServer((request, response) => void answer(site, request, response));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://page');
    const isOwn = isFromOwnPage(request, host) && isSame(searchParams.get('token') ?? '', token);
    if (pathname !== '/run' || !isOwn) return refuse(socket, '403 Forbidden');
    if (sockets.clients.size >= mostViewers) return refuse(socket, '503 Service Unavailable');
    const after = Number(searchParams.get('after') ?? 0);
    const known = Number.isSafeInteger(after) && after >= 0 ? after : 0;
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on('error', () => webSocket.terminate());
      new Viewer(webSocket, options, known, () => sockets.clients.size);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return {
    link: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/?served=${token}`,
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
