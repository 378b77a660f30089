/** Both ends of an established TCP connection, and the queue of a listening socket. */
import type { Duration } from '#base/sim-time';
import type { Connection, Listener, SocketAddress } from '#cluster/node/os/sockets';
import { Channel, firstOf } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import type { SocketNamespace } from './network-host.ts';
import type { Packet } from './packet.ts';

export class TcpListener implements Listener {
  readonly port: number;
  readonly #backlog: Channel<Connection>;
  readonly #onClose: () => void;

  constructor(sim: Simulation, port: number, onClose: () => void) {
    this.port = port;
    this.#backlog = new Channel(sim);
    this.#onClose = onClose;
  }

  get closed(): boolean {
    return this.#backlog.closed;
  }

  offer(connection: Connection): void {
    this.#backlog.send(connection);
  }

  *accept(): Process<Connection> {
    for (;;) {
      const connection = yield* this.#backlog.receive();
      if (connection !== undefined) return connection;
      // Closed with its namespace: no further connection arrives.
      yield* this.#backlog.arrived.wait();
    }
  }

  close(): void {
    if (this.closed) return;
    this.#backlog.close();
    this.#onClose();
  }
}

class TcpEnd implements Connection {
  readonly local: SocketAddress;
  readonly remote: SocketAddress;
  readonly #sim: Simulation;
  readonly #delay: Duration;
  readonly #carries: () => boolean;
  readonly #inbox: Channel<string>;
  #peer: TcpEnd | undefined;
  #closed = false;

  constructor(
    sim: Simulation,
    local: SocketAddress,
    remote: SocketAddress,
    delay: Duration,
    carries: () => boolean,
  ) {
    this.#sim = sim;
    this.local = local;
    this.remote = remote;
    this.#delay = delay;
    this.#carries = carries;
    this.#inbox = new Channel(sim);
  }

  join(peer: TcpEnd): void {
    this.#peer = peer;
  }

  get ended(): boolean {
    return this.#inbox.closed && this.#inbox.length === 0;
  }

  send(data: string): void {
    const peer = this.#peer;
    if (this.#closed || peer === undefined || data === '') return;
    this.#sim.after(this.#delay, () => {
      if (this.#carries()) peer.#inbox.send(data);
    });
  }

  *receive(timeout?: Duration): Process<string | undefined> {
    const until = timeout === undefined ? undefined : this.#sim.now + timeout;
    for (;;) {
      const data = this.#inbox.tryReceive();
      if (data !== undefined || this.#inbox.closed) return data;
      const left = until === undefined ? undefined : until - this.#sim.now;
      if (left !== undefined && left <= 0) return undefined;
      yield* firstOf(this.#sim, [this.#inbox.arrived], left);
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    const peer = this.#peer;
    this.#sim.after(this.#delay, () => {
      if (peer !== undefined && this.#carries()) peer.#inbox.close();
    });
  }
}

/**
 * The two ends of a connection. The server sees the addresses that the packet arrived with.
 * Without a server's namespace the far end accepts everything and sends nothing.
 */
export function connectedPair(
  client: SocketNamespace,
  server: SocketNamespace | undefined,
  sent: Packet,
  arrived: Packet,
  delay: Duration,
): readonly [Connection, Connection] {
  const { sim } = client.kernel.env;
  const carries = (): boolean => {
    const { kernel } = client;
    if (server === undefined) {
      return kernel.up && kernel.wire.carries(kernel.address, sent.destination.ip);
    }
    if (server.removed || server.kernel === kernel) return !server.removed;
    const areUp = kernel.up && server.kernel.up;
    return areUp && kernel.wire.carries(kernel.address, server.kernel.address);
  };
  const near = new TcpEnd(sim, sent.source, sent.destination, delay, carries);
  const far = new TcpEnd(sim, arrived.destination, arrived.source, delay, carries);
  near.join(far);
  far.join(near);
  return [near, far];
}
