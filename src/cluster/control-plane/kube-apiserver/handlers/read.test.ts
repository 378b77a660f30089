import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { deployments } from '../manifests.test.fixture.ts';

describe('reading an object', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('that does not exist is refused', () => {
    expect(statusOf(api.call('GET', `${deployments}/nope`))).toEqual([
      404,
      'deployments.apps "nope" not found',
    ]);
  });
});
