import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { changeFaultsOf, faultsOf, net } from '../../manifests.test.fixture.ts';

const parentRef = { group: 'mygroup', resource: 'things', name: 'it' };
const ipAddress = (name: string, spec: object = { parentRef }) => ({
  ...net('IPAddress', spec),
  metadata: { name },
});

describe('an IPAddress', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has an address of either family as its name, in its one form', () => {
    const path = '/apis/networking.k8s.io/v1/ipaddresses';
    for (const name of ['255.255.255.255', 'fe80::42:1dff:fe84:f9e2']) {
      expect(api.create(path, ipAddress(name)).code).toBe(201);
    }
    expect(faultsOf(api, ipAddress('fe80:0::1'))).toEqual([
      'metadata.name: Invalid value: "fe80:0::1": must be in canonical form ("fe80::1")',
    ]);
    expect(faultsOf(api, ipAddress('::ffff:10.0.0.1'))).toEqual([
      'metadata.name: Invalid value: "::ffff:10.0.0.1": must not be an IPv4-mapped IPv6 address',
    ]);
    expect(faultsOf(api, ipAddress('web'))).toEqual([
      'metadata.name: Invalid value: "web": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ]);
  });

  it('belongs to an object', () => {
    expect(faultsOf(api, ipAddress('10.0.0.1', {}))).toEqual(['spec.parentRef: Required value']);
    expect(faultsOf(api, ipAddress('10.0.0.1', { parentRef: { resource: 'a/b' } }))).toEqual([
      'spec.parentRef.resource: Invalid value: "a/b": may not contain \'/\'',
      'spec.parentRef.name: Required value',
    ]);
  });
});

describe('a ServiceCIDR', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has one range, or one of each family', () => {
    const ranges = (...cidrs: readonly string[]) => faultsOf(api, net('ServiceCIDR', { cidrs }));
    expect(ranges()).toEqual(['spec.cidrs: Required value: at least one CIDR required']);
    expect(ranges('10.1.0.0/16', '10.2.0.0/16')).toEqual([
      'spec.cidrs: Invalid value: ["10.1.0.0/16","10.2.0.0/16"]: may specify no more than one IP ' +
        'for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
    ]);
  });

  it('keeps its range when it gets a second one', () => {
    const before = net('ServiceCIDR', { cidrs: ['10.1.0.0/16'] });
    const after = { spec: { cidrs: ['10.2.0.0/16', '2001:db8::/64'] } };
    expect(changeFaultsOf(api, before, after)).toEqual([
      'spec.cidrs[0]: Invalid value: "10.2.0.0/16": field is immutable',
    ]);
  });
});
