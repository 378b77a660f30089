import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '#k8s.io/api/core/v1';
import { ApiFixture, messageOf } from '../../../api.test.fixture.ts';
import { RegistryFixture } from '../../registry.test.fixture.ts';
import { serviceStrategy } from './strategy.ts';

const port = { port: 80 };
const service = (name: string, spec: object) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec: { ports: [port], ...spec },
});

let fixture: RegistryFixture;
beforeAll(() => {
  fixture = new RegistryFixture();
});
let made = 0;
const create = (spec: object) => {
  made += 1;
  return fixture.create(service(`s${made}`, spec));
};
const specOf = (spec: object) => {
  const result = create(spec);
  if (!result.ok) throw new Error(result.error.message);
  return (result.value as Service).spec;
};
const causesOf = (spec: object): readonly string[] => {
  const result = create(spec);
  if (result.ok) return [];
  const causes = result.error.details?.causes ?? [];
  return causes.map(({ field, message }) => `${field}: ${message}`);
};

describe('a Service of type LoadBalancer', () => {
  it('gets no node ports when it says so, but keeps those that it asks for', () => {
    const plain = { type: 'LoadBalancer' };
    expect(specOf(plain).ports?.[0]?.nodePort).toBeGreaterThanOrEqual(30_000);
    const without = { ...plain, allocateLoadBalancerNodePorts: false };
    expect(specOf(without).ports).toEqual([{ port: 80, protocol: 'TCP', targetPort: 80 }]);
    const asked = { ...without, ports: [{ ...port, nodePort: 30_123 }] };
    expect(specOf(asked).ports?.[0]?.nodePort).toBe(30_123);
  });
});

describe('a Service that is no longer of type LoadBalancer', () => {
  it('shows no load balancer any more, although taking it away needs time', () => {
    const created = create({ type: 'LoadBalancer' });
    const made = (created.ok ? created.value : undefined) as Service;
    const status = { loadBalancer: { ingress: [{ ip: '9.9.9.9' }] } };
    expect(serviceStrategy.prepareForUpdate?.(made, { ...made, status })).toMatchObject({ status });
    const now = { ...made, spec: { ...made.spec, type: 'ClusterIP' as const } };
    const changed = serviceStrategy.prepareForUpdate?.(now, { ...made, status });
    expect(changed?.status).toEqual({ loadBalancer: {} });
  });
});

describe('node ports of one Service', () => {
  it('are shared by ports of one number, whatever their protocols', () => {
    const ports = [
      { name: 'tcp', port: 53, protocol: 'TCP', nodePort: 30_053 },
      { name: 'udp', port: 53, protocol: 'UDP' },
    ];
    const spec = specOf({ type: 'NodePort', ports });
    expect(spec.ports?.map(({ nodePort }) => nodePort)).toEqual([30_053, 30_053]);
  });

  it('are not shared by ports of different numbers', () => {
    const ports = [
      { name: 'a', port: 80, nodePort: 30_080 },
      { name: 'b', port: 81, nodePort: 30_080 },
    ];
    expect(causesOf({ type: 'NodePort', ports })).toEqual([
      'spec.ports[1].nodePort: Invalid value: 30080: provided port is already allocated',
    ]);
  });
});

describe('a headless Service without a selector', () => {
  it('is open to addresses of both families', () => {
    expect(specOf({ clusterIP: 'None' })).toMatchObject({
      ipFamilyPolicy: 'RequireDualStack',
      ipFamilies: ['IPv4', 'IPv6'],
    });
    expect(specOf({ clusterIP: 'None', selector: { app: 'a' } })).toMatchObject({
      ipFamilyPolicy: 'SingleStack',
      ipFamilies: ['IPv4'],
    });
  });

  it('warns of what it does not heed', () => {
    create({ clusterIP: 'None', sessionAffinity: 'ClientIP', externalIPs: ['10.1.1.1'] });
    expect(fixture.warnings.slice(-2)).toEqual([
      'spec.externalIPs is ignored for headless services',
      'spec.SessionAffinity is ignored for headless services',
    ]);
  });
});

const balancedOnly = "Forbidden: may only be used when `type` is 'LoadBalancer'";
const cases: readonly (readonly [string, object, readonly string[]])[] = [
  [
    'fields of other types',
    {
      ports: [{ ...port, nodePort: 30_999 }],
      loadBalancerClass: 'x',
      allocateLoadBalancerNodePorts: false,
      loadBalancerSourceRanges: ['10.0.0.0/40'],
      healthCheckNodePort: 30_998,
    },
    [
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
      `spec.LoadBalancerSourceRanges: ${balancedOnly}`,
      'spec.LoadBalancerSourceRanges[0]: Invalid value: "10.0.0.0/40": must be a valid CIDR ' +
        'value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      `spec.allocateLoadBalancerNodePorts: ${balancedOnly}`,
      `spec.loadBalancerClass: ${balancedOnly}`,
      'spec.healthCheckNodePort: Invalid value: 30998: may only be set when `type` is ' +
        "'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    ],
  ],
  [
    'traffic policies that do not fit',
    { externalTrafficPolicy: 'Local', trafficDistribution: 'Near' },
    [
      'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for ' +
        'externally-accessible services',
      'spec.trafficDistribution: Unsupported value: "Near": supported values: "PreferClose", ' +
        '"PreferSameZone", "PreferSameNode"',
    ],
  ],
  [
    'a node port without an address',
    { type: 'NodePort', clusterIP: 'None' },
    ['spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services'],
  ],
  [
    'an external name with an address',
    { type: 'ExternalName', clusterIP: '10.96.0.9' },
    [
      'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
      'spec.externalName: Required value',
    ],
  ],
  [
    'families that the cluster does not have',
    { ipFamilyPolicy: 'RequireDualStack', ipFamilies: ['IPv6'] },
    [
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for ' +
        'dual-stack services',
      'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster',
    ],
  ],
  [
    'an address outside of the range',
    { clusterIP: '1.2.3.4' },
    [
      'spec.clusterIPs: Invalid value: ["1.2.3.4"]: failed to allocate IP 1.2.3.4: the provided ' +
        'network does not match the current range',
    ],
  ],
  [
    'addresses of the machine itself as external ones',
    { externalIPs: ['127.0.0.1', '0.0.0.0', '169.254.1.1', '8.8.8'] },
    [
      'spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range ' +
        '(127.0.0.0/8, ::1/128)',
      'spec.externalIPs[1]: Invalid value: "0.0.0.0": may not be unspecified (0.0.0.0)',
      'spec.externalIPs[2]: Invalid value: "169.254.1.1": may not be in the link-local range ' +
        '(169.254.0.0/16, fe80::/10)',
      'spec.externalIPs[3]: Invalid value: "8.8.8": must be a valid IP address, (e.g. 10.9.8.7 or ' +
        '2001:db8::ffff)',
    ],
  ],
  [
    'an affinity that lasts no time',
    { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } },
    [
      'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 0: must be greater than ' +
        '0 and less than 86400',
    ],
  ],
];

describe('a Service is refused for', () => {
  it.each(cases)('%s', (_, spec, texts) => {
    expect(causesOf(spec)).toEqual(texts);
  });
});

describe('the address of a Service', () => {
  it('stays, also when the one field alone is changed', () => {
    const api = new ApiFixture();
    const services = '/api/v1/namespaces/default/services';
    api.create(services, service('web', {}));
    const answer = api.patch(`${services}/web`, 'merge-patch+json', {
      spec: { clusterIP: '10.96.3.3' },
    });
    expect(messageOf(answer)).toBe(
      'Service "web" is invalid: spec.clusterIPs[0]: Invalid value: ["10.96.3.3"]: may not change ' +
        'once set',
    );
  });
});
