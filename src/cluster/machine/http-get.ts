/**
 * GET from a machine that is no node, as Go's net/http does it for kubectl: names, redirects, and
 * what it says when nobody answers.
 *
 * The machine knows no name server, so only addresses and `localhost` can be asked; nobody out
 * there speaks TLS. In: a URL. Out: the answer, or the error's text.
 */
import { seconds } from '#base/sim-time';
import type { Fetched } from '#cluster/client/kubectl/manifest/read-url';
import { dialError } from '#cluster/node/os/dial-error';
import { askServer } from '#cluster/node/os/http-exchange';
import { readMessage } from '#cluster/node/os/http-message';
import type { NetworkNamespace } from '#cluster/node/os/sockets';
import { readTlsRecord, tlsRecord } from '#cluster/node/os/tls';
import type { Process } from '#sim/simulation';

/** Of http.DefaultTransport: 30 s to connect; an answer may take as long as it likes. */
const dialTimeout = seconds(30);
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
  const sent = scheme === 'https' ? tlsRecord(request) : request;
  const answer = yield* askServer(network, { ip, port }, sent, { connect: dialTimeout });
  if ('error' in answer) {
    const { error } = answer;
    return { error: error === 'closed' ? 'EOF' : dialError({ ip, port }, error) };
  }
  if (scheme === 'https' && readTlsRecord(answer.text) === undefined) {
    return { error: 'http: server gave HTTP response to HTTPS client' };
  }
  const { start, headers, body } = readMessage(answer.text);
  const [, code = '0', reason = ''] = /^HTTP\/1\.\d (\d{3}) ?(.*)$/.exec(start) ?? [];
  const status = Number(code);
  const location = [301, 302, 303, 307, 308].includes(status) ? headers.get('location') : undefined;
  return { status, reason, text: body, ...(location !== undefined && { location }) };
}
