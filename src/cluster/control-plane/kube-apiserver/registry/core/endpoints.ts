/** Source: kubernetes pkg/registry/core/endpoint, pkg/apis/core/validation ValidateEndpoints. */
import type { EndpointAddress, Endpoints } from '#k8s.io/api/core/v1';
import { required } from '#k8s.io/apimachinery/field-error';
import { dns1123LabelErrors, portNumberErrors } from '#k8s.io/apimachinery/validation';
import { choice, type Errors, each, formed, none } from '../generic/checks.ts';
import { defineStrategy } from '../strategy.ts';
import { endpointIPErrors } from './service/address-validation.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];

const validate = ({ subsets }: Endpoints): Errors =>
  each(subsets, 'subsets', ({ addresses = [], notReadyAddresses = [], ports = [] }, path) => {
    const address = ({ ip, hostname = '' }: EndpointAddress, field: string): Errors => [
      ...formed(`${field}.ip`, ip, endpointIPErrors(ip)),
      ...(hostname === ''
        ? none
        : formed(`${field}.hostname`, hostname, dns1123LabelErrors(hostname))),
    ];
    const detail = 'must specify `addresses` or `notReadyAddresses`';
    return [
      ...(addresses.length + notReadyAddresses.length === 0 ? [required(path, detail)] : none),
      ...each(addresses, `${path}.addresses`, address),
      ...each(notReadyAddresses, `${path}.notReadyAddresses`, address),
      ...each(ports, `${path}.ports`, ({ name = '', port, protocol }, field) => [
        ...(name === '' && ports.length > 1 ? [required(`${field}.name`)] : none),
        ...(name === '' ? none : formed(`${field}.name`, name, dns1123LabelErrors(name))),
        ...formed(`${field}.port`, port, portNumberErrors(port)),
        ...choice(`${field}.protocol`, protocol, protocols),
      ]),
    ];
  });

export const endpointsStrategy = defineStrategy<Endpoints>({
  validate,
  validateUpdate: validate,
  createOnUpdate: true,
});
