/** Counting the tests of Playwright's report. */
import { describe, expect, it } from 'vitest';
import { readPlaywright } from './playwright-report.mjs';

type Test = Parameters<typeof suiteOf>[1];
function suiteOf(
  title: string,
  test: {
    readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  },
) {
  return { specs: [{ title, tests: [test] }] };
}
const countOf = (test: Test) => readPlaywright({ suites: [suiteOf('a site of Hugo', test)] });

describe('a test of the browser', () => {
  it('has passed when it came out as expected', () => {
    expect(countOf({ status: 'expected', annotations: [] }).passed).toBe(1);
  });

  it('has passed, and is named, when it passed only the second time', () => {
    const { passed, again } = countOf({ status: 'flaky', annotations: [] });
    expect({ passed, again }).toEqual({ passed: 1, again: ['a site of Hugo'] });
  });

  it('is left out, with its reason, when it says so itself', () => {
    const annotations = [{ type: 'skip', description: 'hugo is not on PATH' }];
    expect(countOf({ status: 'skipped', annotations })).toEqual({
      passed: 0,
      failed: 0,
      leftOut: ['a site of Hugo: hugo is not on PATH'],
      again: [],
    });
  });

  it('has failed when it did not run, or gives no reason', () => {
    expect(countOf({ status: 'skipped', annotations: [] }).failed).toBe(1);
    expect(countOf({ status: 'skipped', annotations: [{ type: 'skip' }] }).failed).toBe(1);
  });

  it('is found in suites of suites', () => {
    const inner = suiteOf('one', { status: 'unexpected', annotations: [] });
    expect(readPlaywright({ suites: [{ suites: [inner] }, inner] }).failed).toBe(2);
  });
});

it('without a report nothing is counted', () => {
  expect(readPlaywright(undefined)).toEqual({ passed: 0, failed: 0, leftOut: [], again: [] });
});
