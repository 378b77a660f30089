import { describe, expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

describe('UTF-8', () => {
  it('is what every other program writes', () => {
    const text = 'a ß 节 🚢';
    expect(encodeUtf8(text)).toEqual(Uint8Array.from(new TextEncoder().encode(text)));
    expect(decodeUtf8(encodeUtf8(text))).toBe(text);
  });

  it('reads what is no UTF-8 as the replacement character', () => {
    expect(decodeUtf8(Uint8Array.from([0x61, 0xff, 0x62, 0xe8, 0x8a]))).toBe(
      'a\ufffdb\ufffd\ufffd',
    );
  });
});
