/**
 * The smallest plan that still breaks an invariant: inputs are left out as long as it does (delta
 * debugging), then the cluster becomes plainer.
 *
 * In: a plan and a question. Out: a plan from which no single input can be left out.
 */
import type { ClusterSpec } from '#scenarios/cluster-spec';
import type { TimedInput } from '#worker/protocol';
import type { FaultPlan } from './plan.ts';

/** Whether a smaller plan still shows it. */
export type StillBreaks = (plan: FaultPlan) => boolean;

export function shrink(plan: FaultPlan, stillBreaks: StillBreaks): FaultPlan {
  const fewer = { ...plan, inputs: fewestInputs(plan, stillBreaks) };
  const plainer = plainerCluster(fewer, stillBreaks);
  // Some inputs were for machines that are not there any more.
  return plainer.cluster === fewer.cluster
    ? fewer
    : { ...plainer, inputs: fewestInputs(plainer, stillBreaks) };
}

/** Source: Zeller, Simplifying and isolating failure-inducing input: ddmin by complements. */
function fewestInputs(plan: FaultPlan, stillBreaks: StillBreaks): readonly TimedInput[] {
  let { inputs } = plan;
  let parts = 2;
  while (inputs.length > 0) {
    const size = Math.ceil(inputs.length / parts);
    const smaller = withoutOnePart(inputs, size).find((left) =>
      stillBreaks({ ...plan, inputs: left }),
    );
    if (smaller !== undefined) {
      inputs = smaller;
      parts = Math.max(2, Math.min(parts - 1, inputs.length));
    } else if (size === 1) return inputs;
    else parts = Math.min(parts * 2, inputs.length);
  }
  return inputs;
}

function withoutOnePart(inputs: readonly TimedInput[], size: number) {
  const starts = Array.from({ length: Math.ceil(inputs.length / size) }, (_, part) => part * size);
  return starts.map((start) => inputs.toSpliced(start, size));
}

function plainerCluster(plan: FaultPlan, stillBreaks: StillBreaks): FaultPlan {
  let plainest = plan;
  for (const change of plainerChanges) {
    const spec = JSON.parse(plainest.cluster) as ClusterSpec;
    const next = { ...plainest, cluster: JSON.stringify(change(spec)) };
    if (next.cluster !== plainest.cluster && stillBreaks(next)) plainest = next;
  }
  return plainest;
}

const withoutLastNode = (spec: ClusterSpec): ClusterSpec =>
  spec.nodes.length > 1 ? { ...spec, nodes: spec.nodes.slice(0, -1) } : spec;

const plainerChanges: readonly ((spec: ClusterSpec) => ClusterSpec)[] = [
  (spec) => ({ ...spec, etcdMembers: 1 }),
  (spec) => ({ ...spec, controlPlanes: 1 }),
  (spec) => ({ ...spec, dns: false }),
  (spec) => ({ ...spec, packingScheduler: false }),
  withoutLastNode,
  withoutLastNode,
  withoutLastNode,
];
