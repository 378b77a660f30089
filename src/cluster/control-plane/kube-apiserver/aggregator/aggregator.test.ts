import { describe, expect, it } from 'vitest';
import { ApiFixture } from '../api.test.fixture.ts';

describe('the API server refuses', () => {
  it('to hand on what an aggregated server serves that cannot be reached', () => {
    const api = new ApiFixture();
    api.create('/apis/apiregistration.k8s.io/v1/apiservices', {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.things.example.com' },
      spec: {
        group: 'things.example.com',
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 10,
        insecureSkipTLSVerify: true,
        service: { namespace: 'default', name: 'gone' },
      },
    });
    api.wait(5);
    const { code, body } = api.call('GET', '/apis/things.example.com/v1/things');
    expect([code, body]).toEqual([503, 'service unavailable\n']);
  });
});
