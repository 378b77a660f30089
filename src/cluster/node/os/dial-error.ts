/** What Go's net package says of a connection that could not be made. */
import type { SocketAddress, SocketError } from './sockets.ts';

/** Source: Go syscall errors, as net.OpError shows them. */
const texts: Readonly<Record<SocketError, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'i/o timeout',
  EADDRINUSE: 'bind: address already in use',
};

/** `dial tcp 10.244.1.5:80: connect: connection refused` */
export const dialError = ({ ip, port }: SocketAddress, error: SocketError): string =>
  `dial tcp ${ip}:${port}: ${texts[error]}`;
