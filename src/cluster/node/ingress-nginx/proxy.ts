/**
 * The nginx of the ingress controller: takes a request, finds its location, passes it on to a pod.
 *
 * Models nginx with ingress-nginx's template and its Lua balancer (round_robin). In: connections
 * and the configuration that the controller gave it last. Out: answers, a line of the access log
 * and a RequestProxied fact for each. It dials endpoints directly: a Service's own address is not
 * used.
 */
import type { Prng } from '#base/prng';
import { ms, seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { askServer, receiveMessage, serveConnections } from '#cluster/node/os/http-exchange';
import {
  type HttpMessage,
  headersEnd,
  httpDate,
  readMessage,
  splitMessage,
} from '#cluster/node/os/http-message';
import type { Connection, NetworkNamespace, SocketAddress } from '#cluster/node/os/sockets';
import { type Process, sleep } from '#sim/simulation';
import { accessLine, errorPage, reasons } from './access-log.ts';
import { type Location, locationFor, type VirtualServer } from './routes.ts';

/** Defaults of `proxy-connect-timeout`, `proxy-read-timeout` and `proxy-next-upstream-tries`. */
const connectTimeout = seconds(5);
const readTimeout = seconds(60);
const mostTries = 3;
const workTime = { base: ms(0.2), jitter: ms(0.3) };

/** What the controller gives to nginx. */
export interface ProxyConfiguration {
  readonly servers: readonly VirtualServer[];
  /** The endpoints of each upstream, by its name. */
  readonly backends: ReadonlyMap<string, readonly SocketAddress[]>;
}

export interface ProxyOptions {
  readonly component: string;
  readonly network: NetworkNamespace;
  readonly prng: Prng;
  readonly out: (text: string) => void;
}

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly addresses: readonly string[];
  readonly upstreamStatus: readonly number[];
}

export class NginxProxy {
  configuration: ProxyConfiguration = { servers: [], backends: new Map() };
  readonly #env: Environment;
  readonly #options: ProxyOptions;
  /** How many requests each upstream has had, for its turn. */
  readonly #turns = new Map<string, number>();

  constructor(env: Environment, options: ProxyOptions) {
    this.#env = env;
    this.#options = options;
  }

  /** Answers at a port until the process ends; returns at once when the port is taken. */
  serve(port: number): Process {
    const { sim } = this.#env;
    return serveConnections(sim, this.#options.network, port, (connection) =>
      this.#answer(connection),
    );
  }

  *#answer(connection: Connection): Process {
    const { sim, tracer } = this.#env;
    const { prng, component, out } = this.#options;
    const text = yield* receiveMessage(connection);
    if (text === undefined) return connection.close();
    const at = sim.now;
    yield* sleep(workTime.base + prng.nextInt(workTime.jitter));
    const request = readMessage(text);
    const [, target = '/'] = request.start.split(' ');
    const host = request.headers.get('host') ?? '';
    const path = target.replace(/[?#].*$/, '');
    const location = locationFor(this.configuration.servers, host.replace(/:\d+$/, ''), path);
    const id = hexId(prng);
    const answered = yield* this.#pass(connection, request, location, id);
    const { status, addresses, upstreamStatus } = answered;
    connection.send(answered.text);
    connection.close();
    const { ip: client } = connection.remote;
    const upstream = location?.upstream ?? 'upstream-default-backend';
    tracer.emit({
      type: 'RequestProxied',
      component,
      ...{ client, host, status, request: request.start },
      ingress: location?.ingress ?? '',
      service: location?.service ?? '',
      endpoint: addresses.at(-1) ?? '',
    });
    out(
      accessLine({
        ...{ client, at, status, id, upstream, addresses, upstreamStatus },
        request: request.start,
        bodyBytes: readMessage(answered.text).body.length,
        requestBytes: text.length,
        referer: request.headers.get('referer') ?? '',
        userAgent: request.headers.get('user-agent') ?? '',
        took: sim.now - at,
      }),
    );
  }

  /** 404: no location. 503: nothing behind it. 502 and 504: nobody there answered. */
  *#pass(
    connection: Connection,
    request: HttpMessage,
    location: Location | undefined,
    id: string,
  ): Process<Answered> {
    if (!/^[A-Z]+ \S+ HTTP\/1\.\d$/.test(request.start)) return this.#ownAnswer(400);
    if (location === undefined) return this.#ownAnswer(404);
    const endpoints = this.configuration.backends.get(location.upstream) ?? [];
    if (endpoints.length === 0) return this.#ownAnswer(503);
    const addresses: string[] = [];
    const upstreamStatus: number[] = [];
    let last = 502;
    for (let tries = Math.min(mostTries, endpoints.length); tries > 0; tries--) {
      const endpoint = this.#next(location.upstream, endpoints);
      addresses.push(`${endpoint.ip}:${endpoint.port}`);
      const answer = yield* this.#ask(endpoint, forwarded(connection, request, id));
      last = answer.status;
      upstreamStatus.push(last);
      if (answer.text !== undefined) {
        return { status: last, text: answer.text, addresses, upstreamStatus };
      }
    }
    return { ...this.#ownAnswer(last), addresses, upstreamStatus };
  }

  #next(upstream: string, endpoints: readonly SocketAddress[]): SocketAddress {
    const turn = this.#turns.get(upstream) ?? 0;
    this.#turns.set(upstream, turn + 1);
    const endpoint = endpoints[turn % endpoints.length];
    if (endpoint === undefined) throw new Error('An upstream with endpoints has a next one.');
    return endpoint;
  }

  *#ask(to: SocketAddress, text: string): Process<{ status: number; text?: string }> {
    const { network } = this.#options;
    const answer = yield* askServer(network, to, text, {
      connect: connectTimeout,
      read: readTimeout,
    });
    if ('error' in answer) return { status: answer.error === 'ETIMEDOUT' ? 504 : 502 };
    const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(answer.text)?.[1] ?? 502);
    return { status, text: passedBack(answer.text, this.#env.sim.now) };
  }

  #ownAnswer(status: number): Answered {
    const body = errorPage(status);
    const lines = [
      `HTTP/1.1 ${status} ${reasons[status] ?? ''}`,
      `Date: ${httpDate(this.#env.sim.now)}`,
      'Content-Type: text/html',
      `Content-Length: ${body.length}`,
      'Connection: keep-alive',
    ];
    const text = lines.join('\r\n') + headersEnd + body;
    return { status, text, addresses: [], upstreamStatus: [] };
  }
}

/** The request as the pod gets it, with what it may want to know of the client. */
function forwarded({ remote, local }: Connection, request: HttpMessage, id: string): string {
  const { start, headers, body } = request;
  const host = headers.get('host') ?? '';
  const own = [
    ['Host', host],
    ['X-Request-ID', id],
    ['X-Real-IP', remote.ip],
    ['X-Forwarded-For', remote.ip],
    ['X-Forwarded-Host', host],
    ['X-Forwarded-Port', String(local.port)],
    ['X-Forwarded-Proto', 'http'],
    ['X-Forwarded-Scheme', 'http'],
    ['X-Scheme', 'http'],
  ] as const;
  const taken = new Set(['connection', ...own.map(([name]) => name.toLowerCase())]);
  const others = [...headers].filter(([name]) => !taken.has(name));
  const lines = [...own, ...others].map(([name, value]) => `${name}: ${value}`);
  return [start, ...lines].join('\r\n') + headersEnd + body;
}

/** The pod's answer with nginx's own date; who the pod's server is stays inside. */
function passedBack(answer: string, now: number): string {
  const { head, body } = splitMessage(answer);
  const [start = '', ...lines] = head.split('\r\n');
  const kept = lines.filter((line) => !/^(server|date|connection|x-pad):/i.test(line));
  const all = [start, `Date: ${httpDate(now)}`, ...kept, 'Connection: keep-alive'];
  return all.join('\r\n') + headersEnd + body;
}

const hexId = (prng: Prng): string =>
  Array.from({ length: 32 }, () => prng.nextInt(16).toString(16)).join('');
