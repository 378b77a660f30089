/** busybox httpd: files over HTTP. `-f` stays in the foreground, `-p` the port, `-h` the home. */

import { ms } from '#base/sim-time';
import { headersEnd } from '#cluster/node/os/http-message';
import type { Connection, Listener } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { absolute, type ProcessContext, type Program, timeOnCpu } from '../../program.ts';
import { errorText, networkOf, readOptions } from './sockets.ts';

const answerTime = ms(0.4);

export const httpd: Program = function* (context) {
  const { options } = readOptions(context.argv.slice(1), 'phurcde');
  const network = networkOf(context);
  if (network === undefined) return 1;
  const port = Number((options.get('p') ?? '80').replace(/.*:/, ''));
  const listening = network.listen(port);
  if (!listening.ok) {
    context.err(`httpd: bind: ${errorText[listening.error]}\n`);
    return 1;
  }
  const home = absolute(context, options.get('h') ?? '.');
  const serving = serve(context, listening.value, home);
  if (options.has('f')) return yield* serving;
  // Runs as a daemon: the shell goes on.
  context.sim.spawn('httpd', serving);
  return 0;
};

function* serve(context: ProcessContext, listener: Listener, home: string): Process<number> {
  try {
    for (;;) {
      const connection = yield* listener.accept();
      context.sim.spawn('httpd request', answer(context, connection, home));
    }
  } finally {
    listener.close();
  }
}

function* answer(context: ProcessContext, connection: Connection, home: string): Process {
  let request = '';
  while (!request.includes(headersEnd)) {
    const more = yield* connection.receive();
    if (more === undefined) return;
    request += more;
  }
  yield timeOnCpu(context, answerTime);
  const [method = '', target = '/'] = request.split(' ');
  const path = target.replace(/[?#].*/, '');
  const file = path.endsWith('/') ? `${path}index.html` : path;
  const body = context.files.read(`${home}/${file}`);
  if (method !== 'GET' && method !== 'HEAD') connection.send(page('501 Not Implemented'));
  else if (body === undefined) connection.send(page('404 Not Found'));
  else connection.send(response('200 OK', typeOf(file), method === 'HEAD' ? '' : body));
  connection.close();
}

function response(status: string, type: string, body: string): string {
  const head = [
    `HTTP/1.1 ${status}`,
    'Connection: close',
    `Content-type: ${type}`,
    `Content-Length: ${body.length}`,
  ];
  return head.join('\r\n') + headersEnd + body;
}

const explanations: Readonly<Record<string, string>> = {
  '404 Not Found': 'The requested URL was not found',
  '501 Not Implemented': 'The requested method is not recognized',
};

function page(status: string): string {
  const title = `<HEAD><TITLE>${status}</TITLE></HEAD>`;
  const text = `<BODY><H1>${status}</H1>\n${explanations[status] ?? ''}\n</BODY>`;
  return response(status, 'text/html', `<HTML>${title}\n${text}</HTML>\n`);
}

const typeOf = (file: string): string => (/\.html?$/.test(file) ? 'text/html' : 'text/plain');
