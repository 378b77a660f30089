/**
 * Traefik's way of a request: the router that means it, a Service by weight, an endpoint in turn.
 *
 * Models traefik pkg/server with net/http/httputil.ReverseProxy. In: connections at entry points,
 * and the routers that the controller gave it last. Out: answers, a line of the access log and a
 * RequestProxied fact for each. It dials endpoints directly: a Service's own address is not used.
 */
import type { Prng } from '#base/prng';
import { ms, seconds } from '#base/sim-time';
import type { Environment } from '#cluster/environment';
import { type Certificate, isGoodFor } from '#cluster/node/os/certificate';
import { askServer, receiveMessage, serveConnections } from '#cluster/node/os/http-exchange';
import {
  type HttpMessage,
  headersEnd,
  httpDate,
  logTime,
  readMessage,
  splitMessage,
} from '#cluster/node/os/http-message';
import type { Connection, NetworkNamespace, SocketAddress } from '#cluster/node/os/sockets';
import { insideTls, readTlsHello, tlsCertificate } from '#cluster/node/os/tls';
import { type Process, sleep } from '#sim/simulation';
import { Turns } from './balance.ts';
import {
  filteredAnswer,
  filteredRequest,
  headersOf,
  redirectOf,
  unknownFilter,
} from './filters.ts';
import type { EntryPoints } from './listeners.ts';
import { type AskedFor, byPriority, isFor, type Router, type Share } from './routers.ts';

/** Default of `serversTransport.forwardingTimeouts.dialTimeout`; no time limit for the answer. */
const dialTimeout = seconds(30);
const workTime = { base: ms(0.2), jitter: ms(0.3) };

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  404: 'Not Found',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export interface ProxyOptions {
  readonly component: string;
  readonly network: NetworkNamespace;
  readonly entryPoints: EntryPoints;
  readonly prng: Prng;
  /** Its own pod: what `X-Forwarded-Server` says. */
  readonly hostname: string;
  readonly access: (text: string) => void;
}

/** What the controller gives the proxy. */
export interface Configuration {
  readonly routers: readonly Router[];
  readonly certificates: readonly Certificate[];
}

/** The one that Traefik makes for itself, for names that no other is good for. */
const defaultCertificate: Certificate = {
  selfSigned: true,
  names: ['TRAEFIK DEFAULT CERT'],
  addresses: [],
};

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly share?: Share;
  readonly endpoint?: SocketAddress;
}

/** How a request came. */
interface Way {
  readonly entryPoint: string;
  readonly tls: boolean;
}

interface Rewriting {
  readonly filters: Router['filters'];
  readonly prefix: string;
  readonly proto: string;
}

const schemeOf = ({ tls }: Router): string => (tls ? 'https' : 'http');

export class TraefikProxy {
  readonly #env: Environment;
  readonly #options: ProxyOptions;
  readonly #turns = new Turns();
  #configuration: Configuration = { routers: [], certificates: [] };
  #requests = 0;

  constructor(env: Environment, options: ProxyOptions) {
    this.#env = env;
    this.#options = options;
  }

  get configuration(): Configuration {
    return this.#configuration;
  }

  /** From now on this counts. */
  configure({ routers, certificates }: Configuration): void {
    this.#configuration = { routers: byPriority(routers), certificates };
    this.#turns.reset();
  }

  /** Answers at one port until the process ends. */
  serve(port: number): Process {
    const { network } = this.#options;
    return serveConnections(this.#env.sim, network, port, (connection) =>
      this.#accept(connection, this.#options.entryPoints.get(port)?.name ?? ''),
    );
  }

  /** A connection begins with a request, or with the hello of TLS. */
  *#accept(connection: Connection, entryPoint: string): Process {
    const first = yield* connection.receive();
    if (first === undefined) return connection.close();
    const name = readTlsHello(first);
    if (name === undefined) {
      const text = yield* receiveMessage(connection, undefined, first);
      return yield* this.#answer(connection, text, { entryPoint, tls: false });
    }
    const { certificates } = this.#configuration;
    const own = certificates.find((one) => isGoodFor(one, name)) ?? defaultCertificate;
    connection.send(tlsCertificate(own));
    const inside = insideTls(connection);
    const text = yield* receiveMessage(inside);
    yield* this.#answer(inside, text, { entryPoint, tls: true });
  }

  *#answer(connection: Connection, text: string | undefined, way: Way): Process {
    const { sim, tracer } = this.#env;
    const { prng, component } = this.#options;
    if (text === undefined) return connection.close();
    const at = sim.now;
    yield* sleep(workTime.base + prng.nextInt(workTime.jitter));
    const request = readMessage(text);
    const asked = askedFor(request);
    if (way.entryPoint === 'traefik' && asked?.path === '/ping') {
      connection.send(ownAnswer(200, at, 'OK'));
      return connection.close();
    }
    const router = asked && this.#routerFor(asked, way);
    const answered = yield* this.#pass(connection, text, asked, router);
    connection.send(answered.text);
    connection.close();
    const { status, share, endpoint } = answered;
    const { ip: client } = connection.remote;
    tracer.emit({
      type: 'RequestProxied',
      component,
      ...{ client, host: asked?.host ?? '', status, request: request.start },
      ingress: router?.route ?? '',
      rule: 'HTTPRoute',
      service: share?.service ?? '',
      endpoint: endpoint === undefined ? '' : addressOf(endpoint),
    });
    this.#requests++;
    const bytes = readMessage(answered.text).body.length;
    const names = [
      router === undefined ? '-' : `${router.name}@kubernetesgateway`,
      endpoint === undefined ? '-' : `http://${addressOf(endpoint)}`,
    ];
    this.#options.access(
      `${client} - - [${logTime(at)}] "${request.start}" ${status} ${bytes} "-" "-" ` +
        `${this.#requests} "${names[0]}" "${names[1]}" ${Math.floor((sim.now - at) / 1000)}ms\n`,
    );
  }

  #routerFor(asked: AskedFor, { entryPoint, tls }: Way): Router | undefined {
    return this.#configuration.routers.find(
      (one) => one.entryPoint === entryPoint && one.tls === tls && isFor(one, asked),
    );
  }

  /** 404: no router. 500: a backend that is not there. 503: none is ready. 502, 504: no answer. */
  *#pass(
    connection: Connection,
    text: string,
    asked: AskedFor | undefined,
    router: Router | undefined,
  ): Process<Answered> {
    const now = this.#env.sim.now;
    const own = (status: number, body: string, more: readonly string[] = []): Answered => ({
      status,
      text: ownAnswer(status, now, body, more),
    });
    if (asked === undefined) return own(400, '400 Bad Request');
    if (router === undefined) return own(404, '404 page not found\n', sniffed);
    if (unknownFilter(router.filters) !== undefined) return own(500, '', []);
    const prefix = router.match.path?.value ?? '/';
    const redirect = router.filters.flatMap(({ requestRedirect: one }) => one ?? [])[0];
    if (redirect !== undefined) {
      const host = readMessage(text).headers.get('host') ?? '';
      const to = redirectOf(redirect, { ...asked, host, scheme: schemeOf(router) }, prefix);
      const answer = own(to.status, reasons[to.status] ?? '', [`Location: ${to.location}`]);
      return { ...answer, text: filteredAnswer(answer.text, router.filters) };
    }
    const share = this.#shareOf(router);
    if (share === undefined) return own(503, 'no available server\n', sniffed);
    if (share.servers === undefined || unknownFilter(share.filters) !== undefined) {
      return { ...own(500, ''), share };
    }
    const weights = share.servers.map(() => 1);
    const endpoint = share.servers[this.#turns.next(`server ${share.name}`, weights) ?? -1];
    if (endpoint === undefined) return { ...own(503, 'no available server\n', sniffed), share };
    const filters = [...router.filters, ...share.filters];
    const proto = schemeOf(router);
    const forwarded = this.#forwarded(connection, text, { filters, prefix, proto });
    const { network } = this.#options;
    const answer = yield* askServer(network, endpoint, forwarded, { connect: dialTimeout });
    if ('error' in answer) {
      const status = answer.error === 'ETIMEDOUT' ? 504 : 502;
      return { ...own(status, reasons[status] ?? ''), share, endpoint };
    }
    const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(answer.text)?.[1] ?? 502);
    const back = passedBack(answer.text, this.#env.sim.now);
    return { status, text: filteredAnswer(back, filters), share, endpoint };
  }

  #shareOf({ shares, rule }: Router): Share | undefined {
    const weights = shares.map(({ weight }) => weight);
    return shares[this.#turns.next(`rule ${rule}`, weights) ?? -1];
  }

  /** The request as the pod gets it, with what it may want to know of the client. */
  #forwarded(
    { remote, local }: Connection,
    text: string,
    { filters, prefix, proto }: Rewriting,
  ): string {
    const { head, body } = splitMessage(text);
    const [start = '', ...lines] = head.split('\r\n');
    const [method = '', target = '/', version = ''] = start.split(' ');
    const [path = '/', query] = target.split('?', 2);
    const headers = headersOf(lines);
    const host = headers.find(([name]) => /^host$/i.test(name))?.[1] ?? '';
    const own = [
      ['X-Forwarded-For', remote.ip],
      ['X-Forwarded-Host', host],
      ['X-Forwarded-Port', String(local.port)],
      ['X-Forwarded-Proto', proto],
      ['X-Forwarded-Server', this.#options.hostname],
      ['X-Real-Ip', remote.ip],
    ] as const;
    const taken = new Set(['host', 'connection', ...own.map(([name]) => name.toLowerCase())]);
    const others = headers.filter(([name]) => !taken.has(name.toLowerCase()));
    const to = filteredRequest({ host, path, headers: [...others, ...own] }, filters, prefix);
    const first = `${method} ${to.path}${query === undefined ? '' : `?${query}`} ${version}`;
    const all = to.headers.map(([name, value]) => `${name}: ${value}`);
    return [first, `Host: ${to.host}`, ...all].join('\r\n') + headersEnd + body;
  }
}

/** `undefined`: it is no request of HTTP/1. */
function askedFor({ start, headers }: HttpMessage): AskedFor | undefined {
  const [, method, target] = /^([A-Z]+) (\S+) HTTP\/1\.\d$/.exec(start) ?? [];
  if (method === undefined || target === undefined) return undefined;
  const [path = '/', query = ''] = target.split('?', 2);
  const host = (headers.get('host') ?? '').replace(/:\d+$/, '').toLowerCase();
  return { method, host, path: path.replace(/#.*$/, ''), query, headers };
}

/** Source: net/http Error. */
const sniffed: readonly string[] = ['X-Content-Type-Options: nosniff'];

/** An answer of its own, as net/http writes it. */
function ownAnswer(
  status: number,
  now: number,
  body: string,
  more: readonly string[] = [],
): string {
  const lines = [
    `HTTP/1.1 ${status} ${reasons[status] ?? ''}`,
    ...(body === '' ? [] : ['Content-Type: text/plain; charset=utf-8']),
    ...more,
    `Date: ${httpDate(now)}`,
    `Content-Length: ${body.length}`,
  ];
  return lines.join('\r\n') + headersEnd + body;
}

/** The pod's answer without what belongs to one connection alone. */
function passedBack(answer: string, now: number): string {
  const { head, body } = splitMessage(answer);
  const lines = head.split('\r\n').filter((line) => !/^(connection|keep-alive):/i.test(line));
  const isDated = lines.some((line) => /^date:/i.test(line));
  const all = isDated ? lines : [...lines, `Date: ${httpDate(now)}`];
  return all.join('\r\n') + headersEnd + body;
}

const addressOf = ({ ip, port }: SocketAddress): string => `${ip}:${port}`;
