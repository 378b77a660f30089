/** Source: kubernetes pkg/registry/core/endpoint, pkg/apis/core/validation ValidateEndpoints. */
import type { Endpoints } from '#k8s.io/api/core/v1';
import { required } from '#k8s.io/apimachinery/field-error';
import { ipErrors, portNumberErrors } from '#k8s.io/apimachinery/validation';
import { choice, type Errors, each, formed, none } from '../generic/checks.ts';
import { defineStrategy } from '../strategy.ts';

const protocols = ['SCTP', 'TCP', 'UDP'];

const validate = ({ subsets }: Endpoints): Errors =>
  each(subsets, 'subsets', ({ addresses = [], notReadyAddresses = [], ports = [] }, path) => {
    const address = ({ ip }: { readonly ip: string }, field: string): Errors =>
      formed(`${field}.ip`, ip, ipErrors(ip));
    const detail = 'must specify `addresses` or `notReadyAddresses`';
    return [
      ...(addresses.length + notReadyAddresses.length === 0 ? [required(path, detail)] : none),
      ...each(addresses, `${path}.addresses`, address),
      ...each(notReadyAddresses, `${path}.notReadyAddresses`, address),
      ...each(ports, `${path}.ports`, ({ name = '', port, protocol }, field) => [
        ...(name === '' && ports.length > 1 ? [required(`${field}.name`)] : none),
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
