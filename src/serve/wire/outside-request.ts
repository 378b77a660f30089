/**
 * A request of Node's HTTP server as the simulation takes it.
 *
 * In: the head of the request, its body, and the connection that it came on. Out: an
 * `OutsideRequest`, which keeps the headers that a server may read.
 */
import type { IncomingMessage } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { OutsideRequest } from '#trace/outside-action';
import type { Calendar } from './calendar.ts';
import { decodeBody, duplicatesIn } from './decode-body.ts';

export type ServerRequest = IncomingMessage | Http2ServerRequest;
type Certificate = NonNullable<OutsideRequest['certificate']>;

const methods: ReadonlySet<string> = new Set([
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);

/** Of the connection, and not of the request. An upgrade is of the request. */
const ofConnection: ReadonlySet<string> = new Set([
  ...['connection', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding'],
  ...['content-length', 'accept-encoding', 'cookie', 'sec-websocket-key'],
]);

/** `undefined` for a method that no API of Kubernetes has. HEAD asks as GET does. */
export function outsideRequestOf(
  request: ServerRequest,
  body: Buffer,
  certificate: Certificate | undefined,
  calendar: Calendar,
): OutsideRequest | undefined {
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET');
  if (!isMethod(method)) return undefined;
  const headers = headersOf(request);
  const decoded = decodeBody(body, headers['content-type']);
  // A client that is not strict gets no list of them, so nobody looks.
  const isStrict = /[?&]fieldValidation=(?:Strict|Warn)/.test(request.url ?? '');
  const duplicates = isStrict ? duplicatesIn(body, headers['content-type']) : [];
  const dated = decoded === undefined ? undefined : calendar.incoming(decoded);
  return {
    method,
    url: calendar.incomingUrl(request.url ?? '/'),
    headers,
    ...(dated !== undefined && { body: dated }),
    ...(duplicates.length > 0 && { duplicates }),
    ...(certificate !== undefined && { certificate }),
  };
}

const isMethod = (method: string): method is OutsideRequest['method'] => methods.has(method);

function headersOf({ headers }: ServerRequest): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(':') || ofConnection.has(name)) continue;
    const text = Array.isArray(value) ? value.join(',') : value;
    // Node joins the values of a repeated header with a space.
    kept[name] = name === 'impersonate-group' ? text.replaceAll(', ', ',') : text;
  }
  return kept;
}

/** Authority of the certificates that the server's own one signed. */
const trusted = 'kubernetes-ca';
const certificates = new WeakMap<TLSSocket, Certificate | null>();

/** What the handshake showed of the client; the same value for all requests of a connection. */
export function certificateOf(socket: TLSSocket): Certificate | undefined {
  let known = certificates.get(socket);
  if (known === undefined) {
    known = readCertificate(socket);
    certificates.set(socket, known);
  }
  return known ?? undefined;
}

function readCertificate(socket: TLSSocket): Certificate | null {
  const { subject } = socket.getPeerCertificate();
  if (subject === undefined) return null;
  const organizations = [subject.O ?? []].flat();
  return {
    commonName: [subject.CN ?? ''].flat()[0] ?? '',
    organizations,
    issuer: socket.authorized ? trusted : 'unknown authority',
  };
}
