import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { changeFaultsOf, faultsOf, group } from '../../manifests.test.fixture.ts';

describe('a PriorityClass', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('of a user may not exceed one billion', () => {
    expect(
      faultsOf(api, group('scheduling.k8s.io/v1', 'PriorityClass', { value: 1000000001 })),
    ).toEqual(['value: Forbidden: maximum allowed value of a user defined priority is 1000000000']);
  });

  it('keeps its value', () => {
    expect(
      changeFaultsOf(api, group('scheduling.k8s.io/v1', 'PriorityClass', { value: 5 }), {
        value: 6,
      }),
    ).toEqual(['value: Forbidden: may not be changed in an update.']);
  });
});
