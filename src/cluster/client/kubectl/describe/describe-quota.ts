/** `kubectl describe quota`. Source: describe.go ResourceQuotaDescriber. */
import { ok } from '#base/result';
import type { ResourceQuota } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { scopeHelp } from './describe-namespace.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { Page } from './page.ts';

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
