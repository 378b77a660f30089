/**
 * `npm run serve:recordings -- --kubectl FILE [--kubectl-132 FILE] [--lines] [--only NAME] …`
 *
 * Plays every line of the recordings with a real kubectl against a served cluster, and says where
 * it answers other than recorded, or other than the project's own kubectl does. With `--lines` it
 * plays those of `lines/`, which nobody has recorded.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '#conformance/recording';
import { readScenario, scenarioNames } from '#conformance/scenario-file';
import { lineFiles, stepsOfFile } from './lines.ts';
import { type RecordingOptions, readRecordingOptions, usage } from './options.ts';
import { withTable } from './page.ts';
import { playLines, playRecording } from './play-recording.ts';
import { type LineResult, readResults, resultOf, writeResults } from './results.ts';

const recordings = join(import.meta.dirname, '../../conformance/recordings');

const resultsFile = join(import.meta.dirname, 'results.json');
const pageFile = join(import.meta.dirname, '../../../docs/serve.md');

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

async function main(): Promise<void> {
  const read = readRecordingOptions(process.argv.slice(2), process.env);
  if (!read.ok) {
    process.stderr.write(`${read.error}\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  const { kubectls, only, speed, seed } = read.value;
  if (read.value.lines) return await playFiles(read.value);
  const names = scenarioNames(recordings).filter((name) => only === undefined || name === only);
  const results = readResults(resultsFile);
  for (const [version, kubectl] of kubectls) {
    results[version] ??= {};
    const known = results[version];
    const found: LineResult[] = [];
    for (const name of names) {
      const recorded = readRecording(join(recordings, name)).kubectl.filter(
        ({ argv }) => argv !== undefined,
      );
      const file = readScenario(recordings, name);
      const lines = await playRecording(file, recorded, { kubectl, speed, seed });
      found.push(...lines);
      known[name] = resultOf(lines);
      writeResults(resultsFile, results);
      say(row(name, lines));
      sayDifferences(lines);
    }
    say(row(`all, kubectl ${version}`, found));
  }
  writeFileSync(pageFile, withTable(readFileSync(pageFile, 'utf8'), results));
}

/** The lines of `lines/`, in a cluster that was recorded; their results are only told. */
async function playFiles({ kubectls, only, speed, seed }: RecordingOptions): Promise<void> {
  const cluster = readScenario(recordings, 'create-deployment-3');
  for (const [version, kubectl] of kubectls) {
    const found: LineResult[] = [];
    for (const name of lineFiles().filter((each) => only === undefined || each === only)) {
      const file = { ...cluster, name, setup: [], steps: stepsOfFile(name) };
      const lines = await playLines(file, { kubectl, speed, seed });
      found.push(...lines);
      say(ownRow(name, lines));
      sayDifferences(lines);
    }
    say(ownRow(`all, kubectl ${version}`, found));
  }
}

function sayDifferences(lines: readonly LineResult[]): void {
  for (const { line, recording, own } of lines) {
    const texts = [recording, own].filter((text) => text !== undefined);
    if (texts.length > 0) say(`  kubectl ${line}`);
    for (const text of texts) say(text.replace(/^/gm, '    '));
  }
}

const equal = (lines: readonly LineResult[], side: 'recording' | 'own'): number =>
  lines.filter((line) => line[side] === undefined).length;

const ownRow = (name: string, lines: readonly LineResult[]): string =>
  `${name}: ${lines.length} lines, as our own ${equal(lines, 'own')}`;

const row = (name: string, lines: readonly LineResult[]): string =>
  `${name}: ${lines.length} lines, as recorded ${equal(lines, 'recording')}, ` +
  `as our own ${equal(lines, 'own')}`;

await main();
