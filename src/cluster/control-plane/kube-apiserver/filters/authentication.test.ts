import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, messageOf, statusOf } from '../api.test.fixture.ts';
import { pods } from '../manifests.test.fixture.ts';

describe('a request with a bearer token that no authenticator knows', () => {
  it('is refused, and not taken for one of nobody', () => {
    const pods = '/api/v1/namespaces/default/pods';
    const headers = { authorization: 'Bearer x' };
    const answer = new ApiFixture().call('GET', pods, { user: 'anonymous', headers });
    expect([answer.code, messageOf(answer)]).toEqual([401, 'Unauthorized']);
  });
});

describe('a bearer token that nobody knows', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('is refused to list pods', () => {
    expect(
      statusOf(
        api.call('GET', pods, { user: 'anonymous', headers: { authorization: 'Bearer no' } }),
      ),
    ).toEqual([401, 'Unauthorized']);
  });
});
