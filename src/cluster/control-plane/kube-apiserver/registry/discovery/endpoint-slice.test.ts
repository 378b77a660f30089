import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { changeFaultsOf, faultsOf, group } from '../../manifests.test.fixture.ts';
import { RegistryFixture } from '../registry.test.fixture.ts';

let fixture: RegistryFixture;
beforeAll(() => {
  fixture = new RegistryFixture();
});
let made = 0;
function causesOf(kind: 'EndpointSlice' | 'Endpoints', content: object): readonly string[] {
  made += 1;
  const apiVersion = kind === 'Endpoints' ? 'v1' : 'discovery.k8s.io/v1';
  const result = fixture.create({ apiVersion, kind, metadata: { name: `e${made}` }, ...content });
  if (result.ok) return [];
  const causes = result.error.details?.causes ?? [];
  return causes.map(({ field, message }) => `${field}: ${message}`);
}

const loopback = 'may not be in the loopback range (127.0.0.0/8, ::1/128)';
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-'";

describe('endpoints that somebody writes', () => {
  it('are no addresses of the machine itself', () => {
    const addresses = [{ addresses: ['127.0.0.1'] }, { addresses: ['10.0.0.1'] }];
    expect(causesOf('EndpointSlice', { addressType: 'IPv4', endpoints: addresses })).toEqual([
      `endpoints[0].addresses[0]: Invalid value: "127.0.0.1": ${loopback}`,
    ]);
    const subsets = [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ port: 80 }] }];
    expect(causesOf('Endpoints', { subsets })).toEqual([
      `subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": ${loopback}`,
    ]);
  });

  it('are of the family that the slice says', () => {
    const endpoints = [{ addresses: ['fd00::1'] }];
    expect(causesOf('EndpointSlice', { addressType: 'IPv4', endpoints })).toEqual([
      'endpoints[0].addresses[0]: Invalid value: "fd00::1": must be a valid IPv4 address',
    ]);
  });

  it('have ports and hosts with names of DNS', () => {
    const endpoints = [{ addresses: ['10.0.0.1'], hostname: 'A_1' }];
    const ports = [{ name: 'Http_1', port: 80 }];
    const causes = causesOf('EndpointSlice', { addressType: 'IPv4', endpoints, ports });
    expect(causes).toHaveLength(2);
    expect(causes[0]).toContain(`endpoints[0].hostname: Invalid value: "A_1": ${label}`);
    expect(causes[1]).toContain(`ports[0].name: Invalid value: "Http_1": ${label}`);
    const subsets = [{ addresses: [{ ip: '10.0.0.1' }], ports }];
    expect(causesOf('Endpoints', { subsets })[0]).toContain('subsets[0].ports[0].name: Invalid');
  });
});

describe('an EndpointSlice', () => {
  it('has both of its lists, which are null when nothing is in them', () => {
    const slice = { apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', addressType: 'IPv4' };
    const result = fixture.create({ ...slice, metadata: { name: 'empty' }, endpoints: [] });
    expect(result.ok && result.value).toMatchObject({ endpoints: null, ports: null });
  });
});

describe('an EndpointSlice that is refused', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has an endpoint without an address', () => {
    expect(
      faultsOf(
        api,
        group('discovery.k8s.io/v1', 'EndpointSlice', {
          addressType: 'IPv4',
          endpoints: [{ addresses: [] }],
        }),
      ),
    ).toEqual(['endpoints[0].addresses: Required value: must contain at least 1 address']);
  });

  it('changes its address type', () => {
    expect(
      changeFaultsOf(
        api,
        group('discovery.k8s.io/v1', 'EndpointSlice', { addressType: 'IPv4', endpoints: [] }),
        { addressType: 'IPv6' },
      ),
    ).toEqual(['addressType: Invalid value: "IPv6": field is immutable']);
  });
});
