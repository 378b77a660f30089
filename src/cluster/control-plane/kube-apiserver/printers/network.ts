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

function externalAddress({ spec, status }: Service): string {
  const { type, externalIPs = [] } = spec;
  if (type === 'ExternalName') return spec.externalName ?? '';
  if (type !== 'LoadBalancer') return orNone(externalIPs.join(','));
  const given = (status?.loadBalancer?.ingress ?? []).map(
    ({ ip, hostname }) => ip || hostname || '',
  );
  const all = [...given, ...externalIPs];
  return all.length === 0 ? '<pending>' : all.join(',');
}

export const servicePrinter = definePrinter<Service>(
  ['Name', 'Type', 'Cluster-IP', 'External-IP', 'Port(s)', 'Age', '*Selector'],
  (service, now) => [
    service.metadata.name,
    service.spec.type ?? '',
    orNone(service.spec.clusterIP),
    externalAddress(service),
    portsOf(service),
    ageOf(service, now),
    orNone(formatLabels(service.spec.selector)),
  ],
);

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

export const ingressPrinter = definePrinter<Ingress>(
  ['Name', 'Class', 'Hosts', 'Address', 'Ports', 'Age'],
  (ingress, now) => {
    const { ingressClassName, rules = [], tls = [] } = ingress.spec ?? {};
    const hosts = rules.map(({ host = '' }) => host).filter((host) => host !== '');
    const given = (ingress.status?.loadBalancer?.ingress ?? []).map(
      ({ ip, hostname }) => ip || hostname || '',
    );
    return [
      ingress.metadata.name,
      orNone(ingressClassName),
      hosts.length === 0 ? '*' : limited(hosts),
      given.join(','),
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
