/**
 * A network namespace with its sockets: the host's own, or a pod's.
 * Models Linux sockets of TCP and UDP; the packets of the handshake of `connect` are routed like
 * any other packet.
 */
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import { type Duration, ms, second } from '#base/sim-time';
import type { PodLink } from '#cluster/node/os/rtnetlink';
import {
  type Connection,
  type ConnectOptions,
  type Listener,
  type NetworkNamespace,
  type PingAnswer,
  type SocketAddress,
  type SocketError,
  synTimeout,
  type UdpSocket,
} from '#cluster/node/os/sockets';
import { type Process, sleep } from '#sim/simulation';
import type { NetworkHost, SocketNamespace } from './network-host.ts';
import { answerTo, type Packet } from './packet.ts';
import { showNamespace } from './show.ts';
import { connectedPair, TcpListener } from './tcp.ts';
import { traceWalk } from './trace-walk.ts';
import { NamespaceUdpSocket } from './udp.ts';
import { type Walk, walkPacket } from './walk.ts';

/** Ports for outgoing connections. Source: net.ipv4.ip_local_port_range. */
const firstEphemeral = 32_768;
const ephemeralCount = 28_232;
/** Three unanswered ARP requests, one second apart. */
const arpTimeout: Duration = 3 * second + ms(60);

export class Namespace implements NetworkNamespace, SocketNamespace {
  readonly kernel: NetworkHost;
  readonly path: string;
  /** `host`, or `namespace/name` of the pod. */
  readonly name: string;
  readonly link: PodLink | undefined;
  readonly #listeners = new Map<number, TcpListener>();
  readonly #udp = new Map<number, NamespaceUdpSocket>();
  #nextPort: number | undefined;
  #removed = false;

  constructor(kernel: NetworkHost, path: string, name: string, link: PodLink | undefined) {
    this.kernel = kernel;
    this.path = path;
    this.name = name;
    this.link = link;
  }

  get address(): string {
    return this.link?.ip ?? this.kernel.address;
  }

  get removed(): boolean {
    return this.#removed;
  }

  /** Closes all sockets. */
  remove(): void {
    this.#removed = true;
    for (const listener of [...this.#listeners.values()]) listener.close();
    for (const socket of [...this.#udp.values()]) socket.close();
  }

  *connect(
    to: SocketAddress,
    options: ConnectOptions = {},
  ): Process<Result<Connection, SocketError>> {
    const { quiet = false } = options;
    const timeout = Math.min(options.timeout ?? synTimeout, synTimeout);
    const syn: Packet = {
      protocol: 'tcp',
      source: { ip: options.from ?? this.sourceFor(to.ip), port: this.ephemeralPort() },
      destination: to,
    };
    const walk = walkPacket(this, syn);
    const { outcome, delay } = walk;
    let connection = 0;
    if (quiet) yield* sleep(delay);
    else connection = yield* traceWalk(this.kernel, walk);
    switch (outcome.end) {
      case 'rejected':
        yield* sleep(delay);
        return err('ECONNREFUSED');
      case 'unreachable':
        return yield* failAfter(Math.min(arpTimeout, timeout), arpTimeout, timeout);
      case 'lost':
        yield* sleep(timeout);
        return err('ETIMEDOUT');
      case 'outside':
        yield* sleep(delay);
        return outcome.ports.has(outcome.packet.destination.port)
          ? ok(connectedPair(this, undefined, syn, outcome.packet, delay)[0])
          : err('ECONNREFUSED');
      case 'delivered':
        return yield* this.#handshake(syn, walk, timeout, connection);
    }
  }

  listen(port: number): Result<Listener, SocketError> {
    if (this.#listeners.has(port)) return err('EADDRINUSE');
    const listener = new TcpListener(this.kernel.env.sim, port, () => {
      this.#listeners.delete(port);
    });
    this.#listeners.set(port, listener);
    return ok(listener);
  }

  bindUdp(port: number): Result<UdpSocket, SocketError> {
    const own = port === 0 ? this.ephemeralPort() : port;
    if (this.#udp.has(own)) return err('EADDRINUSE');
    const socket = new NamespaceUdpSocket(this, own, () => this.#udp.delete(own));
    this.#udp.set(own, socket);
    return ok(socket);
  }

  listener(port: number): TcpListener | undefined {
    return this.#listeners.get(port);
  }

  udpSocket(port: number): NamespaceUdpSocket | undefined {
    return this.#udp.get(port);
  }

  show(what: 'addr' | 'route' | 'neigh' | 'link'): readonly string[] {
    return showNamespace(this, what);
  }

  *ping(ip: string, timeout: Duration): Process<Result<PingAnswer, SocketError>> {
    const port = this.ephemeralPort();
    const echo: Packet = {
      protocol: 'icmp',
      source: { ip: this.sourceFor(ip), port },
      destination: { ip, port },
    };
    const there = walkPacket(this, echo);
    yield* traceWalk(this.kernel, there);
    const { outcome } = there;
    if (outcome.end === 'delivered') {
      const back = walkPacket(outcome.namespace, answerTo(outcome.packet));
      if (back.outcome.end === 'delivered' && back.outcome.namespace === this) {
        yield* sleep(back.delay);
        return ok({ time: there.delay + back.delay, ttl: back.ttl });
      }
    }
    if (outcome.end === 'outside') {
      yield* sleep(there.delay);
      return ok({ time: 2 * there.delay, ttl: there.ttl });
    }
    if (outcome.end === 'unreachable') return yield* failAfter(arpTimeout, arpTimeout, timeout);
    yield* sleep(timeout);
    return err('ETIMEDOUT');
  }

  /** The source address of a packet to this destination. */
  sourceFor(ip: string): string {
    if (this.link === undefined) return this.kernel.sourceFor(ip);
    return ip.startsWith('127.') ? ip : this.address;
  }

  ephemeralPort(): number {
    const { prng } = this.kernel;
    this.#nextPort ??= prng.nextInt(ephemeralCount);
    this.#nextPort = (this.#nextPort + 1 + 2 * prng.nextInt(4)) % ephemeralCount;
    return firstEphemeral + this.#nextPort;
  }

  /** The SYN has arrived: a listening socket answers, or a RST goes back. */
  *#handshake(
    syn: Packet,
    { outcome }: Walk,
    timeout: Duration,
    connection: number,
  ): Process<Result<Connection, SocketError>> {
    if (outcome.end !== 'delivered') return err('ETIMEDOUT');
    const { namespace, packet } = outcome;
    const listener = namespace.listener(packet.destination.port);
    const back = walkPacket(namespace, answerTo(packet));
    if (back.outcome.end !== 'delivered' || back.outcome.namespace !== this) {
      yield* sleep(timeout);
      return err('ETIMEDOUT');
    }
    yield* sleep(back.delay);
    if (listener === undefined || listener.closed) {
      if (connection !== 0) this.#emitConnect(connection, syn, packet, 'ECONNREFUSED');
      return err('ECONNREFUSED');
    }
    const [near, far] = connectedPair(this, namespace, syn, packet, back.delay);
    if (connection !== 0) this.#emitConnect(connection, syn, packet, undefined);
    this.kernel.env.sim.aside(() => listener.offer(far));
    return ok(near);
  }

  #emitConnect(
    connection: number,
    syn: Packet,
    arrived: Packet,
    error: SocketError | undefined,
  ): void {
    const { tracer } = this.kernel.env;
    tracer.emit({
      type: 'ConnectionAnswered',
      component: this.kernel.component,
      connection,
      namespace: this.name,
      to: syn.destination,
      server: arrived.destination,
      client: arrived.source,
      ...defined({ error }),
    });
  }
}

function* failAfter(
  wait: Duration,
  unreachableAfter: Duration,
  timeout: Duration,
): Process<Result<never, SocketError>> {
  yield* sleep(wait);
  return err(unreachableAfter <= timeout ? 'EHOSTUNREACH' : 'ETIMEDOUT');
}
