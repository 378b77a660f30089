/**
 * `npm run conformance -- DIR [--out OUT] [--only NAME] [--show SECTION] [--seed N]`
 *
 * Plays every recorded scenario below DIR in the simulator, writes what happened to OUT/NAME in
 * the recordings' own format, and prints how alike the two are, section by section.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compare } from './compare/compare.ts';
import { sectionNames } from './compare/sections.ts';
import { writeRecording } from './export/write-recording.ts';
import { readRecording } from './recording.ts';
import { defaultSeed, runScenario } from './run-scenario.ts';
import { readScenario, scenarioNames } from './scenario-file.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: 'out/conformance' },
    only: { type: 'string' },
    show: { type: 'string' },
    seed: { type: 'string', default: String(defaultSeed) },
  },
});

const directory = resolve(positionals[0] ?? join(import.meta.dirname, 'recordings'));
const out = resolve(values.out);
const names = scenarioNames(directory).filter(
  (name) => values.only === undefined || name === values.only,
);

const cells = (scores: readonly number[]): string =>
  scores.map((score) => score.toFixed(3).padStart(10)).join('');
const mean = (scores: readonly number[]): number =>
  scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);

function row(name: string): readonly number[] {
  const folder = join(out, name);
  const notes: string[] = [];
  try {
    const scenario = readScenario(directory, name);
    const run = runScenario(scenario, Number(values.seed));
    writeRecording(folder, run, scenario);
    notes.push(...run.unsupported.map((what) => `unsupported: ${what}`));
  } catch (error) {
    notes.push(`failed: ${error instanceof Error ? error.message : String(error)}`);
    console.log(`${name.padEnd(26)}${cells([...sectionNames.map(() => 0), 0])}`);
    for (const note of notes) console.log(`  ${note}`);
    return [...sectionNames.map(() => 0), 0];
  }
  const result = compare(readRecording(join(directory, name)), readRecording(folder));
  const scores = sectionNames.map((section) => result[section].score);
  console.log(`${name.padEnd(26)}${cells([...scores, mean(scores)])}`);
  for (const note of notes) console.log(`  ${note}`);
  for (const section of sectionNames) {
    if (values.show !== section && values.show !== 'all') continue;
    for (const line of result[section].differences) console.log(`  ${section} ${line}`);
  }
  return [...scores, mean(scores)];
}

console.log(
  `${'scenario'.padEnd(26)}${[...sectionNames, 'all'].map((name) => name.padStart(10)).join('')}`,
);
const rows = names.map(row);
const columns = [...sectionNames, 'all'].map((_, index) => mean(rows.map((r) => r[index] ?? 0)));
console.log(`${'mean'.padEnd(26)}${cells(columns)}`);
if (names.length === 0) {
  console.error(`There is no scenario below ${directory}.`);
  process.exitCode = 1;
}
