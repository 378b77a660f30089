import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import { IpvsTable } from '#cluster/node/kernel/ipvs';
import { NftTables } from '#cluster/node/kernel/netfilter/nft-tables';
import { nftTableText } from '#cluster/node/kernel/netfilter/nft-text';
import { NetfilterTables } from '#cluster/node/kernel/netfilter/tables';
import type { NftTransaction } from '#cluster/node/os/nftables';
import type { Service, ServiceSpec } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { NftProxier } from './proxier.ts';

const metadata = { uid: '', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

/** The cluster of upstream's TestOverallNFTablesRules: its ranges, names and addresses. */
class Bed {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly transactions: NftTransaction[] = [];
  readonly tables: NftTables;
  readonly proxier: NftProxier;

  constructor(tables?: NftTables) {
    this.tables = tables ?? new NftTables((_, transaction) => this.transactions.push(transaction));
    const { sim, tracer } = this;
    this.proxier = new NftProxier(
      { sim, tracer, prng: createPrng(1) },
      {
        component: 'test-node/kube-proxy',
        nodeName: 'test-node',
        nodeIP: '192.168.0.2',
        clusterCIDR: '10.0.0.0/8',
        netfilter: new NetfilterTables(),
        nftables: this.tables,
        ipvs: new IpvsTable(),
        prng: createPrng(1),
      },
    );
    this.proxier.setServiceCIDRs(['172.30.0.0/16']);
  }

  service(key: string, spec: ServiceSpec, ips: readonly string[], nodeName = 'test-node'): void {
    const [namespace = '', name = ''] = key.split('/');
    const ports = (spec.ports ?? []).map((port) => ({ name: 'p80', ...port }));
    const status = spec.type === 'LoadBalancer' ? { ingress: [{ ip: '5.6.7.8' }] } : {};
    const service: Service = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { ...metadata, name, namespace },
      spec: { ...spec, ports },
      status: { loadBalancer: status },
    };
    const slice: EndpointSlice = {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: {
        ...{ ...metadata, name: `${name}-1`, namespace },
        labels: { 'kubernetes.io/service-name': name },
      },
      addressType: 'IPv4',
      endpoints: ips.map((ip) => ({ addresses: [ip], nodeName, conditions: { ready: true } })),
      ports: [{ name: 'p80', protocol: 'TCP', port: 80 }],
    };
    this.proxier.setService(service);
    this.proxier.setSlice(slice);
    this.sync();
  }

  sync(): void {
    const { proxier, sim, tracer } = this;
    tracer.emitRoot({ type: 'ComponentStarted', component: 'test', version: '', flags: [] });
    sim.spawn('sync', proxier.syncProxyRules());
    sim.run(sim.now + seconds(2));
  }

  get text(): readonly string[] {
    return this.tables.all.flatMap(nftTableText);
  }

  /** The lines between the head of a chain, set or map and its end. */
  part(head: string): readonly string[] {
    const at = this.text.indexOf(`\t${head} {`);
    if (at < 0) return [];
    const lines = this.text.slice(at + 1, this.text.indexOf('\t}', at));
    return lines.map((line) => line.trim());
  }
}

const clusterIP = (ip: string): ServiceSpec => ({ clusterIP: ip, ports: [{ port: 80 }] });

describe('kube-proxy in nftables mode', () => {
  it('sets up its base chains with the priorities of their hooks', () => {
    const bed = new Bed();
    bed.sync();
    expect(bed.part('chain filter-prerouting-pre-dnat')).toEqual([
      'type filter hook prerouting priority dstnat - 10; policy accept;',
      'ct state new jump firewall-check',
    ]);
    expect(bed.part('chain nat-output')).toEqual([
      'type nat hook output priority -100; policy accept;',
      'jump services',
    ]);
    expect(bed.part('chain filter-forward')).toEqual([
      'type filter hook forward priority filter; policy accept;',
      'ct state new jump service-endpoints-check',
      'ct state new jump cluster-ips-check',
    ]);
    expect(bed.part('chain masquerading')).toEqual([
      'meta mark & 0x00004000 != 0x00000000 meta mark set meta mark ^ 0x00004000 ' +
        'masquerade fully-random',
      'ct status dnat ip saddr . ip daddr . meta l4proto . th dport @hairpin-connections ' +
        'masquerade fully-random',
    ]);
    expect(bed.part('chain cluster-ips-check').at(-1)).toBe(
      'ip daddr 172.30.0.0/16 drop comment "Drop traffic to unallocated ClusterIPs"',
    );
  });

  it('leads a service by one element of a map to one rule, however many endpoints it has', () => {
    const bed = new Bed();
    bed.service('ns1/svc1', clusterIP('172.30.0.41'), ['10.180.0.1', '10.180.0.2']);
    expect(bed.part('map service-ips')).toContain(
      'elements = { 172.30.0.41 . tcp . 80 : goto service-ULMVA6XW-ns1/svc1/tcp/p80 }',
    );
    expect(bed.part('chain service-ULMVA6XW-ns1/svc1/tcp/p80')).toEqual([
      'meta l4proto tcp dnat ip to numgen random mod 2 map ' +
        '{ 0 : 10.180.0.1 . 80, 1 : 10.180.0.2 . 80 }',
    ]);
    expect(bed.part('set cluster-ips').at(-1)).toBe('elements = { 172.30.0.41 }');
    expect(bed.part('set hairpin-connections')).toContain(
      'elements = { 10.180.0.1 . 10.180.0.1 . tcp . 80,',
    );
  });

  it('rejects at a service without endpoints, and says which', () => {
    const bed = new Bed();
    bed.service('ns6/svc6', clusterIP('172.30.0.46'), []);
    expect(bed.part('map no-endpoint-services').at(-1)).toBe(
      'elements = { 172.30.0.46 . tcp . 80 comment "ns6/svc6:p80" : goto reject-chain }',
    );
    expect(bed.part('map service-ips').join()).not.toContain('172.30.0.46');
  });

  it('drops outside traffic where a local policy finds no endpoint, but not that of pods', () => {
    const bed = new Bed();
    const spec: ServiceSpec = {
      type: 'NodePort',
      externalTrafficPolicy: 'Local',
      clusterIP: '172.30.0.42',
      ports: [{ port: 80, nodePort: 30_080 }],
    };
    bed.service('ns2/svc2', spec, ['10.180.0.2'], 'other-node');
    expect(bed.part('map no-endpoint-nodeports').at(-1)).toBe(
      'elements = { tcp . 30080 comment "ns2/svc2:p80" : drop }',
    );
    expect(bed.part('chain external-42NFTM6N-ns2/svc2/tcp/p80')).toEqual([
      'ip saddr 10.0.0.0/8 goto service-42NFTM6N-ns2/svc2/tcp/p80 comment "short-circuit pod traffic"',
      'fib saddr type local meta mark set meta mark | 0x00004000 comment "masquerade local traffic"',
      'fib saddr type local goto service-42NFTM6N-ns2/svc2/tcp/p80 ' +
        'comment "short-circuit local traffic"',
    ]);
  });

  it('guards a load balancer with source ranges before the destination is translated', () => {
    const bed = new Bed();
    const spec: ServiceSpec = {
      ...clusterIP('172.30.0.45'),
      type: 'LoadBalancer',
      loadBalancerSourceRanges: ['203.0.113.0/25'],
    };
    bed.service('ns5/svc5', spec, ['10.180.0.3']);
    expect(bed.part('map firewall-ips').at(-1)).toBe(
      'elements = { 5.6.7.8 . tcp . 80 : goto firewall-HVFWP5L3-ns5/svc5/tcp/p80 }',
    );
    expect(bed.part('chain firewall-HVFWP5L3-ns5/svc5/tcp/p80')).toEqual([
      'ip saddr != 203.0.113.0/25 drop',
    ]);
  });

  it('keeps clients with their endpoint by a set for each endpoint', () => {
    const bed = new Bed();
    const spec: ServiceSpec = { ...clusterIP('172.30.0.45'), sessionAffinity: 'ClientIP' };
    bed.service('ns5/svc5', spec, ['10.180.0.3']);
    const name = 'GTK6MW7G-ns5/svc5/tcp/p80__10.180.0.3/80';
    expect(bed.part(`set affinity-${name}`)).toEqual([
      ...['type ipv4_addr', 'size 65535', 'flags dynamic,timeout', 'timeout 3h'],
    ]);
    expect(bed.part('chain service-HVFWP5L3-ns5/svc5/tcp/p80')).toEqual([
      `ip saddr @affinity-${name} goto endpoint-${name}`,
      `numgen random mod 1 vmap { 0 : goto endpoint-${name} }`,
    ]);
    expect(bed.part(`chain endpoint-${name}`)).toEqual([
      `update @affinity-${name} { ip saddr }`,
      'meta l4proto tcp dnat to 10.180.0.3:80',
    ]);
  });

  it('writes only what changed, and deletes an empty chain with a later sync', () => {
    const bed = new Bed();
    bed.service('ns1/svc1', clusterIP('172.30.0.41'), ['10.180.0.1']);
    bed.service('ns3/svc3', clusterIP('172.30.0.43'), ['10.180.0.3']);
    const { chains = new Map(), added = new Map() } = bed.transactions.at(-1) ?? {};
    expect([...chains.keys()]).toEqual(['service-4AT6LBPK-ns3/svc3/tcp/p80']);
    expect([...added.keys()]).toEqual(['hairpin-connections', 'cluster-ips', 'service-ips']);
    bed.proxier.deleteService({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { ...metadata, name: 'svc1', namespace: 'ns1' },
      spec: {},
    });
    bed.sync();
    expect(bed.text).toContain('\tchain service-ULMVA6XW-ns1/svc1/tcp/p80 {');
    expect(bed.part('chain service-ULMVA6XW-ns1/svc1/tcp/p80')).toEqual([]);
    bed.service('ns4/svc4', clusterIP('172.30.0.44'), ['10.180.0.4']);
    expect(bed.text.join()).not.toContain('ns1/svc1');
  });

  it('takes over the table of the process before it', () => {
    const before = new Bed();
    before.service('ns1/svc1', clusterIP('172.30.0.41'), ['10.180.0.1']);
    before.service('ns3/svc3', clusterIP('172.30.0.43'), ['10.180.0.3']);
    const after = new Bed(before.tables);
    after.service('ns3/svc3', clusterIP('172.30.0.43'), ['10.180.0.3']);
    expect(after.part('map service-ips').at(-1)).toBe(
      'elements = { 172.30.0.43 . tcp . 80 : goto service-4AT6LBPK-ns3/svc3/tcp/p80 }',
    );
    expect(after.part('set nodeport-ips').at(-1)).toBe('elements = { 192.168.0.2 }');
    expect(after.part('chain service-4AT6LBPK-ns3/svc3/tcp/p80')).toHaveLength(1);
  });
});
