/** Priority classes and budgets. Source: describe.go PriorityClassDescriber and others. */
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import type { PriorityClass } from '#k8s.io/api/scheduling/v1';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import { pairsText, simpleDescriber } from './simple-describer.ts';

export const describePriorityClass = simpleDescriber<PriorityClass>((page, priority) => {
  const { metadata, value, globalDefault = false, preemptionPolicy, description = '' } = priority;
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Value', value ?? 0);
  page.field(0, 'GlobalDefault', globalDefault);
  page.field(0, 'PreemptionPolicy', preemptionPolicy ?? 'PreemptLowerPriority');
  page.field(0, 'Description', description);
  page.field(0, 'Annotations', pairsText(metadata.annotations));
});

export const describeBudget = simpleDescriber<PodDisruptionBudget>(
  (page, { metadata, spec, status }) => {
    page.field(0, 'Name', metadata.name);
    page.field(0, 'Namespace', metadata.namespace ?? '');
    if (spec?.minAvailable !== undefined) page.field(0, 'Min available', spec.minAvailable);
    else if (spec?.maxUnavailable !== undefined)
      page.field(0, 'Max unavailable', spec.maxUnavailable);
    const { selector } = spec ?? {};
    page.field(0, 'Selector', selector === undefined ? '<unset>' : formatLabelSelector(selector));
    page.line(0, 'Status:');
    page.field(2, 'Allowed disruptions', status?.disruptionsAllowed ?? 0);
    page.field(2, 'Current', status?.currentHealthy ?? 0);
    page.field(2, 'Desired', status?.desiredHealthy ?? 0);
    page.field(2, 'Total', status?.expectedPods ?? 0);
  },
);
