/**
 * `python3 -m http.server [PORT]`: the files of its folder over HTTP, and lists of folders.
 *
 * Models Lib/http/server.py. What it prints to stdout waits in a buffer where nobody looks at a
 * terminal, unless it is unbuffered; its access log goes to stderr at once. It handles no TERM: as
 * process 1 it lives on until KILL.
 */

import { ms } from '#base/sim-time';
import { headersEnd, readMessage } from '#cluster/node/os/http-message';
import type { Connection, Listener } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { errorText, networkOf, readOptions } from '../../applets/network/sockets.ts';
import { absolute, type ProcessContext, timeOnCpu } from '../../program.ts';
import { logTime } from '../log-time.ts';

const answerTime = ms(1.5);

export function* httpServer(
  context: ProcessContext,
  version: string,
  words: readonly string[],
  unbuffered: boolean,
): Process<number> {
  const { options, operands } = readOptions(words, 'bdp');
  const network = networkOf(context);
  if (network === undefined) return 1;
  const port = Number(operands[0] ?? '8000');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    context.err('OverflowError: bind(): port must be 0-65535.\n');
    return 1;
  }
  const listening = network.listen(port);
  if (!listening.ok) {
    context.err(`OSError: [Errno 98] ${errorText[listening.error]}\n`);
    return 1;
  }
  const home = absolute(context, options.get('d') ?? options.get('directory') ?? '.');
  const hello = `Serving HTTP on 0.0.0.0 port ${port} (http://0.0.0.0:${port}/) ...\n`;
  if (unbuffered) context.out(hello);
  const accepting = context.sim.spawn(
    'http.server',
    accept(context, listening.value, { version, home }),
  );
  try {
    context.signals.handled.add('SIGINT');
    while (context.signals.take() === undefined) yield* context.signals.arrived.wait();
    if (!unbuffered) context.out(hello);
    context.out('\nKeyboard interrupt received, exiting.\n');
    return 0;
  } finally {
    accepting.cancel();
    listening.value.close();
  }
}

interface Site {
  readonly version: string;
  readonly home: string;
}

function* accept(context: ProcessContext, listener: Listener, site: Site): Process {
  for (;;) {
    const connection = yield* listener.accept();
    context.sim.spawn('http.server request', answer(context, connection, site));
  }
}

function* answer(context: ProcessContext, connection: Connection, site: Site): Process {
  let request = '';
  while (!request.includes(headersEnd)) {
    const more = yield* connection.receive();
    if (more === undefined) return;
    request += more;
  }
  yield timeOnCpu(context, answerTime);
  const { start } = readMessage(request);
  const [method = '', target = '/'] = start.split(' ');
  const { code, reason, type, body } = pageOf(
    context,
    site.home,
    method,
    target.replace(/[?#].*/, ''),
  );
  const head = [
    `HTTP/1.0 ${code} ${reason}`,
    `Server: SimpleHTTP/0.6 Python/${site.version}`,
    `Content-type: ${type}`,
    `Content-Length: ${body.length}`,
  ];
  connection.send(head.join('\r\n') + headersEnd + (method === 'HEAD' ? '' : body));
  connection.close();
  const { day, month, year, clock } = logTime(context);
  const line = (text: string): void =>
    context.err(`${connection.remote.ip} - - [${day}/${month}/${year} ${clock}] ${text}\n`);
  if (code !== 200) line(`code ${code}, message ${reason}`);
  line(`"${start}" ${code} -`);
}

interface Page {
  readonly code: number;
  readonly reason: string;
  readonly type: string;
  readonly body: string;
}

function pageOf({ files }: ProcessContext, home: string, method: string, target: string): Page {
  if (method !== 'GET' && method !== 'HEAD') {
    return failure(
      501,
      `Unsupported method ('${method}')`,
      'Server does not support this operation',
    );
  }
  const path = `${home}/${target}`.replace(/\/+/g, '/');
  const found = (type: string, body: string): Page => ({ code: 200, reason: 'OK', type, body });
  const names = files.isDirectory(path) ? (files.list(path) ?? []) : undefined;
  const index =
    names?.includes('index.html') === true ? files.read(`${path}/index.html`) : undefined;
  if (index !== undefined) return found('text/html', index);
  if (names !== undefined)
    return found('text/html; charset=utf-8', listOf(files, path, target, names));
  const body = files.read(path);
  if (body !== undefined) return found(/\.html?$/.test(path) ? 'text/html' : 'text/plain', body);
  return failure(404, 'File not found', 'Nothing matches the given URI');
}

function listOf(
  files: ProcessContext['files'],
  path: string,
  target: string,
  names: readonly string[],
): string {
  const title = `Directory listing for ${target}`;
  const items = [...names].sort().map((name) => {
    const isLink = files.linkAt(`${path}/${name}`) !== undefined;
    const leads = files.isDirectory(`${path}/${name}`) ? `${name}/` : name;
    return `<li><a href="${leads}">${isLink ? `${name}@` : leads}</a></li>`;
  });
  const lines = [
    '<!DOCTYPE HTML>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<style type="text/css">',
    ':root {',
    'color-scheme: light dark;',
    '}',
    '</style>',
    `<title>${title}</title>`,
    '</head>',
    '<body>',
    `<h1>${title}</h1>`,
    '<hr>',
    '<ul>',
    ...items,
    '</ul>',
    '<hr>',
    '</body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}

const failure = (code: number, reason: string, why: string): Page => ({
  code,
  reason,
  type: 'text/html;charset=utf-8',
  body:
    '<!DOCTYPE HTML>\n<html lang="en">\n    <head>\n        <meta charset="utf-8">\n' +
    '        <title>Error response</title>\n    </head>\n    <body>\n' +
    `        <h1>Error response</h1>\n        <p>Error code: ${code}</p>\n` +
    `        <p>Message: ${reason}.</p>\n` +
    `        <p>Error code explanation: ${code} - ${why}.</p>\n    </body>\n</html>\n`,
});
