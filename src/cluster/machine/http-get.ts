/**
 * GET from a machine that is no node, as Go's net/http does it for kubectl: names, redirects, and
 * what it says when nobody answers.
 *
 * The machine knows no name server, so only addresses and `localhost` can be asked, and no
 * authority, so no certificate is trusted. In: a URL. Out: the answer, or the error's text.
 */
import { seconds } from '#base/sim-time';
import type { Fetched } from '#cluster/client/kubectl/manifest/read-url';
import type { Certificate } from '#cluster/node/os/certificate';
import { dialError } from '#cluster/node/os/dial-error';
import { askServer } from '#cluster/node/os/http-exchange';
import { readMessage } from '#cluster/node/os/http-message';
import type { NetworkNamespace, SocketAddress } from '#cluster/node/os/sockets';
import { readTlsCertificate, tlsHello } from '#cluster/node/os/tls';
import type { Process } from '#sim/simulation';

/** Of http.DefaultTransport: 30 s to connect; an answer may take as long as it likes. */
const dialTimeout = seconds(30);
/** Of http.DefaultTransport. */
const handshakeTimeout = seconds(10);
const mostRedirects = 10;
const isAddress = /^\d+\.\d+\.\d+\.\d+$/;

export function* httpGet(network: NetworkNamespace, url: string): Process<Fetched> {
  let next = url;
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = yield* getOnce(network, next);
    if ('error' in answer || answer.location === undefined) return answer;
    next = resolved(answer.location, next);
  }
  return { error: `stopped after ${mostRedirects} redirects` };
}

/** Where a redirect leads. Source: url.URL.Parse. */
function resolved(location: string, from: string): string {
  if (/^https?:\/\//.test(location)) return location;
  const [origin = from] = /^https?:\/\/[^/?#]*/.exec(from) ?? [];
  if (location.startsWith('/')) return origin + location;
  const folder = from
    .slice(origin.length)
    .replace(/[?#].*$/, '')
    .replace(/[^/]*$/, '');
  return `${origin}${folder === '' ? '/' : folder}${location}`;
}

function* getOnce(
  network: NetworkNamespace,
  url: string,
): Process<Fetched & { readonly location?: string }> {
  const [, scheme = '', host = '', digits, rest = ''] =
    /^(https?):\/\/([^/:?#]*)(?::(\d+))?([^#]*)/.exec(url) ?? [];
  const ip = host === 'localhost' ? '127.0.0.1' : host;
  if (!isAddress.test(ip)) return { error: `dial tcp: lookup ${host}: no such host` };
  const port = Number(digits ?? (scheme === 'https' ? 443 : 80));
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  const authority = digits === undefined ? host : `${host}:${digits}`;
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${authority}`, 'User-Agent: Go-http-client/1.1'];
  const request = `${lines.join('\r\n')}\r\nAccept-Encoding: gzip\r\n\r\n`;
  if (scheme === 'https') return yield* refusal(network, { ip, port });
  const answer = yield* askServer(network, { ip, port }, request, { connect: dialTimeout });
  if ('error' in answer) {
    const { error } = answer;
    return { error: error === 'closed' ? 'EOF' : dialError({ ip, port }, error) };
  }
  const { start, headers, body } = readMessage(answer.text);
  const [, code = '0', reason = ''] = /^HTTP\/1\.\d (\d{3}) ?(.*)$/.exec(start) ?? [];
  const status = Number(code);
  const location = [301, 302, 303, 307, 308].includes(status) ? headers.get('location') : undefined;
  return { status, reason, text: body, ...(location !== undefined && { location }) };
}

/** Why a server over TLS is not asked. */
function* refusal(
  network: NetworkNamespace,
  to: SocketAddress,
): Process<{ readonly error: string }> {
  const connected = yield* network.connect(to, { timeout: dialTimeout });
  if (!connected.ok) return { error: dialError(to, connected.error) };
  const connection = connected.value;
  // An address is no name that a hello may have.
  connection.send(tlsHello(''));
  const answer = yield* connection.receive(handshakeTimeout);
  const isOver = connection.ended;
  connection.close();
  if (answer === undefined) return { error: isOver ? 'EOF' : 'net/http: TLS handshake timeout' };
  const certificate = readTlsCertificate(answer);
  return certificate === undefined
    ? { error: 'http: server gave HTTP response to HTTPS client' }
    : { error: `tls: failed to verify certificate: x509: ${untrusted(certificate, to.ip)}` };
}

/** Source: crypto/x509 Certificate.Verify, which looks at the name before the signature. */
function untrusted({ names, addresses }: Certificate, ip: string): string {
  if (addresses.includes(ip) || addresses.length + names.length === 0) {
    return 'certificate signed by unknown authority';
  }
  return addresses.length === 0
    ? `cannot validate certificate for ${ip} because it doesn't contain any IP SANs`
    : `certificate is valid for ${addresses.join(', ')}, not ${ip}`;
}
