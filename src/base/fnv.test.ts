import { describe, expect, it } from 'vitest';
import { fnv1a32, fnv1a32Bytes } from './fnv.ts';

describe('fnv1a32', () => {
  it('gives the published values of FNV-1a', () => {
    expect(fnv1a32('')).toBe(0x811c9dc5);
    expect(fnv1a32('a')).toBe(0xe40c292c);
    expect(fnv1a32('foobar')).toBe(0xbf9cf968);
  });

  it('hashes text as the UTF-8 bytes that Go would see', () => {
    const text = 'größe 节点 🚢';
    expect(fnv1a32(text)).toBe(fnv1a32Bytes(new TextEncoder().encode(text)));
  });

  it('continues from an earlier state', () => {
    expect(fnv1a32('bar', fnv1a32('foo'))).toBe(fnv1a32('foobar'));
  });
});
