/** What `npm test` says at its end: what was left out, a table of its parts, and the last line. */

/**
 * @typedef {object} Row
 * @property {string} name of a part
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} leftOut what could not be tested here and why: a line for each
 * @property {readonly string[]} again what passed only at its second try: a line for each
 * @property {number} seconds
 *
 * @typedef {object} Summary
 * @property {string} text its last line reads `N passed, N failed`; `, N skipped` follows when there
 *   are any
 * @property {boolean} isGreen
 */

/**
 * What is left out is never a pass: it is skipped where somebody works, and has failed where it is
 * decided whether a change is good.
 *
 * @param {readonly Row[]} rows
 * @param {{ isDecided: boolean }} where
 * @returns {Summary}
 */
export function summaryOf(rows, { isDecided }) {
  const failedIn = (/** @type {Row} */ { failed, leftOut }) =>
    isDecided ? failed + leftOut.length : failed;
  const passed = sum(rows, (row) => row.passed);
  const failed = sum(rows, failedIn);
  const leftOut = rows.flatMap((row) => row.leftOut).map((words) => `LEFT OUT: ${words}\n`);
  const again = rows.flatMap((row) => row.again).map((name) => `SECOND TRY: ${name}\n`);
  const skipped = isDecided ? 0 : leftOut.length;
  const table = [
    line('part', 'passed', 'failed', 'seconds'),
    ...rows.map((row) => line(row.name, row.passed, failedIn(row), row.seconds.toFixed(1))),
  ];
  const last = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`;
  const blocks = [leftOut, again, [...table, last]].filter(({ length }) => length > 0);
  return { text: blocks.map((lines) => `\n${lines.join('')}`).join(''), isGreen: failed === 0 };
}

/** @param {string} name @param {readonly (string | number)[]} numbers */
function line(name, ...numbers) {
  return `${name.padEnd(12)}${numbers.map((cell) => String(cell).padStart(9)).join('')}\n`;
}

/** @param {readonly Row[]} rows @param {(row: Row) => number} count */
function sum(rows, count) {
  return rows.reduce((total, row) => total + count(row), 0);
}
