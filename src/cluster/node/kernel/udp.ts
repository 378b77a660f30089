/**
 * A bound UDP socket: each datagram is routed by itself; one that no socket receives is an error.
 */
import type { Duration } from '#base/sim-time';
import type {
  Datagram,
  Payload,
  SocketAddress,
  SocketError,
  UdpSocket,
} from '#cluster/node/os/sockets';
import { Channel, firstOf } from '#sim/signal';
import { type Process, sleep } from '#sim/simulation';
import type { SocketNamespace } from './network-host.ts';
import type { Packet } from './packet.ts';
import { traceWalk } from './trace-walk.ts';
import { walkPacket } from './walk.ts';

interface SendOptions {
  readonly quiet?: boolean;
}

export class NamespaceUdpSocket implements UdpSocket {
  readonly port: number;
  readonly #namespace: SocketNamespace;
  readonly #inbox: Channel<Datagram | SocketError>;
  readonly #onClose: () => void;

  constructor(namespace: SocketNamespace, port: number, onClose: () => void) {
    this.#namespace = namespace;
    this.port = port;
    this.#inbox = new Channel(namespace.kernel.env.sim);
    this.#onClose = onClose;
  }

  send(to: SocketAddress, payload: Payload, { quiet = false }: SendOptions = {}): void {
    const { sim } = this.#namespace.kernel.env;
    sim.spawn('datagram', this.#carry(to, payload, quiet));
  }

  *#carry(to: SocketAddress, payload: Payload, quiet: boolean): Process {
    const { kernel } = this.#namespace;
    const source = { ip: this.#namespace.sourceFor(to.ip), port: this.port };
    const packet: Packet = { protocol: 'udp', source, destination: to };
    const walk = walkPacket(this.#namespace, packet);
    const { outcome, delay } = walk;
    if (quiet) yield* sleep(delay);
    else yield* traceWalk(kernel, walk);
    if (outcome.end === 'lost') return;
    if (outcome.end === 'delivered') {
      const { namespace, packet: arrived } = outcome;
      const socket = namespace.udpSocket(arrived.destination.port);
      if (socket !== undefined) {
        socket.deliver({ from: arrived.source, payload });
        return;
      }
    }
    yield* sleep(delay);
    this.#inbox.send(outcome.end === 'unreachable' ? 'EHOSTUNREACH' : 'ECONNREFUSED');
  }

  /** Receives a datagram that arrived. */
  deliver(datagram: Datagram): void {
    this.#inbox.send(datagram);
  }

  *receive(timeout?: Duration): Process<Datagram | SocketError | undefined> {
    const { sim } = this.#namespace.kernel.env;
    const until = timeout === undefined ? undefined : sim.now + timeout;
    for (;;) {
      const datagram = this.#inbox.tryReceive();
      if (datagram !== undefined || this.#inbox.closed) return datagram;
      const left = until === undefined ? undefined : until - sim.now;
      if (left !== undefined && left <= 0) return undefined;
      yield* firstOf(sim, [this.#inbox.arrived], left);
    }
  }

  close(): void {
    if (this.#inbox.closed) return;
    this.#inbox.close();
    this.#onClose();
  }
}
