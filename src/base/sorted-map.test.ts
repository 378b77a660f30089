import { describe, expect, it } from 'vitest';
import { SortedMap } from './sorted-map.ts';

describe('SortedMap', () => {
  it('lists keys in byte order however they came and went', () => {
    const map = new SortedMap<number>();
    const keys = ['a/9', 'a/10', 'b/1', 'a/1', 'a/Z', 'a/b', 'a', 'c', 'a/5', 'a/7', 'a/0'];
    keys.forEach((key, index) => {
      map.set(key, index);
    });
    expect(map.under('a/').map((index) => keys[index])).toEqual(
      keys.filter((key) => key.startsWith('a/')).sort(),
    );
    map.set('a/3', 11);
    map.set('a/10', 12);
    expect(map.delete('a/9')).toBe(true);
    expect(map.delete('a/9')).toBe(false);
    expect(map.delete('a/3')).toBe(true);
    expect(map.under('a/1')).toEqual([3, 12]);
    expect(map.size).toBe(10);
  });
});
