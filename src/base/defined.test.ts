import { describe, expect, it } from 'vitest';
import { defined } from './defined.ts';

describe('the defined members of an object', () => {
  it('are those with a value, null and the empty ones too, in their order', () => {
    const members = { z: 0, b: undefined, a: '', c: null, d: false, e: undefined };
    expect(Object.entries(defined(members))).toEqual([
      ['z', 0],
      ['a', ''],
      ['c', null],
      ['d', false],
    ]);
  });

  it('leave no key behind when none has a value', () => {
    expect(Object.keys({ ...defined({ a: undefined, b: undefined }) })).toEqual([]);
  });
});
