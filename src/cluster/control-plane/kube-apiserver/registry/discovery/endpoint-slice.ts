/** Source: kubernetes pkg/registry/discovery/endpointslice and pkg/apis/discovery/validation. */
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { required, tooMany } from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import {
  dns1123LabelErrors,
  dns1123SubdomainErrors,
  ipErrors,
  isIPv4,
  isIPv6,
  portNumberErrors,
} from '#k8s.io/apimachinery/validation';
import { preparedUpdate } from '../common-strategies.ts';
import { endpointIPErrors } from '../core/service/address-validation.ts';
import {
  choice,
  distinct,
  type Errors,
  each,
  formed,
  needed,
  none,
  same,
} from '../generic/checks.ts';
import { defineStrategy, withGeneration } from '../strategy.ts';

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const maxAddresses = 100;
const maxEndpoints = 1000;

/** Why an address is not valid for that type; no errors for an unknown type. */
function addressErrors(type: string, address: string): readonly string[] {
  if (type === 'FQDN') return dns1123SubdomainErrors(address);
  if (type !== 'IPv4' && type !== 'IPv6') return [];
  const isOfFamily = type === 'IPv4' ? isIPv4(address) : isIPv6(address);
  const family = isOfFamily ? [] : [`must be a valid ${type} address`];
  return ipErrors(address).length > 0
    ? ipErrors(address)
    : [...family, ...endpointIPErrors(address)];
}

function validate(slice: EndpointSlice): Errors {
  const { addressType } = slice;
  const endpoints = slice.endpoints ?? [];
  const ports = slice.ports ?? [];
  return [
    ...needed('addressType', addressType, addressTypes),
    ...(endpoints.length > maxEndpoints
      ? [tooMany('endpoints', endpoints.length, maxEndpoints)]
      : none),
    ...each(endpoints, 'endpoints', ({ addresses = [], hostname }, path) => {
      const field = `${path}.addresses`;
      const count = addresses.length;
      return [
        ...(count === 0 ? [required(field, 'must contain at least 1 address')] : none),
        ...(count > maxAddresses ? [tooMany(field, count, maxAddresses)] : none),
        ...each(addresses, field, (address, place) =>
          formed(place, address, addressErrors(addressType, address)),
        ),
        ...(hostname === undefined
          ? none
          : formed(`${path}.hostname`, hostname, dns1123LabelErrors(hostname))),
      ];
    }),
    ...each(ports, 'ports', ({ name = '', port, protocol }, path) => [
      ...(name === '' ? none : formed(`${path}.name`, name, dns1123LabelErrors(name))),
      ...choice(`${path}.protocol`, protocol, protocols),
      ...(port === undefined ? none : formed(`${path}.port`, port, portNumberErrors(port))),
    ]),
    ...distinct(
      ports.map(({ name = '' }) => name),
      (index) => `ports[${index}].name`,
    ),
  ];
}

/** Empty lists are null and not absent: the Go type has no omitempty for them. */
const withLists = (slice: EndpointSlice): EndpointSlice => {
  const { endpoints, ports } = slice;
  if (endpoints?.length && ports?.length) return slice;
  const listed = (list: readonly unknown[] | undefined) => (list?.length ? list : null);
  return { ...slice, endpoints: listed(endpoints), ports: listed(ports) } as EndpointSlice;
};

const changed = ({ metadata: a, ...x }: EndpointSlice, { metadata: b, ...y }: EndpointSlice) =>
  !deepEqual(x, y) || !deepEqual(a.labels ?? {}, b.labels ?? {});

export const endpointSliceStrategy = defineStrategy<EndpointSlice>({
  prepareForCreate: (slice) => withGeneration(withLists(slice), 1),
  validate,
  prepareForUpdate: (slice, old) => preparedUpdate(withLists(slice), old, changed),
  validateUpdate: (slice, old) => [
    ...validate(slice),
    ...same('addressType', slice.addressType, old.addressType),
  ],
});
