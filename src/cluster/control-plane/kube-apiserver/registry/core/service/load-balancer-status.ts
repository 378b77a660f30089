/**
 * The addresses of a load balancer in a Service's status.
 *
 * Models kubernetes pkg/apis/core/validation ValidateLoadBalancerStatus and the mode of an address
 * in pkg/apis/core/v1/defaults.go SetDefaults_Service.
 */
import type { LoadBalancerIngress, Service } from '#k8s.io/api/core/v1';
import { type FieldError, forbiddenField } from '#k8s.io/apimachinery/field-error';
import { dns1123SubdomainErrors, ipErrors } from '#k8s.io/apimachinery/validation';
import { choice, each, formed, none } from '../../generic/checks.ts';

const path = 'status.loadBalancer.ingress';
const modes = ['Proxy', 'VIP'];

/** Sets the default mode of an address: VIP. */
export function withAddressModes(service: Service): Service {
  const { loadBalancer } = service.status ?? {};
  const { ingress } = loadBalancer ?? {};
  if (service.spec.type !== 'LoadBalancer' || ingress === undefined) return service;
  const withModes = ingress.map((one) =>
    one.ip && one.ipMode === undefined ? { ...one, ipMode: 'VIP' } : one,
  );
  const status = { ...service.status, loadBalancer: { ...loadBalancer, ingress: withModes } };
  return { ...service, status };
}

export function validateLoadBalancerStatus({ spec, status }: Service): readonly FieldError[] {
  const { ingress = [] } = status?.loadBalancer ?? {};
  if (spec.type !== 'LoadBalancer' && ingress.length > 0) {
    return [forbiddenField(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  return each(ingress, path, addressErrors);
}

function addressErrors(
  { ip = '', ipMode, hostname = '' }: LoadBalancerIngress,
  at: string,
): readonly FieldError[] {
  const mode = `${at}.ipMode`;
  const isIP = ipErrors(hostname).length === 0;
  return [
    ...(ip === '' ? none : formed(`${at}.ip`, ip, ipErrors(ip))),
    ...(ipMode !== undefined && ip === ''
      ? [forbiddenField(mode, 'may not be specified when `ip` is not set')]
      : choice(mode, ipMode, modes)),
    ...(hostname === ''
      ? none
      : formed(`${at}.hostname`, hostname, [
          ...dns1123SubdomainErrors(hostname),
          ...(isIP ? ['must be a DNS name, not an IP address'] : []),
        ])),
  ];
}
