/**
 * Calls of the cluster to servers outside: webhooks and aggregated APIs over HTTPS.
 *
 * In: a request of the simulated API server. Out: what the server said, or the error in the words
 * of Go's client. Only servers on the loopback are called, so that no object of a run can send
 * requests elsewhere.
 */
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type { OutsideCall } from '#cluster/client/outside/outside-servers';
import { asJson, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { OutsideAnswer } from '#trace/outside-action';
import type { Calendar } from './wire/calendar.ts';
import { isJson, withoutParameters } from './wire/media-type.ts';

/** Real milliseconds after which a server has not answered, whatever the run says. */
const longest = 60_000;
/** As much as the API server reads of an answer. */
const mostBytes = 3 * 1024 * 1024;
const loopback = /^(localhost|127(\.\d+){3}|::1)$/;

/** The answer of a server; never rejects. */
export function callServer(
  call: OutsideCall,
  signal: AbortSignal,
  calendar: Calendar,
): Promise<OutsideAnswer> {
  const [, bracketed, plain, port = '443'] =
    /^(?:\[([^\]]+)\]|([^:]*)):(\d+)$/.exec(call.host) ?? [];
  const host = bracketed ?? plain ?? '';
  if (!loopback.test(host)) {
    const error = `dial tcp: lookup ${host}: no such host`;
    return Promise.resolve({ error });
  }
  const body =
    call.body === undefined
      ? undefined
      : JSON.stringify(calendar.outgoing(asJson(call.body ?? {})));
  return new Promise((resolve) => {
    const options = { ...optionsOf(call, host, Number(port)), signal };
    const sent = httpsRequest(options, (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on('data', (piece: Buffer) => {
        size += piece.length;
        if (size > mostBytes) sent.destroy(new Error('http: response body too large'));
        else pieces.push(piece);
      });
      response.on('end', () => {
        const contentType = response.headers['content-type'] ?? 'text/plain';
        const text = Buffer.concat(pieces).toString();
        const answer = { code: response.statusCode ?? 0, contentType };
        resolve({ ...answer, body: read(text, contentType, calendar) });
      });
      response.on('error', () => resolve({ error: 'unexpected EOF' }));
    });
    sent.on('error', (error) => resolve({ error: wordsOf(error, call, `${host}:${port}`) }));
    sent.on('timeout', () => sent.destroy(new Error('context deadline exceeded')));
    sent.end(body);
  });
}

function optionsOf(call: OutsideCall, host: string, port: number): RequestOptions {
  const { method, url: path, headers, serverName, caBundle } = call;
  return {
    ...{ host, port, method, path, headers, agent: false, timeout: longest },
    rejectUnauthorized: serverName !== '',
    ...(caBundle !== '' && { ca: Buffer.from(caBundle, 'base64').toString() }),
    // An address is no name for SNI; the certificate is checked against it all the same.
    ...(serverName !== '' && isIP(serverName) === 0 && { servername: serverName }),
    checkServerIdentity: (_host, certificate) => checkServerIdentity(serverName, certificate),
  };
}

/** An object with the dates of the run, or the text. */
function read(text: string, contentType: string, calendar: Calendar): unknown {
  if (!isJson(withoutParameters(contentType))) return text;
  try {
    return calendar.incoming(JSON.parse(text) as JsonValue);
  } catch {
    return text;
  }
}

const unknownAuthority = [
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
];

/** Node's error as Go's client words it. */
function wordsOf(error: NodeJS.ErrnoException, { serverName }: OutsideCall, at: string): string {
  const { code = '', message } = error;
  const tls = 'tls: failed to verify certificate: x509:';
  if (code === 'ECONNREFUSED') return `dial tcp ${at}: connect: connection refused`;
  if (code === 'ECONNRESET') return 'EOF';
  if (unknownAuthority.includes(code)) return `${tls} certificate signed by unknown authority`;
  if (code === 'CERT_HAS_EXPIRED') return `${tls} certificate has expired or is not yet valid`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `${tls} certificate is not valid for ${serverName}`;
  }
  return message;
}
