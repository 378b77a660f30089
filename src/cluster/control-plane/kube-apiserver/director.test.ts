import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture, statusOf } from './api.test.fixture.ts';
import { deploymentNamed, deployments } from './manifests.test.fixture.ts';

describe('a path', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('of a subresource does not serve every method', () => {
    expect(statusOf(api.create(`${deployments}/x/status`, deploymentNamed('x')))).toEqual([
      405,
      'the server does not allow this method on the requested resource',
    ]);
  });

  it('of a whole collection does not serve every method', () => {
    expect(statusOf(api.call('DELETE', '/api/v1/namespaces'))).toEqual([
      405,
      'the server does not allow this method on the requested resource',
    ]);
  });

  it('that nobody serves is not found', () => {
    expect(statusOf(api.call('GET', '/apis/nope'))).toEqual([404, '404 page not found\n']);
  });
});
