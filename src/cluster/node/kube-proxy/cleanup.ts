/**
 * What a kube-proxy that starts takes away of another mode, so that an administrator may change the
 * mode of a node.
 *
 * Models platformCleanup in kubernetes/cmd/kube-proxy/app/server_linux.go. In: its own mode and the
 * kernel. Out: rules, sets and virtual servers are gone. As upstream, iptables and ipvs leave each
 * other's rules, because they share chains; only a machine without power forgets those.
 */
import type { VirtualServers } from '#cluster/node/os/ipvs';
import type { Netfilter } from '#cluster/node/os/netfilter';
import type { Nftables } from '#cluster/node/os/nftables';
import { cleanupChains } from './iptables/base-chains.ts';
import { cleanupChainsAndSets } from './ipvs/sets.ts';
import { tableName } from './nftables/base-objects.ts';

interface PacketRules {
  readonly netfilter: Netfilter;
  readonly nftables: Nftables;
  readonly ipvs: VirtualServers;
}

/** Removes what is certainly not in use by the mode that begins. */
export function platformCleanup(
  mode: 'iptables' | 'nftables' | 'ipvs',
  { netfilter, nftables, ipvs }: PacketRules,
): void {
  if (mode !== 'nftables') {
    nftables.deleteTable(tableName);
    return;
  }
  cleanupChains(netfilter);
  for (const server of ipvs.virtualServers) ipvs.deleteVirtualServer(server);
  ipvs.bindAddresses([]);
  cleanupChainsAndSets(netfilter);
}
