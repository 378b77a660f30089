/** The tokens of service accounts and their reviews, through the whole server. */
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { ApiFixture } from '../api.test.fixture.ts';

const issuer = 'https://kubernetes.default.svc.cluster.local';
const kinds = { apiVersion: 'authentication.k8s.io/v1' };

function tokenFor(api: ApiFixture, audiences?: readonly string[]): string {
  const body = { ...kinds, kind: 'TokenRequest', spec: { audiences } };
  const path = '/api/v1/namespaces/default/serviceaccounts/default/token';
  const made = api.call('POST', path, { body }).body as KubeObject;
  return (made.status as { readonly token: string }).token;
}

function review(api: ApiFixture, token: string, audiences?: readonly string[]): unknown {
  const body = { ...kinds, kind: 'TokenReview', spec: { token, ...(audiences && { audiences }) } };
  const made = api.call('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { body });
  return (made.body as KubeObject).status;
}

describe('a TokenReview', () => {
  const api = new ApiFixture();

  it('names the user of a token and the audiences of the API server', () => {
    expect(review(api, tokenFor(api))).toMatchObject({
      authenticated: true,
      user: { username: 'system:serviceaccount:default:default' },
      audiences: [issuer],
    });
  });

  it('answers with the audiences that were asked for and that the token has', () => {
    const token = tokenFor(api, ['vault', issuer]);
    expect(review(api, token, ['vault', 'other'])).toMatchObject({
      authenticated: true,
      audiences: ['vault'],
    });
  });

  it('refuses a token for others', () => {
    const token = tokenFor(api, ['vault']);
    const why = `token audiences ["vault"] is invalid for the target audiences ["${issuer}"]`;
    const error = `[invalid bearer token, ${why}]`;
    expect(review(api, token)).toEqual({ authenticated: false, error });
    const headers = { authorization: `Bearer ${token}` };
    const call = { user: 'anonymous', headers } as const;
    expect(api.call('GET', '/version', call).code).toBe(401);
  });
});

describe('the documents for verifiers of tokens', () => {
  const paths = ['/.well-known/openid-configuration', '/openid/v1/jwks'];

  it('are for service accounts, not for everybody', () => {
    const api = new ApiFixture();
    const headers = { authorization: `Bearer ${tokenFor(api)}` };
    for (const path of paths) {
      expect(api.call('GET', path, { user: 'anonymous' }).code).toBe(403);
      expect(api.call('GET', path, { user: 'anonymous', headers }).code).toBe(200);
      expect(api.call('POST', path, {}).code).toBe(405);
    }
  });

  it('say where the keys are, and how tokens are signed', () => {
    const { body, headers } = new ApiFixture().call('GET', paths[0] ?? '');
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect(body).toEqual({
      issuer,
      jwks_uri: 'https://172.30.0.1:6443/openid/v1/jwks',
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
  });
});
