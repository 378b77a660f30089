import { describe, expect, it } from 'vitest';
import type { Service } from '#k8s.io/api/core/v1';
import { fieldErrorMessage } from '#k8s.io/apimachinery/field-error';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { validateLoadBalancerStatus, withAddressModes } from './load-balancer-status.ts';

const service = (type: string, ...ingress: readonly object[]) =>
  asObject<Service>({ spec: { type }, status: { loadBalancer: { ingress } } });
const causesOf = (balanced: Service): readonly string[] =>
  validateLoadBalancerStatus(balanced).map(fieldErrorMessage);

describe('the addresses of a load balancer', () => {
  it('are virtual ones unless they are said to be a proxy’s', () => {
    const balanced = service('LoadBalancer', { ip: '9.9.9.9' }, { ip: '8.8.8.8', ipMode: 'Proxy' });
    expect(withAddressModes(balanced).status?.loadBalancer?.ingress).toEqual([
      { ip: '9.9.9.9', ipMode: 'VIP' },
      { ip: '8.8.8.8', ipMode: 'Proxy' },
    ]);
  });

  it('belong to no other type of service', () => {
    expect(causesOf(service('ClusterIP', { ip: '9.9.9.9' }))).toEqual([
      "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
    ]);
  });

  it('are an address with a mode or a name of DNS', () => {
    expect(causesOf(service('LoadBalancer', { ip: '9.9.9.9', ipMode: 'VIP' }))).toEqual([]);
    expect(
      causesOf(service('LoadBalancer', { hostname: '1.2.3.4' }, { ipMode: 'VIP' }, { ip: '9.9' })),
    ).toEqual([
      'status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not ' +
        'an IP address',
      'status.loadBalancer.ingress[1].ipMode: Forbidden: may not be specified when `ip` is not set',
      'status.loadBalancer.ingress[2].ip: Invalid value: "9.9": must be a valid IP address, (e.g. ' +
        '10.9.8.7 or 2001:db8::ffff)',
    ]);
  });
});
