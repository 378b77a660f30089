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
import { summaryOf } from './lib/summary.mjs';

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

/** @typedef {import('./lib/summary.mjs').Row} Row */

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
  rows.push({ name: 'set-up', passed: 0, failed: 1, leftOut: [], again: [], seconds });
}

for (const lanes of stages) await Promise.all(lanes.map(runLane));
const order = ['set-up', ...Object.keys(parts)];
rows.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
const { text, isGreen } = summaryOf(rows, { isDecided: process.env['CI'] === 'true' });
process.stdout.write(text);
process.exitCode = isGreen ? 0 : 1;

/** @param {readonly string[]} lane */
async function runLane(lane) {
  for (const name of lane) {
    const prepare = preparations[name];
    if (prepare === undefined && isWanted(name)) rows.push(await runPart(name));
    // A part that is run by name prepares what it needs, and reports why it cannot.
    if (prepare !== undefined && named.length === 0) await prepare().catch(() => undefined);
  }
}

/**
 * @param {string} name
 * @returns {Promise<Row>}
 */
async function runPart(name) {
  const started = performance.now();
  const { passed, failed, output, leftOut = [], again = [] } = await resultOf(name);
  if (output !== '' && (failed > 0 || named.length > 0)) {
    process.stdout.write(`\n── ${name} ──\n${output}`);
  }
  return { name, passed, failed, leftOut, again, seconds: (performance.now() - started) / 1000 };
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

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
