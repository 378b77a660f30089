/** The end of `npm test`. */
import { describe, expect, it } from 'vitest';
import { summaryOf } from './summary.mjs';

const none = { leftOut: [], again: [] };
const unit = { ...none, name: 'unit', passed: 20, failed: 0, seconds: 1.25 };
const left = ['Firefox is too old'];
const e2e = { ...none, name: 'e2e', passed: 3, failed: 1, leftOut: left, seconds: 2 };
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);

describe('the last line', () => {
  it('counts what passed and failed, and nothing else when all was tested', () => {
    const { text, isGreen } = summaryOf([unit], { isDecided: false });
    expect(lastLine(text)).toBe('20 passed, 0 failed');
    expect(text).not.toContain('LEFT OUT');
    expect(isGreen).toBe(true);
  });

  it('counts what was left out as skipped where somebody works', () => {
    const withoutFirefox = { ...e2e, failed: 0 };
    const { text, isGreen } = summaryOf([unit, withoutFirefox], { isDecided: false });
    expect(text).toContain('LEFT OUT: Firefox is too old\n');
    expect(lastLine(text)).toBe('23 passed, 0 failed, 1 skipped');
    expect(isGreen).toBe(true);
  });

  it('counts each thing that was left out as one failure where it is decided', () => {
    const { text, isGreen } = summaryOf([unit, e2e], { isDecided: true });
    expect(text).toContain('LEFT OUT: Firefox is too old\n');
    expect(lastLine(text)).toBe('23 passed, 2 failed');
    expect(isGreen).toBe(false);
  });
});

it('what passed at its second try is named above the table', () => {
  const shaky = { ...unit, again: ['a frame works'] };
  const { text, isGreen } = summaryOf([shaky], { isDecided: true });
  expect(text).toContain('SECOND TRY: a frame works\n');
  expect(isGreen).toBe(true);
});

it('the table has a row for each part', () => {
  const { text } = summaryOf([unit, e2e], { isDecided: false });
  expect(text).toContain(
    [
      'part           passed   failed  seconds',
      'unit               20        0      1.3',
      'e2e                 3        1      2.0',
    ].join('\n'),
  );
});
