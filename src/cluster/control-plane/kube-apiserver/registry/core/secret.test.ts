import { beforeAll, describe, expect, it } from 'vitest';
import { ApiFixture } from '../../api.test.fixture.ts';
import { faultsOf, secret } from '../../manifests.test.fixture.ts';

describe('a new Secret', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('of type TLS has a certificate and a key', () => {
    expect(faultsOf(api, secret('kubernetes.io/tls'))).toEqual([
      'data[tls.crt]: Required value',
      'data[tls.key]: Required value',
    ]);
  });

  it('of a service account token names its account', () => {
    expect(faultsOf(api, secret('kubernetes.io/service-account-token'))).toEqual([
      'metadata.annotations[kubernetes.io/service-account.name]: Required value',
    ]);
  });
});

describe('a Secret', () => {
  it('that is written as text becomes data', () => {
    const api = new ApiFixture();
    const path = '/api/v1/namespaces/default/secrets';
    const metadata = { name: 'login' };
    api.create(path, { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { user: 'me' } });
    const made = api.call('GET', `${path}/login`).body;
    expect(made).toMatchObject({ data: { user: 'bWU=' } });
    expect(made).not.toHaveProperty('stringData');
    api.patch(`${path}/login`, 'merge-patch+json', { stringData: { user: 'you' } });
    expect(api.call('GET', `${path}/login`).body).toMatchObject({ data: { user: 'eW91' } });
  });
});
