import { describe, expect, it } from 'vitest';
import { NetfilterTables } from '#cluster/node/kernel/netfilter/tables';
import { ensureUtilityChains } from './utility-chains.ts';

describe('the kubelet', () => {
  it('guards loopback addresses and leaves its hint and canaries, once', () => {
    const tables = new NetfilterTables();
    ensureUtilityChains(tables);
    ensureUtilityChains(tables);
    expect(tables.save('filter').filter((line) => line.startsWith('-A'))).toEqual([
      '-A INPUT -j KUBE-FIREWALL',
      '-A OUTPUT -j KUBE-FIREWALL',
      '-A KUBE-FIREWALL ! -s 127.0.0.0/8 -d 127.0.0.0/8 -m comment --comment ' +
        '"block incoming localnet connections" -m conntrack ! --ctstate ' +
        'RELATED,ESTABLISHED,DNAT -j DROP',
    ]);
    expect(tables.save('mangle').slice(5)).toEqual([
      ':KUBE-IPTABLES-HINT - [0:0]',
      ':KUBE-KUBELET-CANARY - [0:0]',
    ]);
  });
});
