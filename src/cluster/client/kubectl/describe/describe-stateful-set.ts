/** `kubectl describe statefulset`. Source: describe.go StatefulSetDescriber. */
import { ok } from '#base/result';
import type { StatefulSet } from '#k8s.io/api/apps/v1';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { longDate } from './dates.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';
import { describePodTemplate } from './pod-template.ts';
import { podsStatusText } from './pods-status.ts';

export function* describeStatefulSet(request: DescribeRequest): Process<Outcome<string>> {
  const set = yield* getObject<StatefulSet>(request);
  if (!set.ok) return set;
  const { metadata, spec, status } = set.value;
  const podsStatus = yield* podsStatusText(request, set.value, spec.selector);
  const events = yield* searchEvents(request, subjectOf(set.value, 'StatefulSet'));
  if (!events.ok) return events;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  page.field(0, 'CreationTimestamp', longDate(metadata.creationTimestamp));
  page.field(0, 'Selector', formatLabelSelector(spec.selector));
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.field(0, 'Replicas', `${spec.replicas ?? 0} desired | ${status?.replicas ?? 0} total`);
  page.field(0, 'Update Strategy', spec.updateStrategy?.type ?? '');
  const partition = spec.updateStrategy?.rollingUpdate?.partition;
  if (partition !== undefined) page.field(1, 'Partition', partition);
  page.field(0, 'Pods Status', podsStatus);
  describePodTemplate(page, spec.template);
  describeClaims(page, spec.volumeClaimTemplates);
  describeEvents(page, events.value, request.session.sim.now);
  return ok(page.toString());
}

/** Source: describe.go describeVolumeClaimTemplates. */
function describeClaims(
  page: Page,
  claims: StatefulSet['spec']['volumeClaimTemplates'] = [],
): void {
  if (claims.length === 0) {
    page.line(0, 'Volume Claims:\t<none>');
    return;
  }
  page.line(0, 'Volume Claims:');
  for (const { metadata, spec } of claims) {
    page.line(1, `Name:\t${metadata.name ?? ''}`);
    page.line(1, `StorageClass:\t${spec.storageClassName ?? ''}`);
    page.labels('  Labels', metadata.labels);
    page.annotations('  Annotations', metadata.annotations);
    page.line(1, `Capacity:\t${spec.resources?.requests?.['storage'] ?? '<default>'}`);
    page.line(1, `Access Modes:\t[${(spec.accessModes ?? []).join(' ')}]`);
  }
}
