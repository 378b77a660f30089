/**
 * HTTP from the API server to a program of a Pod or of a node: one connection for each request.
 *
 * The API server's machine is no node, so a request takes the link to the machine that has the
 * address and goes on from that machine's own network. In: a request whose body is text or a JSON
 * value. Out: the answer as the program wrote it, or the error of Go's client.
 */
import { err, ok, type Result } from '#base/result';
import { type Duration, seconds } from '#base/sim-time';
import { dialError } from '#cluster/node/os/dial-error';
import { headersEnd, readMessage } from '#cluster/node/os/http-message';
import type { Connection, NetworkNamespace, SocketAddress } from '#cluster/node/os/sockets';
import { readTlsRecord, tlsRecord } from '#cluster/node/os/tls';
import type {
  ConnectionError,
  HttpRequest,
  HttpResponse,
  RoundTripper,
} from '#k8s.io/client-go/rest/http';
import type { Link } from '#sim/network';
import type { Process } from '#sim/simulation';

const dialTimeout: Duration = seconds(30);

export interface PodHttpParts {
  readonly link: Link;
  /** The machine's own network. */
  readonly network: NetworkNamespace;
  readonly to: SocketAddress;
  readonly tls: boolean;
}

export class PodHttp implements RoundTripper {
  readonly #parts: PodHttpParts;

  constructor(parts: PodHttpParts) {
    this.#parts = parts;
  }

  *roundTrip(request: HttpRequest): Process<Result<HttpResponse, ConnectionError>> {
    const { link, network, to, tls } = this.#parts;
    if (!(yield* link.cross())) return err({ message: dialError(to, 'ETIMEDOUT') });
    const connected = yield* network.connect(to, { timeout: dialTimeout });
    if (!connected.ok) return err({ message: dialError(to, connected.error) });
    const connection = connected.value;
    try {
      const text = requestText(request, to);
      connection.send(tls ? tlsRecord(text) : text);
      const answer = yield* receiveAnswer(connection, tls);
      if (answer === undefined) return err({ message: 'EOF' });
      if (answer === 'plain') {
        return err({ message: 'http: server gave HTTP response to HTTPS client' });
      }
      if (!(yield* link.cross())) return err({ message: 'EOF' });
      return ok(answer);
    } finally {
      connection.close();
    }
  }
}

function requestText({ method, url, headers, body }: HttpRequest, to: SocketAddress): string {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const lines = [
    `${method} ${url} HTTP/1.1`,
    `Host: ${to.ip}:${to.port}`,
    ...Object.entries(headers).map(([name, value]) => `${canonical(name)}: ${value}`),
    ...(text === '' ? [] : [`Content-Length: ${text.length}`]),
  ];
  return lines.join('\r\n') + headersEnd + text;
}

/** `x-forwarded-for` → `X-Forwarded-For` */
const canonical = (name: string): string =>
  name.replace(/(?:^|-)[a-z]/g, (letters) => letters.toUpperCase());

/** The whole answer; `undefined`: it broke off; `plain`: the server does not speak TLS. */
function* receiveAnswer(
  connection: Connection,
  tls: boolean,
): Process<HttpResponse | 'plain' | undefined> {
  let text = '';
  for (;;) {
    const more = yield* connection.receive();
    if (more === undefined) return readAnswer(text, true);
    const inside = tls ? readTlsRecord(more) : more;
    if (inside === undefined) return 'plain';
    text += inside;
    const answer = readAnswer(text, false);
    if (answer !== undefined) return answer;
  }
}

function readAnswer(text: string, isOver: boolean): HttpResponse | undefined {
  if (!text.includes(headersEnd)) return undefined;
  const { start, headers, body } = readMessage(text);
  const code = /^HTTP\/1\.\d (\d+)/.exec(start)?.[1];
  if (code === undefined) return undefined;
  const length = headers.get('content-length');
  const isWhole = length !== undefined && body.length >= Number(length);
  if (!isWhole && !isOver) return undefined;
  return { code: Number(code), headers: Object.fromEntries(headers), body };
}
