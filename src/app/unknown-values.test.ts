import { describe, expect, it } from 'vitest';
import { unknownValues } from './unknown-values.ts';

describe('the values of an address', () => {
  it('that this page does not know, or that are out of range, are named', () => {
    expect(unknownValues('?theme=pink&ui=huge&speed=99&t=-1&quiz=yes&loop=a')).toEqual([
      'theme=pink',
      'ui=huge',
      'loop=a',
      'speed=99',
      't=-1',
      'quiz=yes',
    ]);
  });

  it('that it takes as they stand are not', () => {
    const taken = '?theme=dark&ui=min&depth=stages&motion=off&loop=1&speed=2&t=1.5s&autoplay=1';
    expect(unknownValues(taken)).toEqual([]);
    expect(unknownValues('?theme=&scenario=nosuch&lang=de&utm_source=mail')).toEqual([]);
  });
});
