/** busybox wget: one request over HTTP. `-q`, `-O FILE`, `-T SECONDS`, `-S`, `--spider`, `--post-data`. */
import { type Duration, second } from '#base/sim-time';
import { headersEnd, splitMessage } from '#cluster/node/os/http-message';
import { type Connection, type NetworkNamespace, synTimeout } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { type ProcessContext, type Program, writeFile } from '../../program.ts';
import { resolve } from './resolver.ts';
import { errorText, networkOf, readOptions } from './sockets.ts';

/** The default of `-T`. */
const defaultTimeout = 900;
const maxRedirects = 5;

interface Url {
  readonly host: string;
  /** The host as written, with the port if one was written: messages show it so. */
  readonly authority: string;
  readonly port: number;
  readonly path: string;
}

interface Response {
  readonly status: string;
  readonly headers: readonly string[];
  readonly body: string;
}

export const wget: Program = function* (context) {
  const { options, operands } = readOptions(context.argv.slice(1), 'OTUtoY');
  const [address] = operands;
  const network = networkOf(context);
  if (network === undefined) return 1;
  if (address === undefined) {
    context.err('wget: missing URL\n');
    return 1;
  }
  const timeout = Number(options.get('T') ?? options.get('timeout') ?? defaultTimeout) * second;
  let url = parseUrl(context, address);
  for (let tries = 0; tries <= maxRedirects && url !== undefined; tries++) {
    const asked = { ...url, post: options.get('post-data') };
    const answer = yield* get(context, network, asked, timeout, options.has('q'));
    if (answer === undefined) return 1;
    if (options.has('S')) {
      for (const line of [answer.status, ...answer.headers]) context.err(`  ${line}\n`);
    }
    const location = answer.headers.find((line) => /^location: /i.test(line));
    if (location === undefined) return finish(context, url, answer, options);
    url = parseUrl(context, location.slice('location: '.length));
  }
  if (url !== undefined) context.err('wget: too many redirections\n');
  return 1;
};

/** Source: networking/wget.c parse_url. */
function parseUrl(context: ProcessContext, text: string): Url | undefined {
  const match = /^(?:http:\/\/)?(([^/:]+)(?::(\d+))?)(\/.*)?$/.exec(text);
  if (match === null) {
    const scheme = /^(https|ftp|ftps):/.exec(text)?.[1];
    const problem = `not an http or ftp url: ${text}`;
    context.err(`wget: ${scheme === undefined ? problem : `${scheme} is not simulated`}\n`);
    return undefined;
  }
  const [, authority = '', host = '', port = 80, path = '/'] = match;
  return { host, authority, port: Number(port), path };
}

function* get(
  context: ProcessContext,
  network: NetworkNamespace,
  { host, authority, port, path, post }: Url & { readonly post: string | undefined },
  timeout: Duration,
  quiet: boolean,
): Process<Response | undefined> {
  const addresses = yield* resolve(context, network, host);
  const [ip] = addresses ?? [];
  if (ip === undefined) {
    context.err(`wget: bad address '${authority}'\n`);
    return undefined;
  }
  if (!quiet) context.err(`Connecting to ${authority} (${ip}:${port})\n`);
  const connected = yield* network.connect({ ip, port }, { timeout });
  if (!connected.ok) {
    const text =
      connected.error === 'ETIMEDOUT' && timeout < synTimeout
        ? 'download timed out'
        : `can't connect to remote host (${ip}): ${errorText[connected.error]}`;
    context.err(`wget: ${text}\n`);
    return undefined;
  }
  const connection = connected.value;
  const method = post === undefined ? 'GET' : 'POST';
  const agent = 'User-Agent: Wget\r\nConnection: close\r\n';
  connection.send(`${method} ${path} HTTP/1.1\r\nHost: ${authority}\r\n${agent}${formOf(post)}`);
  return yield* readResponse(context, connection, timeout);
}

/** The end of the head, and the body. */
const formOf = (post: string | undefined): string => {
  if (post === undefined) return '\r\n';
  const type = 'Content-Type: application/x-www-form-urlencoded\r\n';
  return `${type}Content-Length: ${post.length}\r\n\r\n${post}`;
};

function* readResponse(
  context: ProcessContext,
  connection: Connection,
  timeout: Duration,
): Process<Response | undefined> {
  let text = '';
  for (;;) {
    const more = yield* connection.receive(timeout);
    if (more !== undefined) text += more;
    else if (connection.ended) break;
    else {
      context.err('wget: download timed out\n');
      return undefined;
    }
  }
  if (!text.includes(headersEnd)) {
    context.err('wget: error getting response\n');
    return undefined;
  }
  const { head, body } = splitMessage(text);
  const [status = '', ...headers] = head.split('\r\n');
  return { status, headers, body };
}

function finish(
  context: ProcessContext,
  { path }: Url,
  { status, body }: Response,
  options: ReadonlyMap<string, string>,
): number {
  if (!/^HTTP\/1\.\d 2/.test(status)) {
    context.err(`wget: server returned error: ${status}\n`);
    return 1;
  }
  const quiet = options.has('q');
  if (options.has('spider')) {
    if (!quiet) context.err('remote file exists\n');
    return 0;
  }
  const name = options.get('O') ?? (path.replace(/.*\//, '') || 'index.html');
  if (name === '-') {
    if (!quiet) context.err('writing to stdout\n');
    context.out(body);
    if (!quiet) context.err(`${progress('-', body.length)}written to stdout\n`);
    return 0;
  }
  const error = writeFile(context, name, body);
  if (error !== undefined) {
    context.err(`wget: can't open '${name}': ${error}\n`);
    return 1;
  }
  if (!quiet) {
    context.err(`saving to '${name}'\n${progress(name, body.length)}'${name}' saved\n`);
  }
  return 0;
}

const progress = (name: string, length: number): string =>
  `${name.slice(0, 20).padEnd(20)} 100% |${'*'.repeat(32)}| ${String(length).padStart(5)}  0:00:00 ETA\n`;
