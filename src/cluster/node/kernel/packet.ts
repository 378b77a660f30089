/** A packet on its way, and how it is printed. */

import type { Protocol } from '#cluster/node/os/netfilter';
import type { SocketAddress } from '#cluster/node/os/sockets';

export interface Packet {
  /** `icmp`: an echo request or reply; both ports are its identifier. */
  readonly protocol: Protocol | 'icmp';
  readonly source: SocketAddress;
  readonly destination: SocketAddress;
}

/** `10.244.0.5:80` */
export function splitAddress(text: string): SocketAddress {
  const [ip = '', port = '0'] = text.split(':');
  return { ip, port: Number(port) };
}

const addressText = ({ ip, port }: SocketAddress): string => `${ip}:${port}`;

/** `tcp 10.244.0.5:40112 > 10.96.0.50:80` */
export const packetText = ({ protocol, source, destination }: Packet): string =>
  `${protocol} ${addressText(source)} > ${addressText(destination)}`;

/** A reply to this packet: source and destination swapped. */
export const answerTo = ({ protocol, source, destination }: Packet): Packet => ({
  protocol,
  source: destination,
  destination: source,
});
