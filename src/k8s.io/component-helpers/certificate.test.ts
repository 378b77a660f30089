import { describe, expect, it } from 'vitest';
import { pemBlocks } from '#base/pem';
import { parseCertificate } from './certificate.ts';
import { authorityOne, noAuthority } from './certificates.fixture.ts';

const bytesOf = (pem: string): Uint8Array => pemBlocks(pem)[0]?.bytes ?? new Uint8Array();

describe('a certificate', () => {
  it('says in its basic constraints whether it is that of an authority', () => {
    expect(parseCertificate(bytesOf(authorityOne))).toEqual({ isAuthority: true });
    expect(parseCertificate(bytesOf(noAuthority))).toEqual({ isAuthority: false });
  });

  it('is nothing else, and not cut off, and has nothing behind it', () => {
    const whole = bytesOf(authorityOne);
    expect(parseCertificate(Uint8Array.of())).toBeUndefined();
    expect(parseCertificate(Uint8Array.of(0x30, 0x00))).toBeUndefined();
    expect(parseCertificate(whole.subarray(0, -1))).toBeUndefined();
    expect(parseCertificate(Uint8Array.of(...whole, 0x05, 0x00))).toBeUndefined();
  });
});
