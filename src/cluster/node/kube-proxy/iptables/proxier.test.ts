import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import { IpvsTable } from '#cluster/node/kernel/ipvs';
import { NftTables } from '#cluster/node/kernel/netfilter/nft-tables';
import { NetfilterTables } from '#cluster/node/kernel/netfilter/tables';
import type { Service, ServiceSpec } from '#k8s.io/api/core/v1';
import type { Endpoint, EndpointSlice } from '#k8s.io/api/discovery/v1';
import { Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { Proxier } from './proxier.ts';

const metadata = { uid: '', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

const service = (name: string, spec: ServiceSpec, status: Service['status'] = {}): Service => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { ...metadata, name, namespace: 'default' },
  spec,
  status,
});

const web = (spec: Partial<ServiceSpec> = {}, status: Service['status'] = {}): Service =>
  service('web', { clusterIP: '10.96.0.50', ports: [{ port: 80 }], ...spec }, status);

const slice = (endpoints: readonly Endpoint[], port = 80): EndpointSlice => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: {
    ...metadata,
    name: 'web-abcde',
    namespace: 'default',
    labels: { 'kubernetes.io/service-name': 'web' },
  },
  addressType: 'IPv4',
  endpoints,
  ports: [{ name: '', protocol: 'TCP', port }],
});

const ready = (ip: string, nodeName = 'node-2'): Endpoint => ({
  addresses: [ip],
  nodeName,
  conditions: { ready: true, serving: true, terminating: false },
});
const ending = (ip: string): Endpoint => ({
  ...ready(ip),
  conditions: { ready: false, serving: true, terminating: true },
});
const starting = (ip: string): Endpoint => ({
  ...ready(ip),
  conditions: { ready: false, serving: false, terminating: false },
});

class Bed {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly tables: NetfilterTables;
  readonly proxier: Proxier;

  constructor(tables = new NetfilterTables()) {
    this.tables = tables;
    const { sim, tracer } = this;
    this.proxier = new Proxier(
      { sim, tracer, prng: createPrng(1) },
      {
        component: 'node-1/kube-proxy',
        nodeName: 'node-1',
        nodeIP: '172.30.0.11',
        clusterCIDR: '10.244.0.0/16',
        netfilter: tables,
        nftables: new NftTables(),
        ipvs: new IpvsTable(),
        prng: createPrng(1),
      },
    );
  }

  sync(): void {
    const { proxier, sim, tracer } = this;
    tracer.emitRoot({ type: 'ComponentStarted', component: 'test', version: '', flags: [] });
    sim.spawn('sync', proxier.syncProxyRules());
    sim.run(sim.now + seconds(1));
  }

  /** The rules that mention a text. */
  rules(table: 'nat' | 'filter', text = ''): readonly string[] {
    return this.tables.save(table).filter((line) => line.startsWith('-A') && line.includes(text));
  }
}

function synced(one: Service, ...slices: readonly EndpointSlice[]): Bed {
  const bed = new Bed();
  bed.proxier.setService(one);
  for (const each of slices) bed.proxier.setSlice(each);
  bed.sync();
  return bed;
}

const svc = 'KUBE-SVC-LOLE4ISW44XBNF3G';
const external = 'KUBE-EXT-LOLE4ISW44XBNF3G';
const local = 'KUBE-SVL-LOLE4ISW44XBNF3G';

describe('kube-proxy in iptables mode', () => {
  it('writes for a service and two endpoints what a real one wrote', () => {
    const bed = synced(web(), slice([ready('10.244.1.39'), ready('10.244.0.41')]));
    const toWeb = '-m comment --comment "default/web';
    expect(bed.rules('nat', 'default/web')).toEqual([
      `-A KUBE-SEP-6POHLP2OQIUG2A4N -s 10.244.1.39/32 ${toWeb}" -j KUBE-MARK-MASQ`,
      `-A KUBE-SEP-6POHLP2OQIUG2A4N -p tcp ${toWeb}" -m tcp -j DNAT --to-destination 10.244.1.39:80`,
      `-A KUBE-SEP-ARH6LBFXTYHNGPZC -s 10.244.0.41/32 ${toWeb}" -j KUBE-MARK-MASQ`,
      `-A KUBE-SEP-ARH6LBFXTYHNGPZC -p tcp ${toWeb}" -m tcp -j DNAT --to-destination 10.244.0.41:80`,
      `-A KUBE-SERVICES -d 10.96.0.50/32 -p tcp ${toWeb} cluster IP" -m tcp --dport 80 -j ${svc}`,
      `-A ${svc} ! -s 10.244.0.0/16 -d 10.96.0.50/32 -p tcp ${toWeb} cluster IP" -m tcp --dport 80 -j KUBE-MARK-MASQ`,
      `-A ${svc} ${toWeb} -> 10.244.0.41:80" -m statistic --mode random --probability 0.50000000000 -j KUBE-SEP-ARH6LBFXTYHNGPZC`,
      `-A ${svc} ${toWeb} -> 10.244.1.39:80" -j KUBE-SEP-6POHLP2OQIUG2A4N`,
    ]);
  });

  it('prints a third as the kernel keeps it', () => {
    const all = ['10.244.0.1', '10.244.0.2', '10.244.0.3'].map((ip) => ready(ip));
    const [first] = synced(web(), slice(all)).rules('nat', 'statistic');
    expect(first).toContain('--probability 0.33333333349');
  });

  it('rejects what is for a service without endpoints', () => {
    const bed = synced(web(), slice([starting('10.244.0.41')]));
    expect(bed.rules('filter', 'default/web')).toEqual([
      '-A KUBE-SERVICES -d 10.96.0.50/32 -p tcp -m comment --comment "default/web has no endpoints" ' +
        '-m tcp --dport 80 -j REJECT --reject-with icmp-port-unreachable',
    ]);
    expect(bed.rules('nat', 'default/web')).toEqual([]);
  });

  it('sends nothing to endpoints that are not ready', () => {
    const bed = synced(web(), slice([ready('10.244.0.41'), starting('10.244.0.42')]));
    expect(bed.rules('nat', '10.244.0.42')).toEqual([]);
  });

  it('goes on with endpoints that end while they serve, when none is ready', () => {
    const bed = synced(web(), slice([ending('10.244.0.41')]));
    expect(bed.rules('nat', 'DNAT')).toHaveLength(1);
    const other = synced(web(), slice([ending('10.244.0.41'), ready('10.244.0.42')]));
    expect(other.rules('nat', '10.244.0.41')).toEqual([]);
  });

  it('drops inside traffic for a local service without a local endpoint', () => {
    const bed = synced(web({ internalTrafficPolicy: 'Local' }), slice([ready('10.244.1.5')]));
    const [rule] = bed.rules('filter', 'default/web');
    expect(rule).toContain('"default/web has no local endpoints" -m tcp --dport 80 -j DROP');
    expect(bed.rules('nat', svc)).toEqual([]);
  });

  it('keeps inside traffic of a local service on its node', () => {
    const endpoints = [ready('10.244.1.5'), ready('10.244.0.5', 'node-1')];
    const bed = synced(web({ internalTrafficPolicy: 'Local' }), slice(endpoints));
    expect(bed.rules('nat', 'cluster IP" -m tcp --dport 80 -j KUBE-SV')[0]).toContain(local);
    expect(bed.rules('nat', 'DNAT')).toHaveLength(1);
  });

  it('opens a node port that masquerades, since the endpoint may be on another node', () => {
    const ports = [{ port: 80, nodePort: 30080 }];
    const bed = synced(web({ type: 'NodePort', ports }), slice([ready('10.244.1.5')]));
    expect(bed.rules('nat', 'dport 30080')).toEqual([
      '-A KUBE-NODEPORTS -p tcp -m comment --comment "default/web" -m tcp --dport 30080 ' +
        `-j ${external}`,
    ]);
    expect(bed.rules('nat', `-A ${external}`)).toEqual([
      `-A ${external} -m comment --comment "masquerade traffic for default/web external ` +
        'destinations" -j KUBE-MARK-MASQ',
      `-A ${external} -j ${svc}`,
    ]);
  });

  it('keeps the client address of outside traffic with the local policy', () => {
    const spec = {
      type: 'NodePort',
      ports: [{ port: 80, nodePort: 30080 }],
      externalTrafficPolicy: 'Local',
    } as const;
    const endpoints = [ready('10.244.1.5'), ready('10.244.0.5', 'node-1')];
    const chain = synced(web(spec), slice(endpoints)).rules('nat', `-A ${external}`);
    expect(chain.at(-1)).toBe(`-A ${external} -j ${local}`);
    expect(chain[0]).toContain('-s 10.244.0.0/16');
    const [refusal] = synced(web(spec), slice([ready('10.244.1.5')])).rules('filter', '30080');
    expect(refusal).toBe(
      '-A KUBE-EXTERNAL-SERVICES -p tcp -m comment --comment "default/web has no local endpoints"' +
        ' -m addrtype --dst-type LOCAL -m tcp --dport 30080 -j DROP',
    );
  });

  it('lets only the given ranges use the address of a load balancer', () => {
    const spec = { type: 'LoadBalancer', loadBalancerSourceRanges: ['203.0.113.0/24'] } as const;
    const status = { loadBalancer: { ingress: [{ ip: '198.51.100.7' }] } };
    const bed = synced(web(spec, status), slice([ready('10.244.1.5')]));
    expect(bed.rules('nat', '198.51.100.7')[0]).toContain('-j KUBE-FW-LOLE4ISW44XBNF3G');
    expect(bed.rules('nat', '203.0.113.0/24')).toHaveLength(1);
    expect(bed.rules('filter', '198.51.100.7')[0]).toContain(
      '"default/web traffic not accepted by KUBE-FW-LOLE4ISW44XBNF3G" -m tcp --dport 80 -j DROP',
    );
  });

  it('captures external addresses', () => {
    const bed = synced(web({ externalIPs: ['198.51.100.9'] }), slice([ready('10.244.1.5')]));
    expect(bed.rules('nat', 'external IP')[0]).toContain(`-d 198.51.100.9/32`);
  });

  it('remembers clients for a service with affinity', () => {
    const sessionAffinityConfig = { clientIP: { timeoutSeconds: 600 } };
    const spec = { sessionAffinity: 'ClientIP', sessionAffinityConfig } as const;
    const bed = synced(web(spec), slice([ready('10.244.0.41')]));
    const sep = 'KUBE-SEP-ARH6LBFXTYHNGPZC';
    expect(bed.rules('nat', 'recent')).toEqual([
      `-A ${sep} -p tcp -m comment --comment "default/web" -m recent --set --name ${sep} ` +
        '--mask 255.255.255.255 --rsource -m tcp -j DNAT --to-destination 10.244.0.41:80',
      `-A ${svc} -m comment --comment "default/web -> 10.244.0.41:80" -m recent --rcheck ` +
        `--seconds 600 --reap --name ${sep} --mask 255.255.255.255 --rsource -j ${sep}`,
    ]);
  });

  it('leaves headless and external services alone', () => {
    const headless = synced(web({ clusterIP: 'None' }), slice([ready('10.244.1.5')]));
    expect(headless.rules('nat', 'default/web')).toEqual([]);
    const named = web({ clusterIP: '', type: 'ExternalName', externalName: 'example.com' });
    expect(synced(named).rules('nat', 'default/web')).toEqual([]);
  });

  it('takes the chains of a deleted service away', () => {
    const bed = synced(web(), slice([ready('10.244.1.5')]));
    bed.proxier.deleteService(web());
    bed.sync();
    expect(bed.tables.save('nat').filter((line) => /KUBE-(SVC|SEP)/.test(line))).toEqual([]);
  });

  it('clears what an earlier process left for services that are gone', () => {
    const bed = synced(web(), slice([ready('10.244.1.5')]));
    const next = new Bed(bed.tables);
    next.sync();
    expect(next.tables.save('nat').filter((line) => /KUBE-(SVC|SEP)/.test(line))).toEqual([]);
  });

  it('stays in the zone of the node when every endpoint has a hint', () => {
    const hinted = (ip: string, zone: string): Endpoint => ({
      ...ready(ip),
      hints: { forZones: [{ name: zone }] },
    });
    const bed = new Bed();
    bed.proxier.setZone('a');
    bed.proxier.setService(web());
    bed.proxier.setSlice(slice([hinted('10.244.1.5', 'a'), hinted('10.244.2.5', 'b')]));
    bed.sync();
    expect(bed.rules('nat', 'DNAT')).toHaveLength(1);
    bed.proxier.setSlice(slice([hinted('10.244.1.5', 'a'), ready('10.244.2.5')]));
    bed.sync();
    expect(bed.rules('nat', 'DNAT')).toHaveLength(2);
  });

  it('drops comments with a thousand endpoints', () => {
    const many = Array.from({ length: 1000 }, (_, n) => ready(`10.244.${1 + (n >> 8)}.${n & 255}`));
    const bed = synced(web(), slice(many));
    expect(bed.rules('nat', 'default/web ->')).toEqual([]);
    expect(bed.rules('nat', 'DNAT')).toHaveLength(1000);
    bed.proxier.setSlice(slice(many.slice(1)));
    bed.sync();
    expect(bed.rules('nat', 'default/web ->')).toHaveLength(999);
  });
});
