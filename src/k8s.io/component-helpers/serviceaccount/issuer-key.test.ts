import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { issuerKey } from './issuer-key.ts';
import { type LegacyClaims, legacyIssuer } from './jwt.ts';

const claims: LegacyClaims = {
  iss: legacyIssuer,
  'kubernetes.io/serviceaccount/namespace': 'default',
  'kubernetes.io/serviceaccount/secret.name': 'token',
  'kubernetes.io/serviceaccount/service-account.name': 'default',
  'kubernetes.io/serviceaccount/service-account.uid': 'uid',
  sub: 'system:serviceaccount:default:default',
};

describe('the tokens of a cluster', () => {
  const key = issuerKey(createPrng(7));
  const token = key.sign(claims);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const publicKey = createPublicKey({ key: { ...key.publicKey }, format: 'jwk' });

  it('are signed with RS256, so that anybody with the public key can verify them', () => {
    const bytes = Buffer.from(signature, 'base64url');
    expect(verify('sha256', Buffer.from(`${header}.${payload}`), publicKey, bytes)).toBe(true);
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(claims);
  });

  it('name their key by the digest of its public half', () => {
    const der = publicKey.export({ type: 'spki', format: 'der' });
    const kid = createHash('sha256').update(der).digest('base64url');
    const named = JSON.parse(Buffer.from(header, 'base64url').toString());
    expect(named).toEqual({ alg: 'RS256', kid });
    expect(key.publicKey.kid).toBe(kid);
  });

  it('are accepted again and again, and not when a letter has changed', () => {
    expect(key.verify(token)).toEqual(claims);
    expect(key.verify(token)).toEqual(claims);
    for (const at of [0, header.length + 9, token.length - 300, token.length - 1]) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(key.verify(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBeUndefined();
    }
    expect(issuerKey(createPrng(8)).verify(token)).toBeUndefined();
  });
});
