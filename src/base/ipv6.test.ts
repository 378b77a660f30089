import { describe, expect, it } from 'vitest';
import { canonicalIPv6 } from './ipv6.ts';

describe('the canonical form of an IPv6 address', () => {
  it.each([
    ['fe80::42:1dff:fe84:f9e2', 'fe80::42:1dff:fe84:f9e2'],
    ['FE80:0:0:0:0:0:0:0ABC', 'fe80::abc'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['::1', '::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['1::', '1::'],
    ['::ffff:10.1.2.3', '::ffff:10.1.2.3'],
  ])('of %s is %s', (address, canonical) => {
    expect(canonicalIPv6(address)).toBe(canonical);
  });
});
