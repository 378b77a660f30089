import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { budget, faultsOf } from '../../manifests.test.fixture.ts';

describe('a new PodDisruptionBudget', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('has one of its two limits', () => {
    expect(faultsOf(api, budget({ minAvailable: 1, maxUnavailable: 1 }))).toEqual([
      'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
    ]);
  });

  it('has a share of at most 100%', () => {
    expect(faultsOf(api, budget({ minAvailable: '101%' }))).toEqual([
      'spec.minAvailable: Invalid value: "101%": must not be greater than 100%',
    ]);
  });
});
