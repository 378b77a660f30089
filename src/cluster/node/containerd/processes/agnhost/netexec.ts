/**
 * `agnhost netexec`: a web server that says who it is and who asked, runs commands, dials others,
 * and ends when asked; beside it a UDP server. Flags: `--http-port`, `--udp-port`,
 * `--udp-listen-addresses` (without effect), `--http-override`, `--delay-shutdown`,
 * `--tls-cert-file`, which is not read; SCTP is refused.
 */
import { seconds } from '#base/sim-time';
import { parseGoDuration } from '#k8s.io/apimachinery/duration';
import { firstOf, Signal } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import { networkOf } from '../applets/network/sockets.ts';
import { noStdin, type ProcessContext } from '../program.ts';
import { runShell } from '../shell/run-shell.ts';
import { dial } from './dial.ts';
import { type Flags, flagsOf } from './flags.ts';
import { type Handler, type HttpAnswer, type HttpRequest, serveHttp, untilTerm } from './http.ts';
import { log, now } from './logging.ts';

interface State {
  readonly context: ProcessContext;
  readonly hostname: string;
  readonly port: number;
  /** Whether the UDP server runs, or none was wanted. */
  ready: boolean;
  ending: boolean;
  exit: number | undefined;
  readonly exits: Signal;
}

export const hostnameOf = ({ files }: ProcessContext): string =>
  (files.read('/etc/hostname') ?? 'localhost').trim();

export function* netexec(context: ProcessContext, words: readonly string[]): Process<number> {
  const flags = flagsOf(words);
  if (flags.text('sctp-port') !== '') {
    context.err('agnhost: netexec --sctp-port is not simulated\n');
    return 1;
  }
  const state: State = {
    context,
    hostname: hostnameOf(context),
    port: flags.number('http-port', 8080),
    ready: false,
    ending: false,
    exit: undefined,
    exits: new Signal(context.sim),
  };
  const udpPort = flags.number('udp-port', 8081);
  if (udpPort !== -1 && !serveUdp(state, udpPort)) return 1;
  const tls = flags.text('tls-cert-file') !== '';
  if (!serveHttp(context, state.port, handlerOf(state, flags), { tls })) return 1;
  log(context, `Started HTTP server on port ${state.port}`);
  const term = context.sim.spawn('sigterm', untilTerm(context));
  while (state.exit === undefined && !term.done) {
    yield* firstOf(context.sim, [term, state.exits], seconds(3600));
  }
  if (state.exit !== undefined) return state.exit;
  state.ending = true;
  const delay = flags.number('delay-shutdown', 0);
  if (delay > 0) {
    log(context, `Sleeping ${delay} seconds before terminating...`);
    yield* sleep(seconds(delay));
  }
  return 0;
}

function handlerOf(state: State, flags: Flags): Handler {
  const override = flags.text('http-override');
  if (override === '') return (request) => route(state, request);
  const [path = '/', query = ''] = override.split(/\?(.*)/s);
  const pairs = query.split('&').map((pair) => pair.split(/=(.*)/s));
  const fixed = new Map(pairs.map(([name = '', value = '']) => [name, value]));
  return (request) => route(state, { ...request, method: 'GET', path, query: fixed });
}

const text = (body: string, code = 200): HttpAnswer => ({ code, body });

function* route(state: State, request: HttpRequest): Process<HttpAnswer> {
  const { context } = state;
  const { path, query, remote, headers } = request;
  log(context, `GET ${request.target}`);
  switch (path) {
    case '/clientip':
      return text(`${remote.ip}:${remote.port}`);
    case '/serverport':
      return text(String(state.port));
    case '/hostname':
    case '/hostName':
      return text(state.hostname);
    case '/header':
      return text(headerText(headers, query.get('key') ?? ''));
    case '/echo':
      return text(query.get('msg') ?? '', Number(query.get('code') || 200));
    case '/healthz':
      return text('', state.ready ? 200 : 412);
    case '/readyz':
      if (state.ending) return text('shutting down', 503);
      return state.ready ? text('ok') : text('', 412);
    case '/redirect':
      return redirect(query);
    case '/shell':
      return yield* shell(context, query.get('shellCommand') || (query.get('cmd') ?? ''));
    case '/dial':
      return yield* dial(context, query);
    case '/exit':
      return yield* exit(state, query);
    case '/shutdown':
      return end(state, 0);
    case '/upload':
      return text('{"error":"agnhost: upload is not simulated"}', 500);
    default:
      return text(`NOW: ${now(context)}`);
  }
}

function end(state: State, code: number): HttpAnswer {
  state.exit = code;
  state.exits.notifyAll();
  return text('');
}

function headerText(headers: ReadonlyMap<string, string>, key: string): string {
  if (key !== '') return headers.get(key.toLowerCase()) ?? '';
  const canonical = (name: string): string => name.replace(/(?:^|-)[a-z]/g, (c) => c.toUpperCase());
  const lists = [...headers].map(([name, value]) => [canonical(name), [value]] as const);
  return JSON.stringify(Object.fromEntries(lists.sort(([a], [b]) => (a < b ? -1 : 1))));
}

function redirect(query: ReadonlyMap<string, string>): HttpAnswer {
  const location = query.get('location') ?? '';
  const code = Number(query.get('code') || 302);
  return { code, headers: { Location: location }, body: `<a href="${location}">Found</a>.\n\n` };
}

function* shell(context: ProcessContext, command: string): Process<HttpAnswer> {
  let printed = '';
  const print = (piece: string): void => {
    printed += piece;
  };
  const argv = ['/bin/sh', '-c', command];
  const code = yield* runShell({ ...context, argv, readStdin: noStdin, out: print, err: print });
  return text(
    JSON.stringify({
      ...(code === 0 ? {} : { error: `exit status ${code}` }),
      ...(printed === '' ? {} : { output: printed }),
    }),
  );
}

function* exit(state: State, query: ReadonlyMap<string, string>): Process<HttpAnswer> {
  const wait = query.get('wait') ?? '';
  const duration = wait === '' ? 0 : parseGoDuration(wait);
  if (duration === undefined) {
    return text(
      `argument 'wait' must be a valid golang duration or empty, got ${JSON.stringify(wait)}\n`,
    );
  }
  yield* sleep(duration);
  return end(state, Number(query.get('code') || 0));
}

function serveUdp(state: State, port: number): boolean {
  const { context, hostname } = state;
  const bound = networkOf(context)?.bindUdp(port);
  if (bound === undefined) return false;
  if (!bound.ok) {
    log(context, `failed to create listener for UDP address :${port}`);
    return false;
  }
  const socket = bound.value;
  log(context, `Started UDP server on port  ${port}`);
  state.ready = true;
  context.sim.spawn('agnhost udp', serve());
  return true;

  function* serve(): Process {
    try {
      for (;;) {
        const datagram = yield* socket.receive();
        if (datagram === undefined || typeof datagram === 'string') continue;
        const { from, payload } = datagram;
        const command = typeof payload === 'string' ? payload.trim().toLowerCase() : '';
        const answer = udpAnswer(command, hostname, `${from.ip}:${from.port}`, port);
        if (answer !== undefined) socket.send(from, answer);
      }
    } finally {
      socket.close();
    }
  }
}

function udpAnswer(
  command: string,
  hostname: string,
  client: string,
  port: number,
): string | undefined {
  if (command === 'hostname') return hostname;
  if (command === 'clientip') return client;
  if (command === 'serverport') return String(port);
  return command.startsWith('echo ') ? command.slice('echo '.length) : undefined;
}
