import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressBelow } from './open-lesson.ts';

const page = 'https://docs.example/sub/path/';

describe('the address of a lesson', () => {
  it('is below the site, also from a frame', () => {
    const expected = `${page}lessons/a.yaml`;
    expect(addressBelow('lessons/a.yaml', page)).toBe(expected);
    expect(addressBelow('lessons/a.yaml', `${page}embed/`)).toBe(expected);
    expect(addressBelow('./lessons/a.yaml', `${page}embed/index.html?x=1`)).toBe(expected);
  });

  it.each([
    'https://other.example/a.yaml',
    '//other.example/a',
    'javascript:x',
    'data:,x',
    'http://docs.example/a',
    'https://u@docs.example/a',
    '\\\\other.example\\a',
    'blob:https://docs.example/1',
  ])('is none for %s', (path) => {
    expect(addressBelow(path, page)).toBeUndefined();
  });

  it('never leaves the origin, whatever the address contains', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'/\\:@.?#ax '.split(''), 'http:', '//') });
    fc.assert(
      fc.property(fc.oneof(letters, fc.webUrl(), fc.string()), (path) => {
        const address = addressBelow(path, page);
        return address === undefined || new URL(address).origin === 'https://docs.example';
      }),
    );
  });
});
