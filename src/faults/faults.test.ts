/** Clusters under random work and random faults, with fixed seeds. `npm run faults` makes more. */
import { describe, expect, it } from 'vitest';
import { minute } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { hashTrace } from '#trace/trace-hash';
import { runRecording } from '#worker/run-recording';
import { planOfSeed } from './generate/plan-of-seed.ts';
import { recordingOf } from './plan.ts';
import { runPlan } from './run-plan.ts';

const size = { mostNodes: 2, mostWork: 8, mostFaults: 4, time: minute, againPercent: 0 };
const seeds = Array.from({ length: 30 }, (_, index) => index + 31);

describe('a cluster under work and faults', () => {
  it.each(seeds)('keeps its promises, and is well once it is healed: seed %i', (seed) => {
    expect(runPlan(planOfSeed(seed, size)).broken).toEqual([]);
  });

  // A link that was slow while the manager lost its lease; an orphan with a bad image; a volume
  // found by a kubelet whose runtime was away; a reboot while an address was given back; a lease
  // that was lost when all links were mended, with nobody left to start the manager.
  it.each([8_000_159, 8_000_114, 8_000_294, 8_000_483, 9_001_454])(
    'keeps them where it once did not: seed %i',
    (seed) => {
      expect(runPlan(planOfSeed(seed)).broken).toEqual([]);
    },
  );

  it('takes the same course when its recording is opened', () => {
    const plan = planOfSeed(1, size);
    const outcome = runPlan(plan);
    const { facts } = outcome;
    let opened: typeof facts = [];
    for (const slice of runRecording(recordingOf(plan, outcome), allParts)) opened = slice.facts;
    expect(opened.length).toBeGreaterThanOrEqual(facts.length);
    expect(hashTrace(opened.slice(0, facts.length))).toBe(hashTrace(facts));
  });
});
