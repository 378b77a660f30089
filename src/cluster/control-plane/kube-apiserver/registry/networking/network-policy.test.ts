import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { faultsOf, net } from '../../manifests.test.fixture.ts';

describe('a new NetworkPolicy', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('names its peers and their address ranges', () => {
    expect(
      faultsOf(
        api,
        net('NetworkPolicy', {
          podSelector: {},
          ingress: [{ from: [{}, { ipBlock: { cidr: 'x' } }] }],
        }),
      ),
    ).toEqual([
      'spec.ingress[0].from[0]: Required value: must specify a peer',
      'spec.ingress[0].from[1].ipBlock.cidr: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ]);
  });
});
