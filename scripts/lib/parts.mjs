/**
 * The parts of `npm test`, each by its name: what it runs and how it counts its tests.
 *
 * A part never throws for a failing test. A tool that breaks, or that finds no test, is a failure.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enginesToLeaveOut } from './browsers.mjs';
import { run, runPackage } from './command.mjs';
import { readPlaywright } from './playwright-report.mjs';
import { measureBudgets } from './size.mjs';

/**
 * @typedef {object} Result
 * @property {number} passed
 * @property {number} failed
 * @property {string} output
 * @property {readonly string[]} [leftOut] what could not be tested here and why, a line for each
 * @property {readonly string[]} [again] what passed only at its second try, a line for each
 *
 * @typedef {object} Context
 * @property {boolean} live print as it goes
 * @property {readonly string[]} args extra arguments for the tool
 *
 * @typedef {(context: Context) => Promise<Result>} Part
 */

/** @type {Record<string, Part>} */
export const parts = {
  format: check('@biomejs/biome/bin/biome', [
    'ci',
    '--linter-enabled=false',
    '--assist-enabled=false',
  ]),
  // Its rules that infer types read the modules in parallel, and have answered differently twice.
  lint: withSecondTry(
    'lint',
    check('@biomejs/biome/bin/biome', ['ci', '--formatter-enabled=false', '--error-on-warnings']),
  ),
  types: async (context) => {
    const whole = await check('typescript/bin/tsc', ['--noEmit'])(context);
    const simulation = check('typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.simulation.json']);
    return add(whole, await simulation(context));
  },
  tidy: vitest(['tidy']),
  unit: vitest(['simulation', 'interface', 'scripts']),
  conformance: vitest(['conformance']),
  build: check('vite/bin/vite.js', ['build']),
  size: async () => {
    const budgets = measureBudgets();
    const passed = budgets.filter(({ size, limit }) => size <= limit).length;
    const lines = budgets.map(
      ({ name, size, limit }) => `${name}: ${kib(size)} of ${kib(limit)} KiB gzip\n`,
    );
    return { passed, failed: budgets.length - passed, output: lines.join('') };
  },
  // What people take home: the page as one file, and the zip with everything.
  release: async (context) => {
    const single = await check('tsx/dist/cli.mjs', ['scripts/build-single.ts'])(context);
    if (single.failed > 0) return single;
    const { code, output } = await run(process.execPath, ['scripts/release.mjs'], context);
    return { passed: code === 0 ? 2 : 1, failed: code === 0 ? 0 : 1, output };
  },
  e2e: playwright,
};

/**
 * A tool that says yes or no counts as one test.
 *
 * @param {string} entry
 * @param {readonly string[]} args
 * @returns {Part}
 */
function check(entry, args) {
  return async ({ live, args: more }) => {
    const { code, output } = await runPackage(entry, [...args, ...more], { live });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  };
}

/**
 * Where a change is decided, what failed is tried once more; the summary names it.
 *
 * @param {string} name
 * @param {Part} part
 * @returns {Part}
 */
export function withSecondTry(name, part) {
  return async (context) => {
    const first = await part(context);
    if (first.failed === 0 || process.env['CI'] !== 'true') return first;
    const second = await part(context);
    const said = first.output.trimEnd().split('\n').at(-1) ?? '';
    return { ...second, again: second.failed === 0 ? [`${name}: ${said}`] : [] };
  };
}

/**
 * @param {readonly string[]} projects
 * @returns {Part}
 */
function vitest(projects) {
  return ({ live, args }) =>
    withReportFile(async (file) => {
      const { code, output } = await runPackage(
        'vitest/vitest.mjs',
        [
          'run',
          ...projects.flatMap((project) => ['--project', project]),
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${file}`,
          ...args,
        ],
        { live },
      );
      const report = readReport(file);
      const passed = report?.numPassedTests ?? 0;
      const failed = (report?.numTotalTests ?? 0) - passed + brokenFiles(report);
      return settle(passed, failed, code, output);
    });
}

// A test file that does not load has no tests to count; it counts as one failure.
function brokenFiles(
  /** @type {{ testResults: { status: string, assertionResults: unknown[] }[] } | undefined} */ report,
) {
  const results = report?.testResults ?? [];
  return results.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
}

/**
 * The engines that are here and can be driven; the others are left out.
 *
 * @type {Part}
 */
async function playwright({ live, args }) {
  const { Chromium: noChromium, ...others } = await enginesToLeaveOut();
  if (noChromium !== undefined) {
    return { passed: 0, failed: 1, output: `Nothing was tested in a browser: ${noChromium}\n` };
  }
  return withReportFile(async (file) => {
    const env = {
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      E2E_PORT: String(await freePort()),
      E2E_WITHOUT: Object.keys(others).join(','),
    };
    const { code, output } = await runPackage(
      '@playwright/test/cli.js',
      ['test', '--reporter=list,json', ...args],
      { live, env },
    );
    const { passed, failed, leftOut, again } = readPlaywright(readReport(file));
    return {
      again,
      ...settle(passed, failed, code, output),
      leftOut: [...Object.values(others), ...leftOut],
    };
  });
}

// A tool that failed without a failing test, or that found no test, has failed all the same.
function settle(
  /** @type {number} */ passed,
  /** @type {number} */ failed,
  /** @type {number} */ code,
  /** @type {string} */ output,
) {
  const broken = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: broken ? 1 : failed, output };
}

/**
 * @param {Result} a
 * @param {Result} b
 * @returns {Result}
 */
function add(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    output: a.output + b.output,
  };
}

/** @param {(file: string) => Promise<Result>} use */
async function withReportFile(use) {
  const folder = mkdtempSync(join(tmpdir(), 'podyssey-'));
  try {
    return await use(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(/** @type {string} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

function kib(/** @type {number} */ bytes) {
  return (bytes / 1024).toFixed(1);
}
