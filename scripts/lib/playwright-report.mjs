/**
 * What Playwright's JSON report says: how many tests passed and failed, which were left out, and
 * which passed at their second try.
 */

/**
 * @typedef {object} Test
 * @property {'expected' | 'unexpected' | 'flaky' | 'skipped'} status
 * @property {readonly { type: string, description?: string }[]} annotations
 *
 * @typedef {object} Suite
 * @property {readonly { title: string, tests: readonly Test[] }[]} [specs]
 * @property {readonly Suite[]} [suites]
 */

/**
 * A test that skips itself gives a reason. A test that did not run for another reason has failed:
 * the tests of a file stop after the first failure.
 *
 * @param {Suite | undefined} report undefined when there is none
 */
export function readPlaywright(report) {
  let passed = 0;
  let failed = 0;
  /** @type {string[]} */
  const leftOut = [];
  /** @type {string[]} */
  const again = [];
  for (const { title, test } of report === undefined ? [] : testsOf(report)) {
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
    if (test.status === 'flaky') again.push(title);
    if (test.status === 'expected' || test.status === 'flaky') passed++;
    else if (test.status === 'skipped' && reason !== undefined) leftOut.push(`${title}: ${reason}`);
    else failed++;
  }
  return { passed, failed, leftOut, again };
}

/**
 * @param {Suite} suite
 * @returns {readonly { title: string, test: Test }[]}
 */
function testsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) => tests.map((test) => ({ title, test })));
  return [...own, ...suites.flatMap(testsOf)];
}
