import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../../api.test.fixture.ts';
import { faultsOf, pod } from '../../../manifests.test.fixture.ts';

describe('a new pod', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('needs a container', () => {
    expect(faultsOf(api, pod({ containers: [] }))).toEqual(['spec.containers: Required value']);
  });
});
