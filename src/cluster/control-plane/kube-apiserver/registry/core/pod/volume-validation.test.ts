import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../../api.test.fixture.ts';
import { faultsOf, pod } from '../../../manifests.test.fixture.ts';

describe('a volume of a pod', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('names its secret', () => {
    expect(faultsOf(api, pod({ volumes: [{ name: 'v', secret: {} }] }))).toEqual([
      'spec.volumes[0].secret.secretName: Required value',
    ]);
  });
});
