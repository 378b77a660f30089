/** Namespaces, quotas and limits. Source: describe.go describeNamespace, LimitRangeDescriber. */
import { ok } from '#base/result';
import type { LimitRange, Namespace, ResourceQuota } from '#k8s.io/api/core/v1';
import type { Condition, KubeList } from '#k8s.io/apimachinery/meta/v1';
import { limitRanges, resourceQuotas } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Failure, Outcome } from '../failure.ts';
import { longDate } from './dates.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { Page } from './page.ts';
import { simpleDescriber } from './simple-describer.ts';

export function* describeNamespace(request: DescribeRequest): Process<Outcome<string>> {
  const { session, name, chunkSize } = request;
  const found = yield* getObject<Namespace>(request);
  if (!found.ok) return found;
  const at = { namespace: name, query: { limit: chunkSize } };
  const quotas = yield* session.client.get<KubeList<ResourceQuota>>(resourceQuotas, at);
  const limits = yield* session.client.get<KubeList<LimitRange>>(limitRanges, at);
  for (const list of [quotas, limits]) if (!list.ok && !isAbsent(list.error)) return list;
  const { metadata, status } = found.value;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.field(0, 'Status', status?.phase ?? '');
  describeConditions(
    page,
    (status as { conditions?: readonly Condition[] } | undefined)?.conditions,
  );
  if (quotas.ok) describeQuotas(page, quotas.value.items);
  if (limits.ok) describeLimits(page, limits.value.items);
  return ok(page.toString());
}

/** A server without the kind is not an error. */
const isAbsent = (failure: Failure): boolean =>
  failure.kind === 'status' && failure.status.reason === 'NotFound';

function describeConditions(page: Page, conditions: readonly Condition[] = []): void {
  if (conditions.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus\tLastTransitionTime\tReason\tMessage');
  page.line(1, '----\t------\t------------------\t------\t-------');
  for (const { type, status, lastTransitionTime, reason = '', message = '' } of conditions) {
    const time = longDate(lastTransitionTime);
    page.line(1, [type, status, time, reason, message].join('\t'));
  }
}

function describeQuotas(page: Page, quotas: readonly ResourceQuota[]): void {
  page.line(0, '');
  if (quotas.length === 0) {
    page.line(0, 'No resource quota.');
    return;
  }
  page.line(0, 'Resource Quotas');
  for (const { metadata, spec, status } of quotas) {
    page.field(1, 'Name', metadata.name);
    const scopes = [...(spec?.scopes ?? [])].sort();
    if (scopes.length > 0) page.field(1, 'Scopes', scopes.join(', '));
    for (const scope of scopes) if (scopeHelp[scope]) page.line(1, `* ${scopeHelp[scope]}`);
    page.line(1, 'Resource\tUsed\tHard');
    page.line(1, '--------\t---\t---');
    const { hard = {}, used = {} } = status ?? {};
    for (const name of Object.keys(hard).sort()) {
      page.line(1, `${name}\t${used[name] ?? '0'}\t${hard[name]}`);
    }
  }
}

/** Source: describe.go helpTextForResourceQuotaScope. */
export const scopeHelp: Readonly<Record<string, string>> = {
  Terminating:
    'Matches all pods that have an active deadline. These pods have a limited lifespan on a node ' +
    'before being actively terminated by the system.',
  NotTerminating:
    'Matches all pods that do not have an active deadline. These pods usually include long ' +
    'running pods whose container command is not expected to terminate.',
  BestEffort:
    'Matches all pods that do not have resource requirements set. These pods have a best effort ' +
    'quality of service.',
  NotBestEffort:
    'Matches all pods that have at least one resource requirement set. These pods have a ' +
    'burstable or guaranteed quality of service.',
};

const limitHeader = [
  ['Type', '----'],
  ['Resource', '--------'],
  ['Min', '---'],
  ['Max', '---'],
  ['Default Request', '---------------'],
  ['Default Limit', '-------------'],
  ['Max Limit/Request Ratio', '-----------------------'],
] as const;

function describeLimits(page: Page, ranges: readonly LimitRange[]): void {
  page.line(0, '');
  if (ranges.length === 0) {
    page.line(0, 'No LimitRange resource.');
    return;
  }
  page.line(0, 'Resource Limits');
  for (const row of [0, 1] as const) {
    page.line(0, ` ${limitHeader.map((column) => column[row]).join('\t')}`);
  }
  for (const range of ranges) limitRows(page, range, ' ');
}

function limitRows(page: Page, { spec }: LimitRange, indent: string): void {
  for (const item of spec?.limits ?? []) {
    const { type, max = {}, min = {}, default: limit = {}, defaultRequest = {} } = item;
    const { maxLimitRequestRatio = {} } = item;
    const columns = [min, max, defaultRequest, limit, maxLimitRequestRatio];
    const names = new Set(columns.flatMap((column) => Object.keys(column)));
    for (const name of [...names].sort()) {
      const cells = columns.map((column) => column[name] ?? '-');
      page.line(0, `${indent}${[type, name, ...cells].join('\t')}`);
    }
  }
}

export const describeLimitRange = simpleDescriber<LimitRange>(
  (page, range) => {
    page.field(0, 'Name', range.metadata.name);
    page.field(0, 'Namespace', range.metadata.namespace ?? '');
    for (const row of [0, 1] as const) {
      page.line(0, limitHeader.map((column) => column[row]).join('\t'));
    }
    limitRows(page, range, '');
  },
  { events: false },
);
