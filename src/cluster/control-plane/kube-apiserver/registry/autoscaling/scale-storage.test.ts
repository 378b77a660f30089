import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../../api.test.fixture.ts';
import { deployments } from '../../manifests.test.fixture.ts';

describe('the scale', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('of an object that does not exist is refused', () => {
    expect(
      statusOf(
        api.patch(`${deployments}/nope/scale`, 'merge-patch+json', { spec: { replicas: 1 } }),
      ),
    ).toEqual([404, 'deployments.apps "nope" not found']);
  });
});
