/**
 * The spread constraints of a pod: its own, or the system's when it has none.
 * Models kubernetes/pkg/scheduler/framework/plugins/podtopologyspread common.go and plugin.go.
 */
import type { Node, Pod, TopologySpreadConstraint } from '#k8s.io/api/core/v1';
import { labelSelectorAsSelector, type Selector } from '#k8s.io/apimachinery/labels';
import { requiredNodeAffinityMatches } from '#k8s.io/component-helpers/scheduling/node-affinity';
import type { Listers } from '../../../listers.ts';
import type { NodeInfo } from '../../types/node-info.ts';
import { defaultSelector } from '../helper/default-selector.ts';
import { untoleratedTaint } from '../helper/tolerations.ts';

export interface Constraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly selector: Selector;
  readonly minDomains: number;
  readonly honorNodeAffinity: boolean;
  readonly honorNodeTaints: boolean;
}

type Action = TopologySpreadConstraint['whenUnsatisfiable'];

export const hostnameLabel = 'kubernetes.io/hostname';
const zoneLabel = 'topology.kubernetes.io/zone';

/** What the System defaulting spreads by; both only prefer. */
export const systemDefaults: readonly DefaultConstraint[] = [
  { topologyKey: hostnameLabel, maxSkew: 3, whenUnsatisfiable: 'ScheduleAnyway' },
  { topologyKey: zoneLabel, maxSkew: 5, whenUnsatisfiable: 'ScheduleAnyway' },
];

const none: readonly Constraint[] = [];

export const hasOwnConstraints = (pod: Pod): boolean =>
  (pod.spec.topologySpreadConstraints ?? []).length > 0;

/** Constraints for pods that have none of their own. */
export interface DefaultConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: Action;
}

/** The constraints with this action that hold for a pod. */
export function constraintsOf(
  pod: Pod,
  action: Action,
  listers: Listers,
  defaults: readonly DefaultConstraint[] = systemDefaults,
): readonly Constraint[] {
  const own = pod.spec.topologySpreadConstraints ?? [];
  if (own.length > 0) {
    return own.filter((constraint) => constraint.whenUnsatisfiable === action).map(read);
  }
  const wanted = defaults.filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action);
  if (wanted.length === 0) return none;
  const selector = defaultSelector(pod, listers);
  if (selector.requirements.length === 0) return none;
  return wanted.map(({ topologyKey, maxSkew }) => ({
    maxSkew,
    topologyKey,
    selector,
    minDomains: 1,
    honorNodeAffinity: true,
    honorNodeTaints: false,
  }));
}

const read = (constraint: TopologySpreadConstraint): Constraint => ({
  maxSkew: constraint.maxSkew,
  topologyKey: constraint.topologyKey,
  selector: labelSelectorAsSelector(constraint.labelSelector),
  minDomains: constraint.minDomains ?? 1,
  honorNodeAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
  honorNodeTaints: constraint.nodeTaintsPolicy === 'Honor',
});

/** Whether a node's pods count for a constraint. Source: matchNodeInclusionPolicies. */
export function includesNode(constraint: Constraint, pod: Pod, node: Node): boolean {
  if (constraint.honorNodeAffinity && !requiredNodeAffinityMatches(pod.spec, node)) return false;
  if (!constraint.honorNodeTaints) return true;
  return untoleratedTaint(node.spec.taints, pod.spec.tolerations) === undefined;
}

export const hasAllKeys = (node: NodeInfo, constraints: readonly Constraint[]): boolean =>
  constraints.every(({ topologyKey }) => node.labels[topologyKey] !== undefined);
