import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { changeFaultsOf, core, faultsOf } from '../../manifests.test.fixture.ts';

describe('a Node', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has taints with known effects', () => {
    expect(
      faultsOf(api, core('Node', { spec: { taints: [{ key: 'a', effect: 'Never' }] } })),
    ).toEqual([
      'metadata.taints[0].effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    ]);
  });

  it('keeps its pod range', () => {
    expect(
      changeFaultsOf(
        api,
        core('Node', { spec: { podCIDR: '10.244.0.0/24', podCIDRs: ['10.244.0.0/24'] } }),
        { spec: { podCIDR: '10.244.1.0/24', podCIDRs: ['10.244.1.0/24'] } },
      ),
    ).toEqual([
      'spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid',
    ]);
  });
});
