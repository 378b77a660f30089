/**
 * Which wire form and which protocol a client and the server have in common.
 *
 * Models Handshake and negotiateProtocol of k8s.io/streaming pkg/httpstream, and the handshake of
 * its wsstream. In: the headers of the request. Out: the way, or the refusal in upstream's words.
 */
import { err, ok, type Result } from '#base/result';
import { type Service, tunnel } from './service.ts';

/** How an upgraded connection goes on. */
export interface Way {
  readonly wire: 'WebSocket' | 'SPDY' | 'SPDY in a WebSocket';
  readonly protocol: string;
}

export interface Refusal {
  readonly code: number;
  readonly text: string;
}

/** The header that names the protocols of SPDY. */
export const protocolHeader = 'X-Stream-Protocol-Version';

/** `count`: how many headers the request has. */
export function negotiate(
  service: Service,
  headers: Readonly<Record<string, string>>,
  count: number,
): Result<Way, Refusal> {
  const wanted = (headers['upgrade'] ?? '').toLowerCase();
  if (wanted === 'spdy/3.1' && service.spdy.length > 0) return spdyWay(service, headers, count);
  if (wanted !== 'websocket') {
    return err({ code: 400, text: 'unable to upgrade: missing upgrade headers in request\n' });
  }
  const offered = (headers['sec-websocket-protocol'] ?? '').split(/, */);
  const chosen = offered.find((each) => service.webSocket.includes(each));
  if (chosen === undefined) {
    const text = `unable to negotiate protocol: ${sides(offered, service.webSocket)}\n`;
    return err({ code: 403, text });
  }
  const wire = chosen === tunnel ? 'SPDY in a WebSocket' : 'WebSocket';
  return ok({ wire, protocol: chosen });
}

function spdyWay(
  { spdy }: Service,
  headers: Readonly<Record<string, string>>,
  count: number,
): Result<Way, Refusal> {
  const asked = headers[protocolHeader.toLowerCase()];
  const refused = 'unable to upgrade';
  if (asked === undefined) {
    const missing = `header ${protocolHeader} does not exist in request with ${count} headers`;
    return err({ code: 400, text: `${refused}: ${missing}\n` });
  }
  const offered = asked.split(/, */).filter((each) => each !== '');
  const chosen = offered.find((each) => spdy.includes(each));
  if (chosen === undefined) {
    const text = `${refused}: unable to negotiate protocol: ${sides(offered, spdy)}\n`;
    return err({ code: 403, text });
  }
  return ok({ wire: 'SPDY', protocol: chosen });
}

const sides = (client: readonly string[], server: readonly string[]): string =>
  `client supports ${goList(client)}, server accepts ${goList(server)}`;

/** As Go prints a slice of texts with %v. */
const goList = (items: readonly string[]): string => `[${items.join(' ')}]`;
