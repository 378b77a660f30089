/** The simulator is as much like a real cluster as a second run of that cluster, less 0.02. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compare } from './compare/compare.ts';
import { type SectionName, sectionNames } from './compare/sections.ts';
import { writeRecording } from './export/write-recording.ts';
import { readRecording } from './recording.ts';
import { runScenario } from './run-scenario.ts';
import { readScenario, scenarioNames } from './scenario-file.ts';

const recordings = join(import.meta.dirname, 'recordings');
const tolerance = 0.02;
const { scenarios: ceiling } = JSON.parse(
  readFileSync(join(recordings, 'ceiling.json'), 'utf8'),
) as { scenarios: Record<string, Record<SectionName, number>> };

const out = mkdtempSync(join(tmpdir(), 'podyssey-conformance-'));
afterAll(() => rmSync(out, { recursive: true }));

/** Chance orders names and draws; a score counts if one of the first runs reaches it. */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

describe.each(scenarioNames(recordings))('%s', (name) => {
  const real = readRecording(join(recordings, name));
  const runs = seeds.map((seed) => {
    const folder = join(out, `${name}-${seed}`);
    const scenario = readScenario(recordings, name);
    const run = runScenario(scenario, seed);
    writeRecording(folder, run, scenario);
    return { unsupported: run.unsupported, result: compare(real, readRecording(folder)) };
  });

  it('needs nothing that the simulator cannot do', () => {
    expect(runs.flatMap(({ unsupported }) => unsupported)).toEqual([]);
  });

  it.each(sectionNames)('reaches the ceiling in %s', (section) => {
    const least = (ceiling[name]?.[section] ?? 1) - tolerance;
    const results = runs.map(({ result }) => result[section]);
    const best = results.reduce((a, b) => (b.score > a.score ? b : a));
    expect(best.score, best.differences.join('\n')).toBeGreaterThanOrEqual(least);
  });
});
