/**
 * The best scores of a scenario over several seeds, and the bars that they should reach: the
 * ceiling less a tolerance, and what is known to be below it.
 *
 * Chance orders names and draws in a real cluster, too: a score counts if one of the first runs
 * reaches it.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashTrace } from '#trace/trace-hash';
import { compare } from './compare/compare.ts';
import { type SectionName, type SectionResult, sectionNames } from './compare/sections.ts';
import { writeRecording } from './export/write-recording.ts';
import { readRecording } from './recording.ts';
import { defaultSeed, runScenario } from './run-scenario.ts';
import { readScenario } from './scenario-file.ts';

export interface BestScores {
  /** Of the trace of the first run. */
  readonly hash: string;
  readonly unsupported: readonly string[];
  readonly sections: Readonly<Record<SectionName, SectionResult>>;
}

const seeds = [defaultSeed, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

/** Runs seed after seed until every section has reached `least`, or all seeds were tried. */
export function bestScores(
  recordings: string,
  name: string,
  least: Readonly<Record<SectionName, number>>,
): BestScores {
  const real = readRecording(join(recordings, name));
  const scenario = readScenario(recordings, name);
  const best: Partial<Record<SectionName, SectionResult>> = {};
  let unsupported: readonly string[] = [];
  let hash: string | undefined;
  const out = mkdtempSync(join(tmpdir(), 'podyssey-conformance-'));
  for (const seed of seeds) {
    const run = runScenario(scenario, seed);
    unsupported = run.unsupported;
    hash ??= hashTrace(run.facts);
    const folder = join(out, String(seed));
    writeRecording(folder, run, scenario);
    const result = compare(real, readRecording(folder));
    for (const section of sectionNames) {
      if (result[section].score > (best[section]?.score ?? -1)) best[section] = result[section];
    }
    if (sectionNames.every((section) => (best[section]?.score ?? 0) >= least[section])) break;
  }
  rmSync(out, { recursive: true });
  return { hash: hash ?? '', unsupported, sections: best as Record<SectionName, SectionResult> };
}

/** How far below a second run of the real cluster the simulator may be. */
const tolerance = 0.02;

/** How a scenario still falls short. */
export interface Shortfall {
  /** Steps that the simulator cannot do, as a run reports them. */
  readonly unsupported: readonly string[];
  /** The best scores of the sections below the bar, rounded down to three places. */
  readonly scores: Readonly<Partial<Record<SectionName, number>>>;
}

/** The recordings that this project carries. */
export const recordings = join(import.meta.dirname, 'recordings');
export const shortfallsFile = join(import.meta.dirname, 'shortfalls.json');

/** Scenario → shortfall; a scenario that is not in it has none. */
export const readShortfalls = (): Readonly<Record<string, Shortfall>> =>
  JSON.parse(readFileSync(shortfallsFile, 'utf8'));

/** The score that each section of a scenario should have. */
export function barsOf(name: string): Readonly<Record<SectionName, number>> {
  const { scenarios } = JSON.parse(readFileSync(join(recordings, 'ceiling.json'), 'utf8')) as {
    scenarios: Readonly<Record<string, Readonly<Record<SectionName, number>>>>;
  };
  const bars = sectionNames.map((section) => [
    section,
    (scenarios[name]?.[section] ?? 1) - tolerance,
  ]);
  return Object.fromEntries(bars) as Record<SectionName, number>;
}
