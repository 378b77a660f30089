/**
 * Source: kubernetes pkg/printers/internalversion/printers.go, services and their endpoints.
 */
import type { Endpoints, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import type { Ingress, IPAddress, NetworkPolicy, ServiceCIDR } from '#k8s.io/api/networking/v1';
import { formatLabelSelector, formatLabels } from '#k8s.io/apimachinery/labels';
import { ageOf, definePrinter, orNone } from './printer.ts';

/** How many endpoints are listed before the rest is counted. */
const shownEndpoints = 3;

function portsOf({ spec }: Service): string {
  const texts = (spec.ports ?? []).map(({ port, nodePort = 0, protocol = 'TCP' }) =>
    nodePort > 0 ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return orNone(texts.join(','));
}

/** The addresses of load balancers, each once, sorted. Source: loadBalancerStatusStringer. */
const balancersOf = (status: Service['status'] | Ingress['status']): readonly string[] =>
  [
    ...new Set(
      (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => ip || hostname || []),
    ),
  ].sort();

function externalAddress({ spec, status }: Service): string {
  const { type, externalIPs = [] } = spec;
  if (type === 'ExternalName') return spec.externalName ?? '';
  if (type === undefined) return '<unknown>';
  if (type !== 'LoadBalancer') return orNone(externalIPs.join(','));
  const all = [...balancersOf(status), ...externalIPs];
  return all.length === 0 ? '<pending>' : all.join(',');
}

export const servicePrinter = definePrinter<Service>(
  ['Name', 'Type', 'Cluster-IP', 'External-IP', 'Port(s)', 'Age', '*Selector'],
  (service, now) => [
    service.metadata.name,
    service.spec.type ?? '',
    orNone(service.spec.clusterIPs?.[0]),
    externalAddress(service),
    portsOf(service),
    ageOf(service, now),
    orNone(formatLabels(service.spec.selector)),
  ],
);

const shownHosts = 3;

const limited = (texts: readonly string[], total = texts.length): string => {
  const shown = texts.slice(0, shownEndpoints).join(',');
  return total > shownEndpoints ? `${shown} + ${total - shownEndpoints} more...` : shown;
};

function slicePorts({ ports }: EndpointSlice): string {
  const list = ports ?? [];
  if (list.length === 0) return '<unset>';
  return limited(
    list.map(({ name, port }) => (port === undefined ? (name ?? '*') || '*' : String(port))),
  );
}

export const endpointSlicePrinter = definePrinter<EndpointSlice>(
  ['Name', 'AddressType', 'Ports', 'Endpoints', 'Age'],
  (slice, now) => {
    const addresses = (slice.endpoints ?? []).flatMap(({ addresses: each }) => each);
    return [
      slice.metadata.name,
      slice.addressType,
      slicePorts(slice),
      addresses.length === 0 ? '<unset>' : limited(addresses),
      ageOf(slice, now),
    ];
  },
);

export const endpointsPrinter = definePrinter<Endpoints>(
  ['Name', 'Endpoints', 'Age'],
  (object, now) => {
    const pairs = (object.subsets ?? []).flatMap(({ addresses = [], ports = [] }) =>
      ports.length === 0
        ? addresses.map(({ ip }) => ip)
        : ports.flatMap(({ port }) => addresses.map(({ ip }) => `${ip}:${port}`)),
    );
    return [object.metadata.name, orNone(limited(pairs)), ageOf(object, now)];
  },
);

/**
 * The first three hosts. Rules without one count as well when it says how many there are more.
 * Source: formatHosts.
 */
function hostsOf(rules: NonNullable<Ingress['spec']>['rules'] = []): string {
  const named = rules.flatMap(({ host = '' }, index) => (host === '' ? [] : [{ host, index }]));
  const shown = named.slice(0, shownHosts);
  if (shown.length === 0) return '*';
  const text = shown.map(({ host }) => host).join(',');
  const isFull = shown.length === shownHosts && rules.length > (shown.at(-1)?.index ?? 0) + 1;
  return isFull ? `${text} + ${rules.length - shownHosts} more...` : text;
}

export const ingressPrinter = definePrinter<Ingress>(
  ['Name', 'Class', 'Hosts', 'Address', 'Ports', 'Age'],
  (ingress, now) => {
    const { ingressClassName, rules = [], tls = [] } = ingress.spec ?? {};
    return [
      ingress.metadata.name,
      orNone(ingressClassName),
      hostsOf(rules),
      balancersOf(ingress.status).join(','),
      tls.length > 0 ? '80, 443' : '80',
      ageOf(ingress, now),
    ];
  },
);

export const networkPolicyPrinter = definePrinter<NetworkPolicy>(
  ['Name', 'Pod-Selector', 'Age'],
  (policy, now) => [
    policy.metadata.name,
    formatLabelSelector(policy.spec?.podSelector),
    ageOf(policy, now),
  ],
);

export const ipAddressPrinter = definePrinter<IPAddress>(['Name', 'ParentRef'], (object) => {
  const { group = '', resource = '', namespace = '', name = '' } = object.spec?.parentRef ?? {};
  const parent = [
    ...(group === '' ? [] : [group]),
    resource,
    ...(namespace === '' ? [] : [namespace]),
    name,
  ];
  return [object.metadata.name, parent.join('/')];
});

export const serviceCIDRPrinter = definePrinter<ServiceCIDR>(
  ['Name', 'CIDRs', 'Age'],
  (object, now) => [object.metadata.name, (object.spec?.cidrs ?? []).join(','), ageOf(object, now)],
);
