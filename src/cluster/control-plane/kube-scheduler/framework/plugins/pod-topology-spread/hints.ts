/**
 * Which events can help a pod that was rejected for its spread.
 * Models isSchedulableAfterPodChange and isSchedulableAfterNodeChange of
 * kubernetes/pkg/scheduler/framework/plugins/podtopologyspread/plugin.go.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { matches } from '#k8s.io/apimachinery/labels';
import type { Constraint } from './constraints.ts';

/** A pod of the namespace started or stopped matching a constraint. */
export function podChangeHelps(
  pod: Pod,
  before: Pod | undefined,
  after: Pod | undefined,
  constraints: readonly Constraint[],
): boolean {
  const other = before ?? after;
  if (other?.metadata.namespace !== pod.metadata.namespace) return false;
  const counts = (one: Pod | undefined, { selector }: Constraint): boolean =>
    one !== undefined && matches(selector, one.metadata.labels);
  return constraints.some((constraint) => counts(before, constraint) !== counts(after, constraint));
}

/** A domain appeared or disappeared, or the node changed its domain. */
export function nodeChangeHelps(
  node: Node | undefined,
  before: Node | undefined,
  constraints: readonly Constraint[],
): boolean {
  const hasAll = (one: Node | undefined): boolean =>
    one !== undefined &&
    constraints.every(({ topologyKey }) => one.metadata.labels?.[topologyKey] !== undefined);
  if (before === undefined || node === undefined) return hasAll(node ?? before);
  if (hasAll(before) !== hasAll(node)) return true;
  const moved = constraints.some(
    ({ topologyKey }) =>
      before.metadata.labels?.[topologyKey] !== node.metadata.labels?.[topologyKey],
  );
  return hasAll(node) && (moved || before.spec.taints !== node.spec.taints);
}
