/**
 * `npm run faults -- [--runs N] [--minutes M] [--seed S] [--hours H] [--site URL] [--no-shrink]`
 *
 * Runs random clusters with random work and random faults, heals them and holds them against every
 * invariant. Each run that breaks one is made as small as possible and printed as a link. `--seed`
 * is the first seed, `--hours` how long work and faults go on in virtual time. After `--minutes` of
 * real time no run begins any more.
 */
import { parseArgs } from 'node:util';
import { hour, seconds } from '#base/sim-time';
import { inputWords } from '#trace/input-words';
import type { TimedInput } from '#worker/protocol';
import { type PlanSize, planOfSeed, usualSize } from './generate/plan-of-seed.ts';
import { linkOf } from './link.ts';
import type { FaultPlan } from './plan.ts';
import { type BrokenInvariant, runPlan } from './run-plan.ts';
import { shrink } from './shrink.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '50' },
    minutes: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    hours: { type: 'string' },
    site: { type: 'string', default: 'http://localhost:5173/' },
    'no-shrink': { type: 'boolean', default: false },
  },
});

/** The most inputs of a link, without those that heal. */
const mostInputs = 400;

/** More time has more work and more faults, as far as a link can hold them. */
function sizeFor(hours: string | undefined): PlanSize {
  if (hours === undefined) return usualSize;
  const time = Math.round(Number(hours) * hour);
  const factor = time / usualSize.time;
  const scaled = (count: number, share: number): number =>
    Math.max(2, Math.min(Math.round(count * factor), Math.round(mostInputs * share)));
  return {
    ...usualSize,
    mostWork: scaled(usualSize.mostWork, 0.5),
    // A fault is often two inputs: what breaks, and what mends it.
    mostFaults: scaled(usualSize.mostFaults, 0.25),
    time,
  };
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function main(): Promise<void> {
  const size = sizeFor(values.hours);
  const first = Number(values.seed);
  const most = Number(values.runs);
  const patience = Number(values.minutes) * 60;
  const begun = performance.now();
  const elapsed = (): number => Math.round((performance.now() - begun) / 1000);
  const failed: number[] = [];
  let facts = 0;
  let simulated = 0;
  let runs = 0;
  while (runs < most && elapsed() < patience) {
    const plan = planOfSeed(first + runs++, size);
    const outcome = runPlan(plan);
    facts += outcome.facts.length;
    simulated += outcome.at;
    const [broken] = outcome.broken;
    if (broken !== undefined) {
      failed.push(plan.seed);
      await report(plan, broken);
    }
    const done = `${runs} of ${most} runs, ${facts} facts, ${failed.length} failed`;
    process.stderr.write(`\r${done}, ${elapsed()} s `);
  }
  process.stderr.write('\n');
  const range = `seeds ${first} to ${first + runs - 1}`;
  const time = `${(simulated / hour).toFixed(1)} simulated hours in ${elapsed()} seconds`;
  say(`${runs} runs, ${facts} facts, ${time}, ${range}: ${failed.length} failed`);
  if (failed.length === 0) return;
  say(`failed seeds: ${failed.join(' ')}`);
  process.exitCode = 1;
}

/** The smallest plan that breaks the same invariant, its inputs and its link. */
async function report(plan: FaultPlan, broken: BrokenInvariant): Promise<void> {
  process.stderr.write('\n');
  const breaks = (smaller: FaultPlan): BrokenInvariant | undefined =>
    runPlan(smaller).broken.find(({ name }) => name === broken.name);
  let runs = 0;
  const smallest = values['no-shrink']
    ? plan
    : shrink(plan, (smaller) => {
        process.stderr.write(`\rseed ${plan.seed}: shrinking, ${++runs} runs `);
        return breaks(smaller) !== undefined;
      });
  process.stderr.write('\n');
  const outcome = runPlan(smallest);
  const shown = outcome.broken.find(({ name }) => name === broken.name) ?? broken;
  say(`seed ${plan.seed}: ${shown.name}: ${shown.message}`);
  for (const input of outcome.inputs)
    say(`  ${(input.at / seconds(1)).toFixed(6)} ${textOf(input)}`);
  say(`  ${smallest.cluster}`);
  say(`  ${await linkOf(values.site, smallest, outcome, shown.fact)}`);
}

const textOf = (input: TimedInput): string =>
  input.kind === 'command' && input.stdin !== undefined
    ? `${input.line} ${input.stdin}`
    : inputWords(input);

await main();
