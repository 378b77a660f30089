import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../../api.test.fixture.ts';
import { container, faultsOf } from '../../../manifests.test.fixture.ts';

describe('the resources of a container', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('request no more than their limit', () => {
    expect(
      faultsOf(api, container({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } })),
    ).toEqual([
      'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    ]);
  });
});
