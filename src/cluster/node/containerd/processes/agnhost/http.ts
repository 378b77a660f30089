/**
 * HTTP between the programs of the test images: a server that answers one request for each
 * connection, and a client that sends one. Models what Go's net/http shows of itself.
 */
import { ms, second } from '#base/sim-time';
import type { Certificate } from '#cluster/node/os/certificate';
import { dialError } from '#cluster/node/os/dial-error';
import { headersEnd, isWholeMessage, readMessage } from '#cluster/node/os/http-message';
import type { Connection, NetworkNamespace, SocketAddress } from '#cluster/node/os/sockets';
import { readTlsHello, readTlsRecord, tlsCertificate, tlsRecord } from '#cluster/node/os/tls';
import type { Process } from '#sim/simulation';
import { networkOf } from '../applets/network/sockets.ts';
import { type ProcessContext, timeOnCpu } from '../program.ts';
import { log } from './logging.ts';

const answerTime = ms(0.3);
const clientTimeout = 5 * second;

export interface HttpRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  readonly remote: SocketAddress;
}

export interface HttpAnswer {
  readonly code?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Handler = (request: HttpRequest) => Process<HttpAnswer>;

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  301: 'Moved Permanently',
  302: 'Found',
  307: 'Temporary Redirect',
  400: 'Bad Request',
  404: 'Not Found',
  412: 'Precondition Failed',
  417: 'Expectation Failed',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Listens in the background; `false`: the port is taken, and the log says so. */
export function serveHttp(
  context: ProcessContext,
  port: number,
  handler: Handler,
  { tls = false }: { readonly tls?: boolean } = {},
): boolean {
  const network = networkOf(context);
  if (network === undefined) return false;
  const listening = network.listen(port);
  if (!listening.ok) {
    log(context, `listen tcp :${port}: bind: address already in use`);
    return false;
  }
  const { sim } = context;
  sim.spawn(`agnhost :${port}`, accept());
  return true;

  function* accept(): Process {
    if (!listening.ok) return;
    try {
      for (;;) {
        const connection = yield* listening.value.accept();
        sim.spawn('agnhost request', answer(context, connection, handler, tls));
      }
    } finally {
      listening.value.close();
    }
  }
}

function* answer(
  context: ProcessContext,
  connection: Connection,
  handler: Handler,
  tls: boolean,
): Process {
  const text = yield* receiveMessage(connection, undefined, { tls });
  if (text === undefined) return connection.close();
  if (!/^[A-Z]+ \S+ HTTP\/1\.\d\r?\n/.test(text)) {
    connection.send(tls ? tlsRecord(badRequest) : badRequest);
    return connection.close();
  }
  const { start, headers, body } = readMessage(text);
  const [method = '', target = '/'] = start.split(' ');
  const [path = '/', query = ''] = target.split(/\?(.*)/s);
  yield timeOnCpu(context, answerTime);
  const { remote } = connection;
  const request = { method, target, path, query: queryOf(query), headers, body, remote };
  const answered = answerText(yield* handler(request), method);
  connection.send(tls ? tlsRecord(answered) : answered);
  connection.close();
}

const queryOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text.split('&').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s).map(decoded);
      return [name, value] as const;
    }),
  );

/** Percent signs that escape nothing stay as they are. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Source: Go's http.DetectContentType, as far as these programs need it. */
const htmlStart =
  /^\s*<(?:!doctype html|html|head|body|script|h1|div|font|table|a|style|title|b|br|p|!--)[ >]/i;

const sniffed = (body: string): string =>
  htmlStart.test(body) ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';

function answerText({ code = 200, headers = {}, body }: HttpAnswer, method: string): string {
  const lines = [
    `HTTP/1.1 ${code} ${reasons[code] ?? ''}`,
    ...Object.entries({ 'Content-Type': sniffed(body), ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    `Content-Length: ${body.length}`,
  ];
  return lines.join('\r\n') + headersEnd + (method === 'HEAD' ? '' : body);
}

/** What Go's server says to what is no HTTP. */
const badRequest =
  'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n' +
  'Connection: close\r\n\r\n400 Bad Request';

/** The server's own certificate, whose files nobody here has read. */
const unread: Certificate = { selfSigned: false, names: [], addresses: [] };

/** Whether the first line is there and is none of HTTP: nothing more will come. */
const isNoHttp = (text: string): boolean => /^(?!.* HTTP\/|HTTP\/).*\n/.test(text);

interface ReceiveOptions {
  /** It arrives in records of TLS. */
  readonly tls?: boolean;
  /** It answers HEAD: nothing follows its head. */
  readonly isHead?: boolean;
}

/**
 * One whole message: its head and as much body as the head says, or a line that is no HTTP;
 * `undefined`: it broke off.
 */
export function* receiveMessage(
  connection: Connection,
  timeout?: number,
  { tls = false, isHead = false }: ReceiveOptions = {},
): Process<string | undefined> {
  let text = '';
  for (;;) {
    const more = yield* connection.receive(timeout);
    if (more === undefined) return text.includes(headersEnd) ? text : undefined;
    if (tls && readTlsHello(more) !== undefined) {
      connection.send(tlsCertificate(unread));
      continue;
    }
    const inside = tls ? readTlsRecord(more) : more;
    if (inside === undefined) return undefined;
    text += inside;
    if (isNoHttp(text) || isWholeMessage(text, isHead)) return text;
  }
}

/** What a GET gives: the body of whatever answer, or the error of Go's client. */
export function* getHttp(
  network: NetworkNamespace,
  to: SocketAddress,
  target: string,
): Process<{ readonly body: string } | { readonly error: string }> {
  const url = `http://${to.ip}:${to.port}${target}`;
  const failed = (why: string) => ({ error: `Get "${url}": ${why}` });
  const connected = yield* network.connect(to, { timeout: clientTimeout });
  if (!connected.ok) return failed(dialError(to, connected.error));
  const connection = connected.value;
  connection.send(`GET ${target} HTTP/1.1\r\nHost: ${to.ip}:${to.port}\r\n\r\n`);
  const text = yield* receiveMessage(connection, clientTimeout);
  connection.close();
  return text === undefined ? failed('EOF') : { body: readMessage(text).body };
}

/** Waits for SIGTERM. */
export function* untilTerm({ signals }: ProcessContext): Process {
  signals.handled.add('SIGTERM');
  while (signals.take() === undefined) yield* signals.arrived.wait();
}
