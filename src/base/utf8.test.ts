import { describe, expect, it } from 'vitest';
import { decodeBytes, decodeUtf8, encodeUtf8 } from './utf8.ts';

describe('UTF-8', () => {
  it('is what every other program writes', () => {
    const text = 'a ß 节 🚢';
    expect(encodeUtf8(text)).toEqual(Uint8Array.from(new TextEncoder().encode(text)));
    expect(decodeUtf8(encodeUtf8(text))).toBe(text);
  });

  it('keeps the bytes of what is none, between text', () => {
    const bytes = Uint8Array.from([0xde, 0xca, 0xfe, 0xc3, 0x9f, 0xd0, 0xff, 0x61]);
    expect(decodeBytes(bytes)).toContain('ß');
    expect(encodeUtf8(decodeBytes(bytes))).toEqual(bytes);
  });

  it('reads what is no UTF-8 as the replacement character', () => {
    expect(decodeUtf8(Uint8Array.from([0x61, 0xff, 0x62, 0xe8, 0x8a]))).toBe(
      'a\ufffdb\ufffd\ufffd',
    );
  });
});
