/**
 * What programs of a node may ask of the kernel's load balancer: virtual servers with real servers
 * behind them, and the addresses bound to the device `kube-ipvs0`.
 *
 * Models Linux IPVS with NAT forwarding and the scheduler round robin. Interfaces only.
 */
import type { Protocol } from './netfilter.ts';

export interface VirtualServer {
  readonly protocol: Protocol;
  /** `10.96.0.50:80` */
  readonly address: string;
  /** A client stays with its real server for so many seconds; 0: it does not. */
  readonly persistentSeconds: number;
  /** `10.244.0.5:80`, each with weight 1. */
  readonly realServers: readonly string[];
}

export interface VirtualServers {
  /** `ipvsadm -A` or `-E`, and `-a` or `-d` for the real servers. */
  setVirtualServer(server: VirtualServer): void;
  /** `ipvsadm -D` */
  deleteVirtualServer(server: Pick<VirtualServer, 'protocol' | 'address'>): void;
  readonly virtualServers: readonly VirtualServer[];
  /** `ip addr add … dev kube-ipvs0`, for exactly these. */
  bindAddresses(addresses: readonly string[]): void;
  readonly boundAddresses: readonly string[];
}
