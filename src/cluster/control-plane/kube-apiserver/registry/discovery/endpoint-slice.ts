/** Source: kubernetes pkg/registry/discovery/endpointslice and pkg/apis/discovery/validation. */
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { required, tooMany } from '#k8s.io/apimachinery/field-error';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import {
  dns1123SubdomainErrors,
  ipErrors,
  portNumberErrors,
} from '#k8s.io/apimachinery/validation';
import { preparedUpdate } from '../common-strategies.ts';
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

function validate({ addressType, endpoints = [], ports = [] }: EndpointSlice): Errors {
  const form = addressType === 'FQDN' ? dns1123SubdomainErrors : ipErrors;
  return [
    ...needed('addressType', addressType, addressTypes),
    ...(endpoints.length > maxEndpoints
      ? [tooMany('endpoints', endpoints.length, maxEndpoints)]
      : none),
    ...each(endpoints, 'endpoints', ({ addresses = [] }, path) => {
      const field = `${path}.addresses`;
      if (addresses.length === 0) return [required(field, 'must contain at least 1 address')];
      if (addresses.length > maxAddresses) return [tooMany(field, addresses.length, maxAddresses)];
      return each(addresses, field, (address, place) => formed(place, address, form(address)));
    }),
    ...each(ports, 'ports', ({ port, protocol }, path) => [
      ...choice(`${path}.protocol`, protocol, protocols),
      ...(port === undefined ? none : formed(`${path}.port`, port, portNumberErrors(port))),
    ]),
    ...distinct(
      ports.map(({ name = '' }) => name),
      (index) => `ports[${index}].name`,
    ),
  ];
}

const changed = ({ metadata: a, ...x }: EndpointSlice, { metadata: b, ...y }: EndpointSlice) =>
  !deepEqual(x, y) || !deepEqual(a.labels ?? {}, b.labels ?? {});

export const endpointSliceStrategy = defineStrategy<EndpointSlice>({
  prepareForCreate: (slice) => withGeneration(slice, 1),
  validate,
  prepareForUpdate: (slice, old) => preparedUpdate(slice, old, changed),
  validateUpdate: (slice, old) => [
    ...validate(slice),
    ...same('addressType', slice.addressType, old.addressType),
  ],
});
