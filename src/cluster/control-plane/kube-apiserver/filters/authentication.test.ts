import { describe, expect, it } from 'vitest';
import { ApiFixture, messageOf } from '../api.test.fixture.ts';

describe('a request with a bearer token that no authenticator knows', () => {
  it('is refused, and not taken for one of nobody', () => {
    const pods = '/api/v1/namespaces/default/pods';
    const headers = { authorization: 'Bearer x' };
    const answer = new ApiFixture().call('GET', pods, { user: 'anonymous', headers });
    expect([answer.code, messageOf(answer)]).toEqual([401, 'Unauthorized']);
  });
});
