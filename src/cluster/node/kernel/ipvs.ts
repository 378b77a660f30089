/**
 * The kernel's load balancer: which real server a new connection to a virtual server gets.
 * Models Linux IPVS with the scheduler rr (ip_vs_rr.c) and persistent services.
 */
import { type SimTime, second } from '#base/sim-time';
import type { VirtualServer, VirtualServers } from '#cluster/node/os/ipvs';
import type { Packet } from './packet.ts';

interface Scheduled {
  readonly server: VirtualServer;
  /** The real server that had the last connection. */
  last: string | undefined;
  /** Real server by client address, and until when. */
  readonly persistent: Map<string, { readonly real: string; readonly until: SimTime }>;
}

const keyOf = ({ protocol, address }: Pick<VirtualServer, 'protocol' | 'address'>): string =>
  `${protocol} ${address}`;

export class IpvsTable implements VirtualServers {
  readonly #servers = new Map<string, Scheduled>();
  #bound: ReadonlySet<string> = new Set();

  setVirtualServer(server: VirtualServer): void {
    const known = this.#servers.get(keyOf(server));
    const { last, persistent = new Map() } = known ?? {};
    this.#servers.set(keyOf(server), { server, last, persistent });
  }

  deleteVirtualServer(server: Pick<VirtualServer, 'protocol' | 'address'>): void {
    this.#servers.delete(keyOf(server));
  }

  get virtualServers(): readonly VirtualServer[] {
    return [...this.#servers.values()].map(({ server }) => server);
  }

  bindAddresses(addresses: readonly string[]): void {
    this.#bound = new Set(addresses);
  }

  get boundAddresses(): readonly string[] {
    return [...this.#bound];
  }

  hasAddress(ip: string): boolean {
    return this.#bound.has(ip);
  }

  /** The machine lost power. */
  clear(): void {
    this.#servers.clear();
    this.#bound = new Set();
  }

  /**
   * The real server for a new connection; `none`: the virtual server has none, `undefined`: there
   * is no such virtual server.
   */
  schedule({ protocol, source, destination }: Packet, now: SimTime): string | undefined {
    if (protocol === 'icmp') return undefined;
    const address = `${destination.ip}:${destination.port}`;
    const found = this.#servers.get(keyOf({ protocol, address }));
    if (found === undefined) return undefined;
    const { realServers, persistentSeconds } = found.server;
    const kept = found.persistent.get(source.ip);
    const stays =
      kept !== undefined && kept.until >= now && realServers.includes(kept.real)
        ? kept.real
        : undefined;
    const real = stays ?? nextAfter(realServers, found.last);
    if (real === undefined) return 'none';
    if (stays === undefined) found.last = real;
    if (persistentSeconds > 0) {
      found.persistent.set(source.ip, { real, until: now + persistentSeconds * second });
    }
    return real;
  }
}

function nextAfter(servers: readonly string[], last: string | undefined): string | undefined {
  const at = last === undefined ? -1 : servers.indexOf(last);
  return servers[(at + 1) % servers.length];
}

const columns = 28;

/** `ipvsadm -L -n`: the virtual servers with their real servers. */
export function ipvsadmList({ virtualServers }: VirtualServers): readonly string[] {
  const lines = [
    'IP Virtual Server version 1.2.1 (size=4096)',
    'Prot LocalAddress:Port Scheduler Flags',
    '  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn',
  ];
  for (const { protocol, address, persistentSeconds, realServers } of virtualServers) {
    const persistent = persistentSeconds > 0 ? ` persistent ${persistentSeconds}` : '';
    lines.push(`${protocol.toUpperCase()}  ${address} rr${persistent}`);
    for (const real of realServers) {
      lines.push(`  -> ${real.padEnd(columns)} Masq    1      0          0         `);
    }
  }
  return lines;
}
