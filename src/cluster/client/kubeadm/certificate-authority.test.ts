import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { certificateAuthority } from './certificate-authority.ts';

describe('the certificate of the authority', () => {
  const pem = certificateAuthority(createPrng(1));
  const read = new X509Certificate(pem);

  it('is one that any library reads: self-signed, of an authority, for ten years', () => {
    expect(read.subject).toBe('CN=kubernetes');
    expect(read.issuer).toBe('CN=kubernetes');
    expect(read.ca).toBe(true);
    expect(read.subjectAltName).toBe('DNS:kubernetes');
    expect(read.verify(read.publicKey)).toBe(true);
    expect(new Date(read.validFrom).toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect(new Date(read.validTo).toISOString()).toBe('2036-01-01T00:00:00.000Z');
  });

  it('is the same in each process, and another in another cluster', () => {
    expect(certificateAuthority(createPrng(1))).toBe(pem);
    expect(certificateAuthority(createPrng(2))).not.toBe(pem);
  });
});
