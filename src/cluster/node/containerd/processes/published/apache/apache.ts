/**
 * Apache httpd in the foreground: files below htdocs over HTTP, with its notices and access log.
 *
 * Models the published image's configuration: event MPM, both logs to the container's output.
 * Signals: WINCH ends gracefully, TERM at once.
 */
import { ms } from '#base/sim-time';
import { headersEnd, readMessage } from '#cluster/node/os/http-message';
import type { Connection, Listener } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { errorText, networkOf } from '../../applets/network/sockets.ts';
import { type ProcessContext, type Program, timeOnCpu } from '../../program.ts';
import { accessTime, logTime } from '../log-time.ts';
import { notHere } from '../own-words.ts';

const startTime = ms(30);
const answerTime = ms(0.3);
const memory = 6 * 2 ** 20;
const root = '/usr/local/apache2';

/** `httpd` of a version: `-D FOREGROUND`, `-t`, `-v`. */
export const apache = (version: string): Program =>
  function* (context) {
    const words = context.argv.slice(1);
    if (words[0] === '-v') {
      context.out(`Server version: Apache/${version} (Unix)\n`);
      return 0;
    }
    const address = context.network?.address || '127.0.0.1';
    const unnamed =
      "AH00558: httpd: Could not reliably determine the server's fully qualified domain name, " +
      `using ${address}. Set the 'ServerName' directive globally to suppress this message\n`;
    if (words[0] === '-t') {
      context.err(`${unnamed}Syntax OK\n`);
      return 0;
    }
    if (words.join(' ') !== '-DFOREGROUND' && words.join(' ') !== '-D FOREGROUND') {
      return notHere(context, 'httpd', `only -D FOREGROUND, -t and -v are, not ${words.join(' ')}`);
    }
    context.err(unnamed);
    yield timeOnCpu(context, startTime);
    const network = networkOf(context);
    if (network === undefined) return 1;
    const listening = network.listen(80);
    if (!listening.ok) {
      const why = errorText[listening.error];
      context.err(`(98)${why}: AH00072: make_sock: could not bind to address 0.0.0.0:80\n`);
      return 1;
    }
    context.allocate?.(memory);
    context.err(unnamed);
    const notice = (module: string, text: string): void =>
      context.err(noticeOf(context, module, text));
    notice(
      'mpm_event',
      `AH00489: Apache/${version} (Unix) configured -- resuming normal operations`,
    );
    notice('core', "AH00094: Command line: 'httpd -D FOREGROUND'");
    return yield* serve(context, listening.value, version, notice);
  };

function noticeOf(context: ProcessContext, module: string, text: string): string {
  const { weekday, month, day, clock, micros, year } = logTime(context);
  const { pid = 1 } = context;
  const when = `${weekday} ${month} ${day} ${clock}.${micros} ${year}`;
  return `[${when}] [${module}:notice] [pid ${pid}:tid ${pid}] ${text}\n`;
}

function* serve(
  context: ProcessContext,
  listener: Listener,
  version: string,
  notice: (module: string, text: string) => void,
): Process<number> {
  const { sim, signals } = context;
  const accepting = sim.spawn('httpd accept', accept(context, listener, version));
  try {
    signals.handled.add('SIGWINCH').add('SIGTERM');
    for (;;) {
      const signal = signals.take();
      if (signal === 'SIGTERM') notice('mpm_event', 'AH00491: caught SIGTERM, shutting down');
      if (signal === 'SIGWINCH') {
        notice('mpm_event', 'AH00492: caught SIGWINCH, shutting down gracefully');
      }
      if (signal !== undefined) return 0;
      yield* signals.arrived.wait();
    }
  } finally {
    accepting.cancel();
    listener.close();
  }
}

function* accept(context: ProcessContext, listener: Listener, version: string): Process {
  for (;;) {
    const connection = yield* listener.accept();
    context.sim.spawn('httpd request', answer(context, connection, version));
  }
}

function* answer(context: ProcessContext, connection: Connection, version: string): Process {
  let request = '';
  while (!request.includes(headersEnd)) {
    const more = yield* connection.receive();
    if (more === undefined) return;
    request += more;
  }
  yield timeOnCpu(context, answerTime);
  const { start } = readMessage(request);
  const [method = '', target = '/'] = start.split(' ');
  const { status, type, body } = pageOf(context, method, target.replace(/[?#].*/, ''));
  const head = [
    `HTTP/1.1 ${status}`,
    `Server: Apache/${version} (Unix)`,
    `Content-Length: ${body.length}`,
    'Connection: close',
    `Content-Type: ${type}`,
  ];
  connection.send(head.join('\r\n') + headersEnd + (method === 'HEAD' ? '' : body));
  connection.close();
  const code = status.slice(0, 3);
  const size = method === 'HEAD' ? '-' : String(body.length);
  const when = accessTime(context);
  context.out(`${connection.remote.ip} - - [${when}] "${start}" ${code} ${size}\n`);
}

interface Page {
  readonly status: string;
  readonly type: string;
  readonly body: string;
}

function pageOf({ files }: ProcessContext, method: string, target: string): Page {
  if (method !== 'GET' && method !== 'HEAD') {
    return failure(
      '405 Method Not Allowed',
      `The requested method ${method} is not allowed for this URL.`,
    );
  }
  const path = `${root}/htdocs${target}`;
  const file = target.endsWith('/') ? `${path}index.html` : path;
  const body = files.isDirectory(file) ? undefined : files.read(file);
  if (body !== undefined) {
    return { status: '200 OK', type: /\.html?$/.test(file) ? 'text/html' : 'text/plain', body };
  }
  return failure('404 Not Found', 'The requested URL was not found on this server.');
}

const failure = (status: string, why: string): Page => ({
  status,
  type: 'text/html; charset=iso-8859-1',
  body:
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n' +
    `<title>${status}</title>\n</head><body>\n<h1>${status.slice(4)}</h1>\n<p>${why}</p>\n` +
    '</body></html>\n',
});
