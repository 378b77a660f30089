/**
 * Whether an Indexed Job has succeeded although not all of its indexes have. Models
 * kubernetes/pkg/controller/job/success_policy.go matchSuccessPolicy.
 */
import type { Job } from '#k8s.io/api/batch/v1';
import { type IndexSet, parseIndexes } from './index-set.ts';

/** The message of the condition for the first rule that is met; undefined when none is met. */
export function matchSuccessPolicy({ spec }: Job, succeeded: IndexSet): string | undefined {
  if (spec.successPolicy === undefined || succeeded.length === 0) return undefined;
  const done = new Set(succeeded);
  for (const [index, rule] of spec.successPolicy.rules.entries()) {
    const wanted =
      rule.succeededIndexes === undefined
        ? undefined
        : parseIndexes(rule.succeededIndexes, spec.completions ?? 0);
    const met = (wanted ?? succeeded).filter((one) => done.has(one)).length;
    const needed = rule.succeededCount ?? wanted?.length ?? Number.POSITIVE_INFINITY;
    if (met >= needed) return `Matched rules at index ${index}`;
  }
  return undefined;
}
