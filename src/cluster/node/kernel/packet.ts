/** A packet on its way, and how it is written down. */

import type { Protocol } from '#cluster/node/os/netfilter';
import type { SocketAddress } from '#cluster/node/os/sockets';

export interface Packet {
  /** `icmp`: an echo, or its answer; both ports are its identifier. */
  readonly protocol: Protocol | 'icmp';
  readonly source: SocketAddress;
  readonly destination: SocketAddress;
}

const addressText = ({ ip, port }: SocketAddress): string => `${ip}:${port}`;

/** `tcp 10.244.0.5:40112 > 10.96.0.50:80` */
export const packetText = ({ protocol, source, destination }: Packet): string =>
  `${protocol} ${addressText(source)} > ${addressText(destination)}`;

/** What an answer to this packet looks like. */
export const answerTo = ({ protocol, source, destination }: Packet): Packet => ({
  protocol,
  source: destination,
  destination: source,
});
