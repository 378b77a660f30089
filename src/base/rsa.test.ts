/** RSA signatures, held against Node's own. */
import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiBytes, base64url } from './base64.ts';
import { createPrng } from './prng.ts';
import { RsaKey } from './rsa.ts';

/** The public half, as OpenSSL reads it. */
const publicKey = (key: RsaKey) =>
  createPublicKey({
    key: { kty: 'RSA', n: base64url(key.modulus), e: 'AQAB' },
    format: 'jwk',
  });

describe('an RSA key made from a seed', () => {
  it('signs so that OpenSSL accepts it, whatever the seed and the message', () => {
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ maxLength: 300 }), (seed, message) => {
        const key = new RsaKey(createPrng(seed));
        const signature = key.sign(message);
        expect(verify('sha256', message, publicKey(key), signature)).toBe(true);
        expect(key.verify(message, signature)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('has a modulus of exactly 2048 bits, and is the same for the same seed', () => {
    for (let seed = 0; seed < 20; seed++) {
      const { modulus } = new RsaKey(createPrng(seed));
      expect(modulus).toHaveLength(256);
      expect(modulus[0]).toBeGreaterThan(127);
      expect(modulus).toEqual(new RsaKey(createPrng(seed)).modulus);
    }
    expect(new RsaKey(createPrng(1)).modulus).not.toEqual(new RsaKey(createPrng(2)).modulus);
  });

  it('refuses a changed message, a changed signature and the signature of another key', () => {
    const message = asciiBytes('who is it?');
    const key = new RsaKey(createPrng(1));
    const signature = key.sign(message);
    expect(key.verify(asciiBytes('who is it!'), signature)).toBe(false);
    expect(
      key.verify(
        message,
        signature.map((byte, i) => (i === 200 ? byte ^ 1 : byte)),
      ),
    ).toBe(false);
    expect(key.verify(message, signature.slice(1))).toBe(false);
    expect(key.verify(message, new Uint8Array(256).fill(255))).toBe(false);
    expect(new RsaKey(createPrng(2)).verify(message, signature)).toBe(false);
  });
});
