/**
 * The network API of programs on a node: the sockets of the namespace they run in.
 *
 * Models Linux sockets as a process sees them, with the errors of connect(2). In: addresses and
 * ports. Out: connections and datagrams that take the way of a real packet, through bridges,
 * routes and packet filter rules. Handed to containerd (processes), the kubelet (probes) and
 * CoreDNS; the kernel serves them.
 */
import type { Result } from '#base/result';
import { type Duration, second } from '#base/sim-time';
import type { Process } from '#sim/simulation';

export interface SocketAddress {
  readonly ip: string;
  readonly port: number;
}

export type SocketError =
  /** Nothing listens, or a rule rejects: `connection refused`. */
  | 'ECONNREFUSED'
  /** No machine has that address on its network: `no route to host`. */
  | 'EHOSTUNREACH'
  /** No route matches: `network is unreachable`. */
  | 'ENETUNREACH'
  /** No answer in time. */
  | 'ETIMEDOUT'
  | 'EADDRINUSE';

/** An established TCP connection. What is sent arrives in order. */
export interface Connection {
  readonly local: SocketAddress;
  readonly remote: SocketAddress;
  send(data: string): void;
  /** The next data; `undefined`: the other side has closed, or nothing came within `timeout`. */
  receive(timeout?: Duration): Process<string | undefined>;
  /** Whether the other side has closed and everything it sent was received. */
  readonly ended: boolean;
  close(): void;
}

export interface Listener {
  readonly port: number;
  accept(): Process<Connection>;
  close(): void;
}

export interface Datagram {
  readonly from: SocketAddress;
  readonly payload: Payload;
}

/** Text, or a message of a protocol as a value. */
export type Payload = string | object;

export interface UdpSocket {
  readonly port: number;
  send(to: SocketAddress, payload: Payload, options?: { readonly quiet?: boolean }): void;
  /** The next datagram; the error of an ICMP answer; `undefined`: nothing within `timeout`. */
  receive(timeout?: Duration): Process<Datagram | SocketError | undefined>;
  close(): void;
}

/** The kernel gives up after this time. Source: net.ipv4.tcp_syn_retries, six. */
export const synTimeout: Duration = 127 * second;

export interface ConnectOptions {
  readonly timeout?: Duration;
  /** The own address to connect from, as bind(2) sets it; absent: as the routes say. */
  readonly from?: string;
  /** Emits no facts for the packet: for probes, which never end. */
  readonly quiet?: boolean;
}

export interface PingAnswer {
  readonly time: Duration;
  readonly ttl: number;
}

/** One network namespace, as the processes in it see it. */
export interface NetworkNamespace {
  /** Path below /var/run/netns; empty: the host's own. */
  readonly path: string;
  /** The address that other machines know; empty while there is none. */
  readonly address: string;
  connect(to: SocketAddress, options?: ConnectOptions): Process<Result<Connection, SocketError>>;
  listen(port: number): Result<Listener, SocketError>;
  /** Port 0: any free one. */
  bindUdp(port: number): Result<UdpSocket, SocketError>;
  /** An ICMP echo: the round-trip time and the reply's TTL, or why no reply came. */
  ping(ip: string, timeout: Duration): Process<Result<PingAnswer, SocketError>>;
  /** The lines that a command of iproute2 prints: `addr`, `route`, `neigh`, `link`. */
  show(what: 'addr' | 'route' | 'neigh' | 'link'): readonly string[];
}

/** The namespaces of a node. */
export interface NodeNetwork {
  readonly host: NetworkNamespace;
  /** By path; `undefined`: there is none. */
  namespace(path: string): NetworkNamespace | undefined;
}
