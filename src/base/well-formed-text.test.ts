import { describe, expect, it } from 'vitest';
import { escapedSegment } from './well-formed-text.ts';

describe('a segment of a path', () => {
  it.each([
    ['system:node:worker-1', 'system:node:worker-1'],
    ['a@b$c&d+e,f;g=h~', 'a@b$c&d+e,f;g=h~'],
    ['?', '%3F'],
    ['a b#c', 'a%20b%23c'],
    ["!*'()", '%21%2A%27%28%29'],
    ['€$', '%E2%82%AC$'],
    ['\ud800', '%EF%BF%BD'],
  ])('%s is written %s, as Go writes it', (text, written) => {
    expect(escapedSegment(text)).toBe(written);
  });
});
