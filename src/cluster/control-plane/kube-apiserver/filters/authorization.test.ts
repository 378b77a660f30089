import { describe, expect, it } from 'vitest';
import { ApiFixture, messageOf } from '../api.test.fixture.ts';

describe('a user whom no authorizer allows what they ask', () => {
  it('is told the path, where it is that of no resource', () => {
    const answer = new ApiFixture().call('GET', '/metrics', { user: 'alice' });
    expect([answer.code, messageOf(answer)]).toEqual([
      403,
      'forbidden: User "alice" cannot get path "/metrics"',
    ]);
  });
});
