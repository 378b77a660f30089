/**
 * TLS on a connection, as far as it is modelled: what is sent is marked as a record, so that each
 * side notices when the other does not speak TLS.
 *
 * A client that looks at certificates begins with a hello, which names the server that it wants,
 * and gets the server's certificate before it sends anything. One that trusts the server anyway
 * sends its request at once.
 */
import type { Certificate } from './certificate.ts';
import type { Connection } from './sockets.ts';

const record = '\u0016\u0003\u0001';
/** Types of handshake messages. Source: RFC 8446, 4. */
const clientHello = '\u0001';
const certificateMessage = '\u000b';

export const tlsRecord = (text: string): string => `${record}${text}`;

/** What is in a record; undefined: the other side does not speak TLS. */
export const readTlsRecord = (data: string): string | undefined =>
  data.startsWith(record) ? data.slice(record.length) : undefined;

/** To a server without TLS it is a whole message, and no request. */
const helloEnd = '\r\n\r\n';

/** `name`: the server that is wanted (SNI); empty for an address. */
export const tlsHello = (name: string): string => tlsRecord(clientHello + name + helloEnd);

/** The name in a hello; undefined: it is none. */
export const readTlsHello = (data: string): string | undefined =>
  data.startsWith(record + clientHello)
    ? data.slice(record.length + 1, -helloEnd.length)
    : undefined;

export const tlsCertificate = (certificate: Certificate): string =>
  tlsRecord(certificateMessage + JSON.stringify(certificate));

/** The server's answer to a hello; undefined: it does not speak TLS. */
export function readTlsCertificate(data: string): Certificate | undefined {
  if (!data.startsWith(record + certificateMessage)) return undefined;
  return JSON.parse(data.slice(record.length + 1)) as Certificate;
}

/** A connection as the program behind TLS sees it: text goes into records and comes out of them. */
export const insideTls = (connection: Connection): Connection => ({
  local: connection.local,
  remote: connection.remote,
  get ended() {
    return connection.ended;
  },
  send: (text) => connection.send(tlsRecord(text)),
  *receive(timeout) {
    const data = yield* connection.receive(timeout);
    return data === undefined ? undefined : readTlsRecord(data);
  },
  close: () => connection.close(),
});
