import { describe, expect, it } from 'vitest';
import { makeProtoAnOrdinaryKey, own } from './own.ts';
import { escapedPart, wellFormedText } from './well-formed-text.ts';

describe('a map whose keys a person chose', () => {
  it('answers only to what was put there', () => {
    expect(own({ a: 1 }, 'a')).toBe(1);
    expect(own({}, 'constructor')).toBeUndefined();
    expect(own(undefined, 'toString')).toBeUndefined();
  });

  it('keeps __proto__ as a key like any other', () => {
    makeProtoAnOrdinaryKey();
    const map: Record<string, string> = {};
    Object.assign(map, JSON.parse('{"__proto__":"x"}'));
    expect(JSON.stringify({ ...map })).toBe('{"__proto__":"x"}');
  });
});

describe('half of a surrogate pair', () => {
  it('is the replacement character, and a part of a URL may have it', () => {
    expect(wellFormedText('a\ud800b\udc00😀')).toBe('a\ufffdb\ufffd😀');
    expect(escapedPart('\ud800')).toBe('%EF%BF%BD');
  });
});
