import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asciiBytes } from './base64.ts';
import { verifyEcdsa } from './ecdsa.ts';

const coordinate = (text = ''): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'));

function freshKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const signed = (message: Uint8Array): Uint8Array =>
    new Uint8Array(sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
  return { key: { x: coordinate(x), y: coordinate(y) }, signed };
}

describe('a signature with P-256', () => {
  it('is accepted for its message and its key alone', () => {
    const other = freshKey().key;
    for (let round = 0; round < 10; round++) {
      const { key, signed } = freshKey();
      const message = new Uint8Array(createHash('sha512').update(String(round)).digest());
      const signature = signed(message);
      expect(verifyEcdsa(key, message, signature)).toBe(true);
      expect(verifyEcdsa(other, message, signature)).toBe(false);
      expect(verifyEcdsa(key, asciiBytes('something else'), signature)).toBe(false);
      const changed = signature.map((byte, index) => (index === round ? byte ^ 1 : byte));
      expect(verifyEcdsa(key, message, changed)).toBe(false);
    }
  });

  it('is refused when its numbers are out of range, or its point is not on the curve', () => {
    const { key, signed } = freshKey();
    const message = asciiBytes('who is it?');
    const signature = signed(message);
    expect(verifyEcdsa(key, message, new Uint8Array(64))).toBe(false);
    expect(verifyEcdsa(key, message, new Uint8Array(64).fill(255))).toBe(false);
    expect(verifyEcdsa(key, message, signature.slice(1))).toBe(false);
    expect(verifyEcdsa({ x: key.y, y: key.x }, message, signature)).toBe(false);
    expect(verifyEcdsa({ ...key, y: key.y.slice(1) }, message, signature)).toBe(false);
  });

  it('is the one of RFC 7515, appendix A.3', () => {
    const key = {
      x: coordinate('f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'),
      y: coordinate('x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'),
    };
    const signed =
      'eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt' +
      'cGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
    const signature =
      'DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q';
    expect(verifyEcdsa(key, asciiBytes(signed), coordinate(signature))).toBe(true);
  });
});
