/**
 * The run of a plan as a link of the page, which opens at the step where an invariant broke.
 *
 * In: a plan and how its run ended. Out: an address; without inputs behind `#` when they are too
 * long for a link.
 */
import { addressOf } from '#app/address';
import { writeInputs } from '#app/shared-inputs';
import { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { Fact } from '#trace/facts';
import { type FaultPlan, recordingOf } from './plan.ts';
import type { Outcome } from './run-plan.ts';

/** `site`: where the page is. */
export async function linkOf(
  site: string,
  plan: FaultPlan,
  outcome: Outcome,
  brokenAt: FactId,
): Promise<string> {
  const recording = recordingOf(plan, outcome);
  const { inputs, cluster, until } = recording;
  const extras = {
    ...(cluster !== undefined && { cluster }),
    ...(until !== undefined && { until }),
  };
  const hash = await writeInputs(inputs, extras);
  return addressOf(site, recording, { step: stepAt(outcome.facts, brokenAt), hash });
}

/** The id of the step that the page shows at a fact. */
function stepAt(facts: readonly Fact[], id: FactId): string | undefined {
  const log = new TraceLog();
  log.append(facts.slice(0, id));
  return log.steps.at(-1)?.id;
}
