/** How much alike is enough: the ceiling less a tolerance, and what is known to be below it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SectionName, sectionNames } from './compare/sections.ts';

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
