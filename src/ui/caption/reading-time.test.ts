import { describe, expect, it } from 'vitest';
import { readingTimeOf } from './reading-time.ts';

describe('the time for a text', () => {
  it('grows by three tenths of a second with each word', () => {
    expect(readingTimeOf('')).toBe(1200);
    expect(readingTimeOf('The API server stores the Deployment.')).toBe(1200 + 6 * 300);
  });

  it('counts every sign of Chinese and Japanese, and the Latin names between them as words', () => {
    expect(readingTimeOf('API 服务器')).toBe(1200 + 300 + 3 * 120);
  });

  it('counts a name with hyphens and a number with its unit as one word each', () => {
    expect(readingTimeOf('nginx-7f8fbb96d-bwgkf after 113 ms')).toBe(1200 + 4 * 300);
  });
});
