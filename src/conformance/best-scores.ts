/**
 * The best scores of a scenario over several seeds.
 *
 * Chance orders names and draws in a real cluster, too: a score counts if one of the first runs
 * reaches it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
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
