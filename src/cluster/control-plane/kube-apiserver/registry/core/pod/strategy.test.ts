import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../../api.test.fixture.ts';
import { changeFaultsOf, pod } from '../../../manifests.test.fixture.ts';

const fewFields =
  /^spec: Forbidden: pod updates may not change fields other than `spec.containers\[\*\].image`/;

describe('a pod that exists', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('changes in few fields only', () => {
    expect(changeFaultsOf(api, pod({}), { spec: { hostNetwork: true } })).toEqual([
      expect.stringMatching(fewFields),
    ]);
  });
});
