/**
 * Resolves names below cluster.local: services, their endpoints, pods; and addresses back to names.
 * Models coredns/plugin/kubernetes with `pods insecure` and a TTL of 30 s.
 */

import type { DnsQuestion, DnsRecord } from '#cluster/node/os/dns-message';
import type { Namespace, Service, ServicePort } from '#k8s.io/api/core/v1';
import type { Endpoint, EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { Lister } from '#k8s.io/client-go/tools/cache/store';

export const clusterDomain = 'cluster.local';
const ttl = 30;
/** Source: plugin/backend_lookup.go: weights of one answer share 100. */
const srvWeights = 100;
/** The longest chain of CNAMEs. */
const maxAliases = 7;

export interface KubernetesListers {
  readonly services: Lister<Service>;
  readonly namespaces: Lister<Namespace>;
  /** By `namespace/name` of their service. */
  readonly slicesOf: (service: string) => readonly EndpointSlice[];
  /** Services and slices by each of their addresses. */
  readonly servicesAt: (ip: string) => readonly Service[];
  readonly slicesAt: (ip: string) => readonly EndpointSlice[];
}

/** The records of a name; `undefined`: there is no such name. */
export function lookUp(
  listers: KubernetesListers,
  { name, type }: DnsQuestion,
  aliases = 0,
): readonly DnsRecord[] | undefined {
  if (name.endsWith('.in-addr.arpa')) return type === 'PTR' ? lookUpAddress(listers, name) : [];
  const labels = name.slice(0, -clusterDomain.length - 1).split('.');
  const kind = labels.at(-1);
  if (name === clusterDomain || (labels.length === 1 && (kind === 'svc' || kind === 'pod'))) {
    return [];
  }
  const namespace = labels.at(-2) ?? '';
  if (listers.namespaces.get(namespace) === undefined) return undefined;
  const rest = labels.slice(0, -2);
  if (rest.length === 0) return [];
  if (kind === 'pod') return podRecords(name, type, rest);
  if (kind !== 'svc') return undefined;
  return serviceRecords(listers, { name, type }, namespace, rest, aliases);
}

/** `10-244-0-5.default.pod` resolves to the address in the name, whether or not the pod exists. */
function podRecords(name: string, type: string, rest: readonly string[]) {
  const ip = (rest[0] ?? '').replaceAll('-', '.');
  if (rest.length !== 1 || !/^\d+\.\d+\.\d+\.\d+$/.test(ip)) return undefined;
  return type === 'A' ? [record(name, 'A', ip)] : [];
}

const record = (name: string, type: DnsRecord['type'], data: string): DnsRecord => ({
  name,
  type,
  ttl,
  data,
});

/** One address behind a name, with the port for the SRV record. */
interface Target {
  readonly host: string;
  readonly ip: string;
  readonly port: ServicePort | undefined;
  readonly number: number;
}

function serviceRecords(
  listers: KubernetesListers,
  { name, type }: DnsQuestion,
  namespace: string,
  rest: readonly string[],
  aliases: number,
): readonly DnsRecord[] | undefined {
  const service = listers.services.get(`${namespace}/${rest.at(-1)}`);
  if (service === undefined) return undefined;
  const { spec } = service;
  const before = rest.slice(0, -1);
  if (spec.type === 'ExternalName') {
    if (before.length > 0) return undefined;
    const target = (spec.externalName ?? '').replace(/\.$/, '').toLowerCase();
    return aliasRecords(listers, { name, type }, target, aliases);
  }
  const isPort = before.length === 2 && before.every((label) => label.startsWith('_'));
  const isEndpoint = before.length === 1;
  if (before.length > 0 && !isPort && !isEndpoint) return undefined;
  const full = `${rest.at(-1)}.${namespace}.svc.${clusterDomain}`;
  let targets =
    spec.clusterIP === 'None' || isEndpoint
      ? endpointTargets(listers, service, full)
      : clusterTargets(service, full);
  if (isEndpoint) targets = targets.filter(({ host }) => host === `${before[0]}.${full}`);
  if (isPort) {
    const [portName = '', protocol = ''] = before.map((label) => label.slice(1));
    targets = targets.filter(
      ({ port }) => port?.name === portName && (port.protocol ?? 'TCP').toLowerCase() === protocol,
    );
  }
  if (targets.length === 0) return undefined;
  if (type === 'SRV') return srvRecords(name, targets);
  if (type !== 'A') return [];
  return [...new Set(targets.map(({ ip }) => ip))].map((ip) => record(name, 'A', ip));
}

/**
 * A CNAME for an external name. If the target is a name of this cluster, the answer includes its
 * address; without an address the answer is empty. Source: plugin/backend_lookup.go A.
 */
function aliasRecords(
  listers: KubernetesListers,
  { name, type }: DnsQuestion,
  target: string,
  aliases: number,
): readonly DnsRecord[] {
  const alias = record(name, 'CNAME', target);
  const isOurs = target === clusterDomain || target.endsWith(`.${clusterDomain}`);
  if (!isOurs || (type !== 'A' && type !== 'AAAA')) return [alias];
  if (aliases >= maxAliases) return [];
  const found = lookUp(listers, { name: target, type }, aliases + 1) ?? [];
  return found.length === 0 ? [] : [alias, ...found];
}

function clusterTargets({ spec }: Service, host: string): readonly Target[] {
  const { clusterIP: ip = '', ports = [] } = spec;
  return ports.map((port) => ({ host, ip, port, number: port.port }));
}

function endpointTargets(
  { slicesOf }: KubernetesListers,
  { metadata, spec }: Service,
  full: string,
): readonly Target[] {
  const targets: Target[] = [];
  for (const { endpoints, ports } of slicesOf(`${metadata.namespace}/${metadata.name}`)) {
    for (const endpoint of endpoints ?? []) {
      if (endpoint.conditions?.ready === false) continue;
      for (const ip of endpoint.addresses) {
        const host = `${endpointName(endpoint, ip)}.${full}`;
        if (!ports?.length) targets.push({ host, ip, port: undefined, number: 0 });
        for (const { name = '', port: number = 0 } of ports ?? []) {
          const port = spec.ports?.find((one) => (one.name ?? '') === name);
          targets.push({ host, ip, port, number });
        }
      }
    }
  }
  return targets;
}

/** Its hostname, or else the address with dashes. Source: endpointHostname. */
const endpointName = ({ hostname }: Endpoint, ip: string): string =>
  hostname ?? ip.replaceAll('.', '-');

function srvRecords(name: string, targets: readonly Target[]): readonly DnsRecord[] {
  const weight = Math.floor(srvWeights / targets.length);
  return targets.map(({ host, number }) => record(name, 'SRV', `0 ${weight} ${number} ${host}`));
}

function lookUpAddress(
  { servicesAt, slicesAt }: KubernetesListers,
  name: string,
): readonly DnsRecord[] | undefined {
  const ip = name.replace('.in-addr.arpa', '').split('.').reverse().join('.');
  const nameOf = (service: string, namespace: string | undefined): string =>
    `${service}.${namespace}.svc.${clusterDomain}`;
  const services = servicesAt(ip).map(({ metadata }) => nameOf(metadata.name, metadata.namespace));
  if (services.length > 0) return services.map((full) => record(name, 'PTR', full));
  const endpoints = slicesAt(ip).flatMap(({ metadata, endpoints: all }) => {
    const service = metadata.labels?.['kubernetes.io/service-name'];
    if (service === undefined) return [];
    return (all ?? [])
      .filter(({ addresses }) => addresses.includes(ip))
      .map((endpoint) => `${endpointName(endpoint, ip)}.${nameOf(service, metadata.namespace)}`);
  });
  return endpoints.length === 0 ? undefined : endpoints.map((full) => record(name, 'PTR', full));
}
