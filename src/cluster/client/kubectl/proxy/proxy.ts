/**
 * `kubectl proxy`: a server on the person's machine that passes requests on to the API server, with
 * the credentials of the kubeconfig, until Ctrl-C.
 *
 * Models k8s.io/kubectl pkg/cmd/proxy and pkg/proxy proxy_server.go with the default filter. In:
 * HTTP over connections to the port. Out: the API server's answers.
 */
import { defined } from '#base/defined';
import { ok } from '#base/result';
import { writtenBody } from '#k8s.io/apiserver/written-body';
import type { HttpRequest, HttpResponse } from '#k8s.io/client-go/rest/http';
import { firstOf } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, durationFlag, intFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, failureMessage, type Outcome } from '../failure.ts';
import { type LocalConnection, type LocalPort, listenLimit } from '../port-forward/local-port.ts';
import { queryOf } from '../raw-http.ts';
import type { Session } from '../session.ts';

const defaultPort = 8001;

export const proxy: Command = {
  name: 'proxy',
  short: 'Run a proxy to the Kubernetes API server',
  usage: '[--port=PORT] [--www=static-dir] [--www-prefix=prefix] [--api-prefix=prefix]',
  flags: [
    intFlag('port', 'The port to listen on; 0: a free one', {
      shorthand: 'p',
      default: String(defaultPort),
    }),
    stringFlag('address', 'The IP address to serve on', { default: '127.0.0.1' }),
    ...refused(
      stringFlag('www', 'A folder of files to serve, too', { shorthand: 'w' }),
      stringFlag('www-prefix', 'Where those files are', { shorthand: 'P' }),
      stringFlag('api-prefix', 'Where the API is', { default: '/' }),
      stringFlag('accept-paths', 'Paths that are accepted'),
      stringFlag('reject-paths', 'Paths that are refused'),
      stringFlag('accept-hosts', 'Hosts that are accepted'),
      stringFlag('reject-methods', 'Methods that are refused'),
      boolFlag('disable-filter', 'Refuses nothing'),
      stringFlag('unix-socket', 'A socket in place of a port', { shorthand: 'u' }),
      durationFlag('keepalive', 'Keep-alive period of connections'),
      boolFlag('append-server-path', 'Adds the path of the server'),
    ),
  ],
  run,
};

function* run({ session, flags }: Invocation): Process<Outcome> {
  const address = flags.string('address');
  const port = flags.int('port');
  const opened = session.listen(address, port);
  if (!opened.ok) return fail(`listen tcp ${address}:${port}: bind: ${opened.error}`);
  const listener = opened.value;
  // Nothing catches the signal of Ctrl-C.
  if (session.terminal !== undefined) session.terminal.interruptedWith = killedBySigint;
  session.out(`Starting to serve on ${address}:${listener.port}\n`);
  if (session.terminal !== undefined) return yield* serve(session, listener);
  const serving = session.sim.spawn('kubectl proxy', serve(session, listener));
  yield* firstOf(session.sim, [serving], listenLimit);
  serving.cancel();
  return ok(undefined);
}

const killedBySigint = 130;

function* serve(session: Session, listener: LocalPort): Process<Outcome> {
  const tasks: Task<unknown>[] = [];
  try {
    for (;;) {
      const connection = yield* listener.accept();
      tasks.push(session.sim.spawn('kubectl proxy', converse(session, connection)));
    }
  } finally {
    listener.close();
    for (const task of tasks) if (!task.done) task.cancel();
  }
}

interface Asked {
  readonly method: HttpRequest['method'];
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Answers requests of one connection, one after the other. */
function* converse(session: Session, connection: LocalConnection): Process {
  let text = '';
  try {
    for (;;) {
      const more = yield* connection.receive();
      if (more === undefined) return;
      text += more;
      const asked = readRequest(text);
      if (asked === undefined) continue;
      text = '';
      if (!(yield* answer(session, connection, asked))) return;
    }
  } finally {
    connection.close();
  }
}

/** A whole request; undefined while some of it is still to come. */
function readRequest(text: string): Asked | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [start = '', ...lines] = text.slice(0, end).split('\r\n');
  const [method = '', url = '/'] = start.split(' ');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers.get('content-length') ?? 0)) return undefined;
  return { method: method as HttpRequest['method'], url, headers, body };
}

const rejectedPaths = /^\/api\/.*\/pods\/.*\/(exec|attach)/;
const acceptedHosts = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether the connection stays open. */
function* answer(session: Session, connection: LocalConnection, asked: Asked): Process<boolean> {
  const { method, url, headers, body } = asked;
  const host = (headers.get('host') ?? '').replace(/:\d+$/, '');
  const [path = '', query = ''] = url.split('?');
  if (rejectedPaths.test(path) || !acceptedHosts.test(host)) {
    connection.send(httpError(403, 'Forbidden'));
    return true;
  }
  const got = yield* session.client.send({
    ...{ method, path, query: queryOf(query) },
    ref: { resource: '', namespace: '', name: '' },
    accept: headers.get('accept') ?? '*/*',
    ...defined({ contentType: headers.get('content-type') }),
    ...(body !== '' && { body: jsonOf(body) }),
  });
  const isPretty = /^(curl|Wget|Mozilla\/5\.0)/.test(headers.get('user-agent') ?? '');
  if (!got.ok) {
    const { error } = got;
    if (error.kind !== 'status') connection.send(httpError(500, failureMessage(error)));
    else
      connection.send(message(error.status.code ?? 500, json, writtenBody(error.status, isPretty)));
    return true;
  }
  return yield* pass(connection, got.value, isPretty);
}

const json = 'application/json';

function* pass(
  connection: LocalConnection,
  { code, headers, body, stream, text }: HttpResponse,
  isPretty: boolean,
): Process<boolean> {
  const type = headers['content-type'] ?? json;
  const open = stream ?? text;
  if (open === undefined) {
    connection.send(message(code, type, writtenBody(body, isPretty)));
    return true;
  }
  // What goes on ends with its connection.
  connection.send(`HTTP/1.1 ${code} OK\r\nContent-Type: ${type}\r\n\r\n`);
  try {
    for (;;) {
      const piece = yield* open.receive();
      if (piece === undefined) return false;
      connection.send(typeof piece === 'string' ? piece : `${JSON.stringify(piece)}\n`);
    }
  } finally {
    open.close();
  }
}

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  500: 'Internal Server Error',
};

function message(code: number, type: string, body: string): string {
  const start = `HTTP/1.1 ${code} ${reasons[code] ?? ''}`;
  return `${start}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const httpError = (code: number, why: string): string =>
  message(code, 'text/plain; charset=utf-8', `${why}\n`);

/** Bodies are values here: what is no JSON goes on as its text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
