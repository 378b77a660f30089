import { describe, expect, it } from 'vitest';
import { asciiBytes, asciiText, base64url, fromBase64url } from './base64.ts';
import { createPrng } from './prng.ts';
import { sha256, toHex } from './sha256.ts';
import { uuidV4 } from './uuid.ts';

describe('sha256', () => {
  it('gives the published digests', () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    const twoBlocks = '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1';
    const long = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq';
    expect(toHex(sha256(asciiBytes('')))).toBe(empty);
    expect(toHex(sha256(asciiBytes('abc')))).toBe(abc);
    expect(toHex(sha256(asciiBytes(long)))).toBe(twoBlocks);
  });
});

describe('text of bytes', () => {
  it('may be of any length', () => {
    const text = 'abc'.repeat(400_000);
    expect(asciiText(asciiBytes(text))).toBe(text);
  });
});

describe('base64url', () => {
  it('survives the way there and back', () => {
    for (const text of ['', 'f', 'fo', 'foo', '{"alg":"RS256"}?>~']) {
      const bytes = fromBase64url(base64url(asciiBytes(text)));
      expect(bytes && asciiText(bytes)).toBe(text);
    }
    expect(fromBase64url('not base64!')).toBeUndefined();
  });
});

describe('uuidV4', () => {
  it('has version and variant in their places', () => {
    const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const prng = createPrng(7);
    for (let i = 0; i < 50; i++) expect(uuidV4(prng)).toMatch(shape);
  });
});
