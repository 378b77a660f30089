/**
 * The simulator is as much like a real cluster as a second run of that cluster, less 0.02.
 *
 * `shortfalls.json` lists what is not there yet, with the score that it has and must keep.
 */
import { describe, expect, it } from 'vitest';
import { hashTrace } from '#trace/trace-hash';
import { barsOf, bestScores, readShortfalls, recordings } from './best-scores.ts';
import { sectionNames } from './compare/sections.ts';
import { defaultSeed, runScenario } from './run-scenario.ts';
import { readScenario, scenarioNames } from './scenario-file.ts';

const shortfalls = readShortfalls();

describe.each(scenarioNames(recordings))('%s', (name) => {
  const known = shortfalls[name] ?? { unsupported: [], scores: {} };
  const least = { ...barsOf(name), ...known.scores };
  const { hash, unsupported, sections } = bestScores(recordings, name, least);

  it('needs nothing that the simulator cannot do', () => {
    expect(unsupported).toEqual(known.unsupported);
  });

  it('leaves the same trace when it is played again', () => {
    const { facts } = runScenario(readScenario(recordings, name), defaultSeed);
    expect(hashTrace(facts)).toBe(hash);
  });

  it.each(sectionNames)('reaches the ceiling in %s', (section) => {
    const { score, differences } = sections[section];
    expect(score, differences.join('\n')).toBeGreaterThanOrEqual(least[section]);
  });
});
