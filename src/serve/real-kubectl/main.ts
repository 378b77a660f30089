/**
 * `npm run serve:recordings -- --kubectl FILE [--kubectl-132 FILE] [--only NAME] …`
 *
 * Plays every line of the recordings with a real kubectl against a served cluster, and says where
 * it answers other than recorded, or other than the project's own kubectl does.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecording } from '#conformance/recording';
import { readScenario, scenarioNames } from '#conformance/scenario-file';
import { readRecordingOptions, usage } from './options.ts';
import { withTable } from './page.ts';
import { playRecording } from './play-recording.ts';
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
      for (const { line, recording, own } of lines) {
        const texts = [recording, own].filter((text) => text !== undefined);
        if (texts.length > 0) say(`  kubectl ${line}`);
        for (const text of texts) say(text.replace(/^/gm, '    '));
      }
    }
    say(row(`all, kubectl ${version}`, found));
  }
  writeFileSync(pageFile, withTable(readFileSync(pageFile, 'utf8'), results));
}

function row(name: string, lines: readonly LineResult[]): string {
  const equal = (side: 'recording' | 'own'): number =>
    lines.filter((line) => line[side] === undefined).length;
  return `${name}: ${lines.length} lines, as recorded ${equal('recording')}, as our own ${equal('own')}`;
}

await main();
