import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { faultsOf, limits } from '../../manifests.test.fixture.ts';

describe('a new LimitRange', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('orders minimum, defaults and maximum', () => {
    expect(
      faultsOf(
        api,
        limits({
          type: 'Container',
          min: { cpu: '2' },
          max: { cpu: '1' },
          default: { cpu: '1' },
          defaultRequest: { cpu: '1' },
        }),
      ),
    ).toEqual([
      'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
      'spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1',
      'spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
    ]);
  });

  it('has each type once, and no defaults for pods', () => {
    expect(
      faultsOf(
        api,
        limits({ type: 'Pod', max: { cpu: '1' } }, { type: 'Pod', default: { cpu: '1' } }),
      ),
    ).toEqual([
      'spec.limits[1].type: Duplicate value: "Pod"',
      "spec.limits[1].default: Forbidden: may not be specified when `type` is 'Pod'",
    ]);
  });

  it('limits the storage of claims', () => {
    expect(faultsOf(api, limits({ type: 'PersistentVolumeClaim' }))).toEqual([
      'spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
    ]);
  });
});
