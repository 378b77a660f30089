import { expect, it } from 'vitest';
import { readExtras, readInputs } from '#app/shared-inputs';
import { minute } from '#base/sim-time';
import { planOfSeed } from './generate/plan-of-seed.ts';
import { linkOf } from './link.ts';
import { runPlan } from './run-plan.ts';

it('a link has the whole run, and the step at which it opens', async () => {
  const size = { mostNodes: 1, mostWork: 4, mostFaults: 4, time: minute, againPercent: 100 };
  const plan = planOfSeed(4, size);
  const outcome = runPlan(plan);
  const link = new URL(await linkOf('https://site.test/', plan, outcome, outcome.facts.length));
  expect(link.searchParams.get('scenario')).toBe('empty-cluster');
  expect(link.searchParams.get('seed')).toBe('4');
  expect(link.searchParams.get('step')).toMatch(/^[a-z].*\/.+/);
  expect(await readInputs(link.hash)).toEqual(outcome.inputs);
  expect(outcome.inputs.at(-1)).toMatchObject({ line: expect.stringContaining('delete pods') });
  expect(await readExtras(link.hash)).toEqual({ cluster: plan.cluster, until: outcome.at });
});
