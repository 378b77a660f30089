/**
 * Rules that pods are held to: priority classes, disruption budgets, quotas.
 *
 * Source: describe.go PriorityClassDescriber, PodDisruptionBudgetDescriber, ResourceQuotaDescriber.
 */

import { ok } from '#base/result';
import type { ResourceQuota } from '#k8s.io/api/core/v1';
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import type { PriorityClass } from '#k8s.io/api/scheduling/v1';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { scopeHelp } from './describe-namespace.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { Page } from './page.ts';
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

export function* describeQuota(request: DescribeRequest): Process<Outcome<string>> {
  const quota = yield* getObject<ResourceQuota>(request);
  if (!quota.ok) return quota;
  const { metadata, spec, status } = quota.value;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  const scopes = [...(spec.scopes ?? [])].sort();
  if (scopes.length > 0) page.field(0, 'Scopes', scopes.join(', '));
  for (const scope of scopes) if (scopeHelp[scope]) page.line(0, ` * ${scopeHelp[scope]}`);
  page.line(0, 'Resource\tUsed\tHard');
  page.line(0, '--------\t----\t----');
  const { hard = {}, used = {} } = status ?? {};
  for (const name of Object.keys(hard).sort()) {
    page.line(0, `${name}\t${used[name] ?? '0'}\t${hard[name]}`);
  }
  return ok(page.toString());
}
