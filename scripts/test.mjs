/**
 * `npm test`: everything that must hold, counted on the last line.
 *
 * `npm test -- unit e2e` runs the named parts only; what follows the names goes to the last of them.
 * Uses nothing but Node until the packages are installed.
 */
import { enginesToLeaveOut, ensureBrowsers } from './lib/browsers.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { prepareHosts } from './lib/hosts.mjs';
import { parts } from './lib/parts.mjs';

/**
 * Stages follow each other; the lanes of a stage run at the same time, a lane is run in order.
 * Each stage fills two cores. The browser runs alone: beside other work it is slow.
 */
const stages = [
  [
    ['format', 'lint', 'types', 'tidy'],
    ['build', 'size', 'release'],
  ],
  [['unit'], ['conformance'], ['hosts']],
  [['e2e']],
];

/** @type {Record<string, () => Promise<void>>} What the parts of a later stage need; no part itself. */
const preparations = { hosts: prepareHosts };

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} leftOut what could not be tested here: a line for each
 * @property {number} seconds
 */

/** What is left out is never a pass: skipped where somebody works, failed where it is decided. */
const mayLeaveOut = process.env['CI'] !== 'true';

const { named, args } = readArguments(process.argv.slice(2));
/** @type {Row[]} */
const rows = [];

try {
  await ensureDependencies();
  if (isWanted('e2e')) {
    await ensureBrowsers();
    // Beside the first stages; the browser tests wait for it.
    void enginesToLeaveOut();
  }
} catch (error) {
  process.stdout.write(`${messageOf(error)}\n`);
  const seconds = process.uptime();
  rows.push({ name: 'set-up', passed: 0, failed: 1, leftOut: [], seconds });
}

for (const lanes of stages) await Promise.all(lanes.map(runLane));
sayWhatIsLeftOut();
printTable();

/** @param {readonly string[]} lane */
async function runLane(lane) {
  for (const name of lane) {
    const prepare = preparations[name];
    if (prepare === undefined && isWanted(name)) rows.push(await runPart(name));
    // A part that is run by its name makes what it needs.
    if (prepare !== undefined && named.length === 0) await prepare();
  }
}

/**
 * @param {string} name
 * @returns {Promise<Row>}
 */
async function runPart(name) {
  const started = performance.now();
  const { passed, failed, output, leftOut = [] } = await resultOf(name);
  if (output !== '' && (failed > 0 || named.length > 0)) {
    process.stdout.write(`\n── ${name} ──\n${output}`);
  }
  return { name, passed, failed, leftOut, seconds: (performance.now() - started) / 1000 };
}

// A part that throws has failed; the others still run.
async function resultOf(/** @type {string} */ name) {
  try {
    const part = parts[name];
    if (part === undefined) throw new Error(`There is no part named ${name}.`);
    return await part({ live: named.length > 0, args: name === named.at(-1) ? args : [] });
  } catch (error) {
    return { passed: 0, failed: 1, output: `${messageOf(error)}\n` };
  }
}

function sayWhatIsLeftOut() {
  const lines = rows.flatMap(({ leftOut }) => leftOut);
  if (lines.length > 0)
    process.stdout.write(`\n${lines.map((line) => `LEFT OUT: ${line}\n`).join('')}`);
}

function isWanted(/** @type {string} */ name) {
  return named.length === 0 || named.includes(name);
}

/** @param {readonly string[]} words */
function readArguments(words) {
  const end = words.findIndex((word) => parts[word] === undefined);
  const count = end === -1 ? words.length : end;
  if (count === 0 && words.length > 0) {
    process.stdout.write(`There is no part named ${words[0]}: ${Object.keys(parts).join(', ')}.\n`);
    process.exit(2);
  }
  return { named: words.slice(0, count), args: words.slice(count) };
}

function printTable() {
  const line = (/** @type {readonly (string | number)[]} */ [name, ...numbers]) =>
    `${String(name).padEnd(12)}${numbers.map((cell) => String(cell).padStart(9)).join('')}\n`;
  const sum = (/** @type {(row: Row) => number} */ count) =>
    rows.reduce((n, row) => n + count(row), 0);
  const failedIn = (/** @type {Row} */ { failed, leftOut }) =>
    mayLeaveOut ? failed : failed + leftOut.length;
  process.stdout.write(`\n${line(['part', 'passed', 'failed', 'seconds'])}`);
  const order = ['set-up', ...Object.keys(parts)];
  rows.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  for (const row of rows) {
    process.stdout.write(line([row.name, row.passed, failedIn(row), row.seconds.toFixed(1)]));
  }
  const failed = sum(failedIn);
  const skipped = mayLeaveOut ? sum(({ leftOut }) => leftOut.length) : 0;
  const more = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(`${sum(({ passed }) => passed)} passed, ${failed} failed${more}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
