/**
 * curl, as several images and a person's machine have it: one request over HTTP.
 * `-s -S -q -g -k -v -f`, `-o FILE`, `-w FORMAT` (`%{http_code}`), `-i`, `-I`, `-X METHOD`,
 * `-H HEADER`, `-d DATA`, `-m SECONDS`, `--connect-timeout SECONDS`, `--interface ADDRESS`,
 * `--resolve HOST:PORT:ADDRESS`. Over HTTPS nobody's signature is known, so `-k` is needed there;
 * redirects are not followed.
 */
import { second, seconds } from '#base/sim-time';
import { splitMessage } from '#cluster/node/os/http-message';
import type { Connection, SocketError } from '#cluster/node/os/sockets';
import { insideTls, readTlsCertificate, tlsHello } from '#cluster/node/os/tls';
import type { Process } from '#sim/simulation';
import { receiveMessage } from '../agnhost/http.ts';
import { resolve } from '../applets/network/resolver.ts';
import { networkOf } from '../applets/network/sockets.ts';
import { type ProcessContext, type Program, writeFile } from '../program.ts';

const longest = 300 * second;

interface Options {
  readonly url: string;
  readonly values: ReadonlyMap<string, string>;
  readonly headers: readonly string[];
}

const withValue: Readonly<Record<string, string>> = {
  '-o': 'output',
  '--output': 'output',
  '-w': 'write-out',
  '--write-out': 'write-out',
  '-X': 'request',
  '--request': 'request',
  '-d': 'data',
  '--data': 'data',
  '-m': 'max-time',
  '--max-time': 'max-time',
  '--connect-timeout': 'connect-timeout',
  '--interface': 'interface',
  '--resolve': 'resolve',
  '--cacert': 'cacert',
};

function optionsOf(words: readonly string[]): Options {
  const values = new Map<string, string>();
  const headers: string[] = [];
  let url = '';
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const name = withValue[word];
    if (name !== undefined) values.set(name, words[++at] ?? '');
    else if (word === '-H' || word === '--header') headers.push(words[++at] ?? '');
    else if (/^-X./.test(word)) values.set('request', word.slice(2));
    else if (word.startsWith('--')) values.set(word.slice(2), '');
    else if (word.startsWith('-')) for (const letter of word.slice(1)) values.set(letter, '');
    else url = word;
  }
  return { url, values, headers };
}

type Outcome = { readonly head: string; readonly body: string } | { readonly code: number };

export const curl: Program = function* (context) {
  const options = optionsOf(context.argv.slice(1));
  const outcome = yield* request(context, options);
  const { values } = options;
  const isHead = values.has('I');
  if ('code' in outcome) {
    writeOut(context, values, '000');
    return outcome.code;
  }
  const status = outcome.head.split(' ')[1] ?? '000';
  if (Number(status) >= 400 && (values.has('f') || values.has('fail'))) {
    context.err(`curl: (22) The requested URL returned error: ${status}\n`);
    writeOut(context, values, status);
    return 22;
  }
  const head = `${outcome.head}\r\n\r\n`;
  const withHead = values.has('i') || values.has('include') ? head + outcome.body : outcome.body;
  const shown = isHead ? head : withHead;
  const file = values.get('output');
  if (file === undefined) context.out(shown);
  else writeFile(context, file, shown);
  writeOut(context, values, status);
  return 0;
};

function writeOut(
  { out }: ProcessContext,
  values: ReadonlyMap<string, string>,
  status: string,
): void {
  const format = values.get('write-out');
  if (format === undefined) return;
  out(format.replaceAll('%{http_code}', status).replaceAll('\\n', '\n'));
}

function* request(context: ProcessContext, { url, values, headers }: Options): Process<Outcome> {
  const isSilent = values.has('s') && !values.has('S');
  const fail = (code: number, why: string): Outcome => {
    if (!isSilent) context.err(`curl: (${code}) ${why}\n`);
    return { code };
  };
  const network = networkOf(context);
  const parsed = /^(?:(https?):\/\/)?([^/:?]+)(?::(\d+))?(.*)$/.exec(url);
  if (network === undefined || parsed === null) return fail(3, 'URL rejected: malformed');
  const [, scheme = 'http', host = '', given, rest = ''] = parsed;
  const usualPort = scheme === 'https' ? '443' : '80';
  const port = given ?? usualPort;
  if (values.has('cacert')) return fail(77, 'podyssey: --cacert is not simulated');
  const [ip] = pinned(values, host, port) ?? (yield* resolve(context, network, host)) ?? [];
  if (ip === undefined) return fail(6, `Could not resolve host: ${host}`);
  const limit = (name: string): number | undefined =>
    values.has(name) ? seconds(Number(values.get(name))) : undefined;
  const timeout = limit('connect-timeout') ?? limit('max-time') ?? longest;
  const from = values.get('interface');
  const options = { timeout, ...(from !== undefined && { from }) };
  const connected = yield* network.connect({ ip, port: Number(port) }, options);
  if (!connected.ok) {
    const where = `${host} port ${port}`;
    return connected.error === 'ETIMEDOUT'
      ? fail(28, `Failed to connect to ${where} after ${timeout / 1000} ms: Timeout was reached`)
      : fail(7, `Failed to connect to ${where}: ${connectErrors[connected.error] ?? 'error'}`);
  }
  const data = values.get('data');
  const usual = values.has('I') ? 'HEAD' : data === undefined ? 'GET' : 'POST';
  const lines = [
    `${values.get('request') ?? usual} ${rest.startsWith('/') ? rest : `/${rest}`} HTTP/1.1`,
    ...(headers.some((line) => /^host:/i.test(line))
      ? []
      : [`Host: ${host}${port === usualPort ? '' : `:${port}`}`]),
    'User-Agent: curl/8.14.1',
    'Accept: */*',
    ...headers,
    ...(data === undefined ? [] : [`Content-Length: ${data.length}`]),
  ];
  let connection = connected.value;
  if (scheme === 'https') {
    const isTrusting = values.has('k') || values.has('insecure');
    const problem = yield* handshake(connection, /^[\d.]+$/.test(host) ? '' : host, isTrusting);
    if (problem !== undefined) {
      connection.close();
      return fail(problem.code, problem.why);
    }
    connection = insideTls(connection);
  }
  connection.send(`${lines.join('\r\n')}\r\n\r\n${data ?? ''}`);
  const text = yield* receiveMessage(connection, limit('max-time') ?? longest);
  const isOver = connection.ended;
  connection.close();
  if (text === undefined) {
    return isOver ? fail(52, 'Empty reply from server') : fail(28, 'Operation timed out');
  }
  return splitMessage(text);
}

/** What is wrong with the server's certificate, if anything is. Source: lib/vtls/openssl.c. */
function* handshake(
  connection: Connection,
  name: string,
  isTrusting: boolean,
): Process<{ readonly code: number; readonly why: string } | undefined> {
  connection.send(tlsHello(name));
  const answer = yield* connection.receive(longest);
  if (answer === undefined) return { code: 35, why: 'TLS connect error: unexpected eof' };
  const certificate = readTlsCertificate(answer);
  if (certificate === undefined) {
    const why = 'TLS connect error: error:0A00010B:SSL routines::wrong version number';
    return { code: 35, why };
  }
  if (isTrusting) return undefined;
  const problem = certificate.selfSigned
    ? 'self-signed certificate'
    : 'unable to get local issuer certificate';
  return { code: 60, why: `SSL certificate problem: ${problem}\n${seeMore}` };
}

/** Source: src/tool_operate.c post_per_transfer. */
const seeMore =
  'More details here: https://curl.se/docs/sslcerts.html\n\n' +
  'curl failed to verify the legitimacy of the server and therefore could not\n' +
  'establish a secure connection to it. To learn more about this situation and\n' +
  'how to fix it, please visit the webpage mentioned above.';

/** The address that `--resolve` gives a name at a port. */
function pinned(
  values: ReadonlyMap<string, string>,
  host: string,
  port: string,
): readonly string[] | undefined {
  const [name, at, ip = ''] = (values.get('resolve') ?? '').split(':');
  return name === host && at === port ? [ip] : undefined;
}

const connectErrors: Partial<Record<SocketError, string>> = {
  ECONNREFUSED: 'Connection refused',
  EHOSTUNREACH: 'No route to host',
  ENETUNREACH: 'Network is unreachable',
};
