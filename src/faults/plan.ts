/**
 * A faulty run as a value: a cluster, what is done to it and when it is healed.
 *
 * In: a plan. Out: the recording of its run, which the page can open.
 */
import type { ClusterSpec } from '#scenarios/cluster-spec';
import type { Recording, TimedInput } from '#worker/protocol';
import { healingOf } from './generate/healing.ts';

/** Every faulty run begins with empty machines; the cluster is the recording's own. */
const scenario = 'empty-cluster';

export interface FaultPlan {
  readonly seed: number;
  /** JSON for `scenarios/built-cluster`. */
  readonly cluster: string;
  /** Work and faults, in the order of their moments. */
  readonly inputs: readonly TimedInput[];
  /** From here on everything is mended, and nothing breaks any more. */
  readonly healAt: number;
  /** Whether all Pods are deleted once more when everything is well, and must come back soon. */
  readonly again: boolean;
}

/** The inputs of the run with those that mend what the others broke. */
export const inputsOf = ({ inputs, healAt, cluster }: FaultPlan): readonly TimedInput[] => [
  ...inputs,
  ...healingOf(inputs, healAt, JSON.parse(cluster) as ClusterSpec),
];

/** What deletes all Pods, at a moment. */
export const deletionAt = (at: number): TimedInput => ({
  at,
  kind: 'command',
  line: 'kubectl delete pods --all --all-namespaces --wait=false',
  user: 'admin',
});

/** The run of a plan for a link: all that was done in it, and when it ended. */
export function recordingOf(
  { seed, cluster }: FaultPlan,
  { inputs, at }: { readonly inputs: readonly TimedInput[]; readonly at: number },
): Recording {
  return { scenario, seed, cluster, inputs, until: at };
}
