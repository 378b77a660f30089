import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, messageOf, statusOf } from '../api.test.fixture.ts';
import { pods } from '../manifests.test.fixture.ts';

describe('a user whom no authorizer allows what they ask', () => {
  it('is told the path, where it is that of no resource', () => {
    const answer = new ApiFixture().call('GET', '/metrics', { user: 'alice' });
    expect([answer.code, messageOf(answer)]).toEqual([
      403,
      'forbidden: User "alice" cannot get path "/metrics"',
    ]);
  });
});

describe('an answer of the authorization filter', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('names resource and namespace', () => {
    expect(statusOf(api.call('GET', pods, { user: 'alice' }))).toEqual([
      403,
      'pods is forbidden: User "alice" cannot list resource "pods" in API group "" ' +
        'in the namespace "default"',
    ]);
  });

  it('names the cluster scope', () => {
    expect(statusOf(api.call('GET', '/api/v1/nodes', { user: 'alice' }))).toEqual([
      403,
      'nodes is forbidden: User "alice" cannot list resource "nodes" in API group "" at the cluster scope',
    ]);
  });

  it('names the path and the anonymous user', () => {
    expect(statusOf(api.call('GET', '/metrics', { user: 'anonymous' }))).toEqual([
      403,
      'forbidden: User "system:anonymous" cannot get path "/metrics"',
    ]);
  });
});
