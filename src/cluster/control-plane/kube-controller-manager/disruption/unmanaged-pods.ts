/**
 * What a budget is told of pods without a controller.
 * Models kubernetes/pkg/controller/disruption/disruption.go trySync, and how a LabelSelector
 * writes itself: k8s.io/apimachinery meta/v1 generated.pb.go String.
 */
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import type { LabelSelector } from '#k8s.io/apimachinery/meta/v1';

/** The message of the event UnmanagedPods. */
export const unmanagedPods = ({ spec }: PodDisruptionBudget): string =>
  [
    `Pods selected by this PodDisruptionBudget (selector: ${selectorText(spec.selector)}) were found`,
    'to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may',
    'result in undefined behavior. To account for these pods please set ".spec.minAvailable" field',
    'of the PDB to an integer value.',
  ].join(' ');

function selectorText(selector: LabelSelector | undefined): string {
  if (selector === undefined) return 'nil';
  const labels = Object.entries(selector.matchLabels ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = (selector.matchExpressions ?? []).map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  const all = `[]LabelSelectorRequirement{${expressions.join('')}}`;
  return `&LabelSelector{MatchLabels:map[string]string{${labels.join('')}},MatchExpressions:${all},}`;
}
