/**
 * curl, as several images and a person's machine have it: requests over HTTP, one after the other.
 *
 * Models curl 8.14.1, of which Debian 13 has the package. `options.ts` lists what it takes and what
 * it refuses by name. Over HTTPS
 * nobody's signature is known, so `-k` is needed there.
 */
import { type Duration, second, seconds } from '#base/sim-time';
import { readMessage, splitMessage } from '#cluster/node/os/http-message';
import type { Connection } from '#cluster/node/os/sockets';
import { insideTls, readTlsCertificate, tlsHello } from '#cluster/node/os/tls';
import type { Process } from '#sim/simulation';
import { receiveMessage } from '../../agnhost/http.ts';
import { resolve } from '../../applets/network/resolver.ts';
import { networkOf } from '../../applets/network/sockets.ts';
import { type ProcessContext, type Program, writeFile } from '../../program.ts';
import { type Options, readOptions } from './options.ts';
import {
  headOf,
  methodOf,
  type Problem,
  readData,
  readUrl,
  redirected,
  type Url,
} from './request.ts';
import { Tell } from './tell.ts';
import { type Transfer, writtenOut } from './write-out.ts';

/** Source: DEFAULT_CONNECT_TIMEOUT. */
const longestConnect = 300 * second;
const longest = 24 * 3600 * second;
const usualRedirects = 50;
const usageExitCode = 2;
const millisecond = 1000;

const tryHelp = "curl: try 'curl --help' or 'curl --manual' for more information\n";
const version =
  'curl 8.14.1 (x86_64-pc-linux-gnu) libcurl/8.14.1\nRelease-Date: 2025-06-04\n' +
  'Protocols: http https\nFeatures: SSL\n';
const help = 'Usage: curl [options...] <url>\npodyssey: the list of options is not simulated\n';

export const curl: Program = function* (context) {
  const options = readOptions(context.argv.slice(1));
  if (!options.ok) {
    context.err(`curl: ${options.error}\n${tryHelp}`);
    return usageExitCode;
  }
  const { flags, urls } = options.value;
  if (flags.has('help') || flags.has('version')) {
    context.out(flags.has('help') ? help : version);
    return 0;
  }
  if (urls.length === 0) {
    context.err(`curl: (2) no URL specified\n${tryHelp}`);
    return usageExitCode;
  }
  let code = 0;
  for (const url of urls) code = yield* new Curl(context, options.value).transfer(url);
  return code;
};

class Curl {
  readonly #context: ProcessContext;
  readonly #options: Options;
  readonly #tell: Tell;
  readonly #begun: number;

  constructor(context: ProcessContext, options: Options) {
    this.#context = context;
    this.#options = options;
    this.#tell = new Tell(context, options);
    this.#begun = context.sim.now;
  }

  /** One URL, and where it leads with `-L`; the exit code. */
  *transfer(address: string): Process<number> {
    const { flags, values } = this.#options;
    const data = readData(this.#context, this.#options);
    if (!data.ok) return this.#failed(address, data.error);
    const most = Number(values.get('max-redirs') ?? usualRedirects);
    let [at, method, body] = [address, methodOf(this.#options, data.value), data.value];
    let shown = '';
    for (let redirects = 0; ; redirects++) {
      const url = readUrl(at);
      if (!url.ok) return this.#failed(at, url.error);
      const answer = yield* this.#ask(url.value, method, body);
      if ('why' in answer) return this.#failed(at, answer);
      const { start, headers, body: got } = readMessage(answer.text);
      const status = Number(start.split(' ')[1]);
      const location = headers.get('location');
      const goesOn = flags.has('location') && location !== undefined && isRedirect(status);
      const { head } = splitMessage(answer.text);
      shown += this.#shownOf(`${head}\r\n\r\n`, goesOn ? '' : got);
      if (!goesOn) {
        const sent = body?.length ?? 0;
        return this.#over(at, { ...answer, shown, method, redirects, sent, received: got.length });
      }
      if (redirects === most) {
        return this.#failed(at, { code: 47, why: `Maximum (${most}) redirects followed` });
      }
      at = redirected(url.value, location);
      this.#tell.note(`Issue another request to this URL: '${at}'`);
      if (status <= 303 && method === 'POST') [method, body] = ['GET', undefined];
    }
  }

  /** Writes what was received, and the words of `-w`. */
  #over(
    address: string,
    transfer: Omit<Transfer, 'time' | 'address'> & { readonly shown: string },
  ): number {
    const { flags, values } = this.#options;
    const status = Number(readMessage(transfer.text).start.split(' ')[1]);
    const time = this.#context.sim.now - this.#begun;
    const isFailure = status >= 400 && (flags.has('fail') || flags.has('fail-with-body'));
    this.#tell.end(transfer.received, transfer.sent, time);
    if (!isFailure || flags.has('fail-with-body')) {
      const file = values.get('output') ?? (flags.has('remote-name') ? fileOf(address) : '-');
      const problem =
        file === '-' ? this.#context.out(transfer.shown) : this.#write(file, transfer.shown);
      if (problem !== undefined) return this.#failed(address, problem);
    }
    if (isFailure) {
      this.#tell.problem(22, `The requested URL returned error: ${status}`);
    }
    this.#writeOut({ ...transfer, address, time }, isFailure ? 22 : 0);
    return isFailure ? 22 : 0;
  }

  #write(file: string, text: string): Problem | undefined {
    const error = writeFile(this.#context, file, text);
    if (error === undefined) return undefined;
    this.#context.err(`Warning: Failed to open the file ${file}: ${error}\n`);
    return { code: 23, why: 'client returned ERROR on writev' };
  }

  #shownOf(head: string, body: string): string {
    const { flags } = this.#options;
    if (flags.has('head')) return head;
    return flags.has('include') || flags.has('show-headers') ? head + body : body;
  }

  #failed(address: string, { code, why }: Problem): number {
    this.#tell.problem(code, why);
    this.#writeOut({ address, time: this.#context.sim.now - this.#begun }, code);
    return code;
  }

  #writeOut(transfer: Partial<Transfer> & { readonly address: string }, code: number): void {
    const format = this.#options.values.get('write-out');
    if (format === undefined) return;
    const { text, unknown } = writtenOut(format, transfer, code);
    this.#context.out(text);
    for (const name of unknown) {
      this.#context.err(`curl: unknown --write-out variable: '${name}'\n`);
    }
  }

  /** One request. */
  *#ask(
    url: Url,
    method: string,
    data: string | undefined,
  ): Process<Problem | Pick<Transfer, 'text' | 'remote' | 'local' | 'connected'>> {
    const { sim } = this.#context;
    this.#tell.begin();
    const opened = yield* this.#connect(url);
    if ('why' in opened) return opened;
    const connection = opened;
    const connected = sim.now - this.#begun;
    const { local, remote } = connection;
    const lines = headOf(url, method, data, this.#options);
    const body = this.#options.flags.has('get') ? '' : (data ?? '');
    connection.send(`${lines.join('\r\n')}\r\n\r\n${body}`);
    this.#tell.note('using HTTP/1.x');
    this.#tell.sent(lines, body.length);
    const left = this.#left();
    const text = yield* receiveMessage(connection, left, { isHead: method === 'HEAD' });
    const isOver = connection.ended;
    connection.close();
    if (text === undefined) {
      if (isOver) {
        this.#tell.note('Empty reply from server');
        return { code: 52, why: 'Empty reply from server' };
      }
      const ms = Math.floor((sim.now - this.#begun) / millisecond);
      const why = `Operation timed out after ${ms} milliseconds with 0 bytes received`;
      return { code: 28, why };
    }
    if (!text.startsWith('HTTP/')) return { code: 1, why: 'Received HTTP/0.9 when not allowed' };
    const { head, body: got } = splitMessage(text);
    this.#tell.received(head, got.length);
    const isKept = !/\r\nconnection: *close/i.test(head);
    this.#tell.note(
      isKept ? `Connection #0 to host ${url.host} left intact` : 'shutting down connection #0',
    );
    return { text, local, remote, connected };
  }

  /** What is left of `-m`. */
  #left(): Duration {
    const limit = this.#options.values.get('max-time');
    if (limit === undefined) return longest;
    return Math.max(1, seconds(Number(limit)) - (this.#context.sim.now - this.#begun));
  }

  *#connect(url: Url): Process<Connection | Problem> {
    const { sim } = this.#context;
    const { values } = this.#options;
    const { host, port } = url;
    const network = networkOf(this.#context);
    if (network === undefined) return { code: 6, why: `Could not resolve host: ${host}` };
    const isAddress = /^[\d.]+$/.test(host);
    const [ip] = pinned(values, host, port) ?? (yield* resolve(this.#context, network, host)) ?? [];
    if (ip === undefined) {
      this.#tell.note(`Could not resolve host: ${host}`);
      return { code: 6, why: `Could not resolve host: ${host}` };
    }
    if (!isAddress) {
      this.#tell.note(`Host ${host}:${port} was resolved.`);
      this.#tell.note('IPv6: (none)');
      this.#tell.note(`IPv4: ${ip}`);
    }
    this.#tell.note(`  Trying ${ip}:${port}...`);
    const begun = sim.now;
    const own = values.get('connect-timeout');
    const timeout = Math.min(
      own === undefined ? longestConnect : seconds(Number(own)),
      this.#left(),
    );
    const from = values.get('interface');
    const connected = yield* network.connect(
      { ip, port },
      { timeout, ...(from !== undefined && { from }) },
    );
    if (!connected.ok) {
      const ms = Math.floor((sim.now - begun) / millisecond);
      const isLate = connected.error === 'ETIMEDOUT' && sim.now - begun >= timeout;
      const where = `Failed to connect to ${host} port ${port} after ${ms} ms`;
      const why = isLate
        ? `Connection timed out after ${ms} milliseconds`
        : `${where}: Could not connect to server`;
      this.#tell.note(why);
      this.#tell.note('closing connection #0');
      return { code: connected.error === 'ETIMEDOUT' ? 28 : 7, why };
    }
    this.#tell.note(`Connected to ${host} (${ip}) port ${port}`);
    if (url.scheme === 'http') return connected.value;
    const isTrusting = this.#options.flags.has('insecure');
    const problem = yield* handshake(connected.value, isAddress ? '' : host, isTrusting);
    if (problem === undefined) return insideTls(connected.value);
    connected.value.close();
    return problem;
  }
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** The last part of a path. */
const fileOf = (address: string): string =>
  address.replace(/[?#].*/, '').replace(/.*\//, '') || 'curl_response';

/** What is wrong with the server's certificate, if anything is. Source: lib/vtls/openssl.c. */
function* handshake(
  connection: Connection,
  name: string,
  isTrusting: boolean,
): Process<Problem | undefined> {
  connection.send(tlsHello(name));
  const answer = yield* connection.receive(longestConnect);
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
  port: number,
): readonly string[] | undefined {
  const [name, at, ip = ''] = (values.get('resolve') ?? '').split(':');
  return name === host && at === String(port) ? [ip] : undefined;
}
