import { describe, expect, it } from 'vitest';
import { isGoodFor, readKeyPair } from './certificate.ts';

/** Signed by another: `openssl x509 -req` with an authority of its own. */
const signed = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBIDCBxwIUVB9GUKym1/bllY97fhtXUGSQKPwwCgYIKoZIzj0EAwIwDTELMAkG',
  'A1UEAwwCY2EwHhcNMjYxMTI5MDU0NTU5WhcNMzYxMTI2MDU0NTU5WjAZMRcwFQYD',
  'VQQDDA5zaWduZWQuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABI0W',
  'FOHaIma1KN85dqweOXTsAesKC+JN1p6Qfr62AgKp3SuGZsoPn+oQG85AF9e0M4eG',
  'CzQP53dlqutdNxzxwDYwCgYIKoZIzj0EAwIDSAAwRQIhAMlK3CIJxFw0uw48w5Oi',
  '70I78FRpf6+E8d/bJ3cvM2FrAiAUTIHmOQoaQgZSd1KpN9HSyMntMIfjbiiaU0au',
  'r2sLQA==',
  '-----END CERTIFICATE-----',
].join('\n');
const key = '-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n';

describe('a certificate in PEM', () => {
  it('says for which names it is good, and that another has signed it', () => {
    expect(readKeyPair(`${signed}\n`, key)).toEqual({
      ok: true,
      value: { selfSigned: false, names: ['signed.example'], addresses: [] },
    });
  });

  it('is good for one label in place of a star', () => {
    const certificate = { selfSigned: false, names: ['a.b', '*.shop.example'], addresses: [] };
    const names = ['a.b', 'x.shop.example', 'shop.example', 'x.y.shop.example'];
    expect(names.map((name) => isGoodFor(certificate, name))).toEqual([true, true, false, false]);
  });

  it.each([
    ['', key, 'tls: failed to find any PEM data in certificate input'],
    [
      key,
      signed,
      'tls: failed to find certificate PEM data in certificate input, but did find a private ' +
        'key; PEM inputs may have been switched',
    ],
    [
      signed.replaceAll('CERTIFICATE', 'X509 CRL'),
      key,
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM ' +
        'blocks of the following types: [X509 CRL]',
    ],
    [signed, '', 'tls: failed to find any PEM data in key input'],
    [signed, signed, 'tls: found a certificate rather than a key in the PEM for the private key'],
    [
      signed,
      key.replaceAll('PRIVATE KEY', 'PUBLIC KEY'),
      'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after ' +
        'skipping PEM blocks of the following types: [PUBLIC KEY]',
    ],
    [signed.replace('MIIBIDCBxwIU', 'MIIBIDCBxwIV'), key, 'x509: malformed certificate'],
  ])('is refused in the words of Go: %#', (certificate, itsKey, error) => {
    expect(readKeyPair(certificate, itsKey)).toEqual({ ok: false, error });
  });
});
