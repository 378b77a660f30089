/** The small servers of agnhost: serve-hostname, liveness, test-webserver, porter. */
import { second, seconds } from '#base/sim-time';
import { goDurationString } from '#k8s.io/apimachinery/duration';
import { type Process, sleep } from '#sim/simulation';
import { networkOf } from '../applets/network/sockets.ts';
import type { ProcessContext } from '../program.ts';
import { flagsOf } from './flags.ts';
import { type HttpAnswer, serveHttp, untilTerm } from './http.ts';
import { log } from './logging.ts';
import { hostnameOf } from './netexec.ts';

type Words = readonly string[];

/** A Go program that handles no signal, with servers in the background. */
function* forever({ signals }: ProcessContext): Process<number> {
  for (;;) yield* signals.arrived.wait();
}

/** `serve-hostname`: the hostname over HTTP, TCP or UDP; lives for a minute after SIGTERM. */
export function* serveHostname(context: ProcessContext, words: Words): Process<number> {
  const flags = flagsOf(words, ['tcp', 'udp', 'http', 'close']);
  const port = flags.number('port', 9376);
  const hostname = hostnameOf(context);
  const [tcp, udp] = [flags.isOn('tcp'), flags.isOn('udp')];
  if (flags.isOn('http', true) && (tcp || udp)) {
    log(context, "Can't server TCP/UDP mode and HTTP mode at the same time");
    return 1;
  }
  if (tcp && !serveText(context, port, hostname)) return 1;
  if (udp && !serveDatagrams(context, port, hostname)) return 1;
  function* answer(): Process<HttpAnswer> {
    return { body: hostname };
  }
  if (flags.isOn('http', true) && !serveHttp(context, port, answer)) return 1;
  log(context, `Serving on port ${port}.\n`);
  yield* untilTerm(context);
  log(context, 'Shutting down after receiving signal: terminated.\n');
  log(context, 'Awaiting pod deletion.\n');
  yield* sleep(seconds(60));
  return 0;
}

/** A text for each connection. */
function serveText(context: ProcessContext, port: number, text: string): boolean {
  const listening = networkOf(context)?.listen(port);
  if (listening?.ok !== true) return false;
  context.sim.spawn('agnhost tcp', serve());
  return true;
  function* serve(): Process {
    if (listening?.ok !== true) return;
    for (;;) {
      const connection = yield* listening.value.accept();
      connection.send(text);
      connection.close();
    }
  }
}

/** A text for each datagram. */
function serveDatagrams(context: ProcessContext, port: number, text: string): boolean {
  const bound = networkOf(context)?.bindUdp(port);
  if (bound?.ok !== true) return false;
  context.sim.spawn('agnhost udp', serve());
  return true;
  function* serve(): Process {
    if (bound?.ok !== true) return;
    for (;;) {
      const datagram = yield* bound.value.receive();
      if (typeof datagram === 'object') bound.value.send(datagram.from, text);
    }
  }
}

/** `liveness`: `/healthz` is well for ten seconds. */
export function* liveness(context: ProcessContext): Process<number> {
  const { sim } = context;
  const started = sim.now;
  const isUp = serveHttp(context, 8080, function* ({ path, query }) {
    const age = sim.now - started;
    if (path === '/started') return { body: goDurationString(age) };
    if (path === '/redirect') {
      return { code: 302, headers: { Location: query.get('loc') ?? '' }, body: '' };
    }
    if (path !== '/healthz') return { code: 404, body: '404 page not found\n' };
    return age > 10 * second ? { code: 500, body: `error: ${age / second}` } : { body: 'ok' };
  });
  return isUp ? yield* forever(context) : 1;
}

/** `test-webserver`: the files of the container. */
export function* testWebserver(context: ProcessContext, words: Words): Process<number> {
  const { files } = context;
  const isUp = serveHttp(context, flagsOf(words).number('port', 80), function* ({ path }) {
    const headers = { 'Cache-Control': 'private', 'Access-Control-Allow-Origin': '*' };
    const names = files.list(path);
    if (names !== undefined) {
      const lines = names.map((name) => {
        const shown = files.isDirectory(`${path}/${name}`) ? `${name}/` : name;
        return `<a href="${shown}">${shown}</a>\n`;
      });
      const page = `<!doctype html>\n<pre>\n${lines.join('')}</pre>\n`;
      return { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' }, body: page };
    }
    const body = files.read(path);
    return body === undefined
      ? { code: 404, headers, body: '404 page not found\n' }
      : { headers, body };
  });
  return isUp ? yield* forever(context) : 1;
}

/** `porter`: what each variable SERVE_PORT_N holds, on port N. SCTP ports stay closed. */
export function* porter(context: ProcessContext, words: Words): Process<number> {
  const json = flagsOf(words, ['json-response']).isOn('json-response');
  for (const [name, value] of context.env) {
    const [, kind, port] = /^SERVE_(|TCP_|UDP_|TLS_|SCTP_)PORT_(\d+)$/.exec(name) ?? [];
    if (kind === undefined) continue;
    if (kind === 'SCTP_') {
      log(context, `agnhost: porter's ${name} is not simulated`);
    } else if (kind === 'UDP_') serveDatagrams(context, Number(port), value);
    else {
      const tls = kind === 'TLS_';
      const answer = (method: string): HttpAnswer => {
        if (!json) return { body: value };
        const headers = { 'Content-Type': 'application/json' };
        return { headers, body: JSON.stringify({ Method: method, Body: value }) };
      };
      serveHttp(
        context,
        Number(port),
        function* ({ method }) {
          return answer(method);
        },
        { tls },
      );
    }
  }
  return yield* forever(context);
}
