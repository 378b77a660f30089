import { describe, expect, it } from 'vitest';
import type { DnsType } from '#cluster/node/os/dns-message';
import type { Namespace, Service, ServiceSpec } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { Indexer } from '#k8s.io/client-go/tools/cache/store';
import { lookUp } from './kubernetes-plugin.ts';

const metadata = { uid: '', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
const services = new Indexer<Service>();
const namespaces = new Indexer<Namespace>();

const add = (name: string, spec: ServiceSpec): void => {
  const meta = { ...metadata, name, namespace: 'default' };
  services.set(`default/${name}`, { apiVersion: 'v1', kind: 'Service', metadata: meta, spec });
};
namespaces.set('default', {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { ...metadata, name: 'default' },
} as Namespace);
add('web', { clusterIP: '10.96.0.50', ports: [{ name: 'http', port: 80 }] });
add('db', { clusterIP: 'None', ports: [{ name: 'sql', port: 5432 }] });
add('none', { clusterIP: 'None', ports: [{ port: 80 }] });
add('mirror', { type: 'ExternalName', externalName: 'example.com' });
add('alias', { type: 'ExternalName', externalName: 'web.default.svc.cluster.local' });
add('lost', { type: 'ExternalName', externalName: 'gone.default.svc.cluster.local' });
add('loop', { type: 'ExternalName', externalName: 'loop.default.svc.cluster.local' });

const slice: EndpointSlice = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: {
    ...metadata,
    name: 'db-1',
    namespace: 'default',
    labels: { 'kubernetes.io/service-name': 'db' },
  },
  addressType: 'IPv4',
  ports: [{ name: 'sql', protocol: 'TCP', port: 5432 }],
  endpoints: [
    { addresses: ['10.244.0.5'], hostname: 'db-0', conditions: { ready: true } },
    { addresses: ['10.244.1.5'], conditions: { ready: true } },
    { addresses: ['10.244.2.5'], hostname: 'db-2', conditions: { ready: false } },
  ],
};

function ask(name: string, type: DnsType = 'A'): readonly string[] | undefined {
  const records = lookUp(
    {
      services,
      namespaces,
      slicesOf: (service) => (service === 'default/db' ? [slice] : []),
      servicesAt: (ip) => services.list().filter(({ spec }) => spec.clusterIP === ip),
      slicesAt: () => [slice],
    },
    { name, type },
  );
  return records?.map(({ type: of, data }) => `${of} ${data}`);
}

describe('names of a cluster', () => {
  it('mean the address of a service', () => {
    expect(ask('web.default.svc.cluster.local')).toEqual(['A 10.96.0.50']);
    expect(ask('web.default.svc.cluster.local', 'AAAA')).toEqual([]);
    expect(ask('web.default.svc.cluster.local', 'SRV')).toEqual([
      'SRV 0 100 80 web.default.svc.cluster.local',
    ]);
  });

  it('mean the ready endpoints of a headless service, all together and each', () => {
    expect(ask('db.default.svc.cluster.local')).toEqual(['A 10.244.0.5', 'A 10.244.1.5']);
    expect(ask('db-0.db.default.svc.cluster.local')).toEqual(['A 10.244.0.5']);
    expect(ask('10-244-1-5.db.default.svc.cluster.local')).toEqual(['A 10.244.1.5']);
    expect(ask('db-2.db.default.svc.cluster.local')).toBeUndefined();
    expect(ask('none.default.svc.cluster.local')).toBeUndefined();
  });

  it('tell the port of a service', () => {
    expect(ask('_sql._tcp.db.default.svc.cluster.local', 'SRV')).toEqual([
      'SRV 0 50 5432 db-0.db.default.svc.cluster.local',
      'SRV 0 50 5432 10-244-1-5.db.default.svc.cluster.local',
    ]);
    expect(ask('_http._udp.web.default.svc.cluster.local', 'SRV')).toBeUndefined();
  });

  it('lead on to another name', () => {
    expect(ask('mirror.default.svc.cluster.local')).toEqual(['CNAME example.com']);
  });

  it('lead on to the address of a service of the cluster, if it has one', () => {
    expect(ask('alias.default.svc.cluster.local')).toEqual([
      'CNAME web.default.svc.cluster.local',
      'A 10.96.0.50',
    ]);
    expect(ask('alias.default.svc.cluster.local', 'AAAA')).toEqual([]);
    expect(ask('lost.default.svc.cluster.local')).toEqual([]);
    expect(ask('loop.default.svc.cluster.local')).toEqual([]);
  });

  it('mean the address that a pod name says', () => {
    expect(ask('10-244-0-9.default.pod.cluster.local')).toEqual(['A 10.244.0.9']);
    expect(ask('10-244-0-9.nowhere.pod.cluster.local')).toBeUndefined();
  });

  it('exist without records where names below them exist', () => {
    expect(ask('svc.cluster.local')).toEqual([]);
    expect(ask('default.svc.cluster.local')).toEqual([]);
    expect(ask('web.cluster.local')).toBeUndefined();
    expect(ask('nothing.default.svc.cluster.local')).toBeUndefined();
  });

  it('are found by addresses', () => {
    expect(ask('50.0.96.10.in-addr.arpa', 'PTR')).toEqual(['PTR web.default.svc.cluster.local']);
    expect(ask('5.0.244.10.in-addr.arpa', 'PTR')).toEqual([
      'PTR db-0.db.default.svc.cluster.local',
    ]);
  });
});
