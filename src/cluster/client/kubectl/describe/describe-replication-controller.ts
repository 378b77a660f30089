/** `kubectl describe replicationcontroller`. Source: describe.go ReplicationControllerDescriber. */
import { ok } from '#base/result';
import type { ReplicationController } from '#k8s.io/api/core/replication-controller';
import { formatLabels } from '#k8s.io/apimachinery/labels';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { describeReasons } from './describe-deployment.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { orNone, Page } from './page.ts';
import { describePodTemplate } from './pod-template.ts';
import { podsStatusText } from './pods-status.ts';

export function* describeReplicationController(request: DescribeRequest): Process<Outcome<string>> {
  const found = yield* getObject<ReplicationController>(request);
  if (!found.ok) return found;
  const { metadata, spec, status } = found.value;
  const { selector = {}, replicas = 0 } = spec;
  const podsStatus = yield* podsStatusText(request, found.value, { matchLabels: selector });
  const events = yield* searchEvents(request, subjectOf(found.value, 'ReplicationController'));
  if (!events.ok) return events;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  page.field(0, 'Selector', orNone(formatLabels(selector)));
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.field(0, 'Replicas', `${status?.replicas ?? 0} current / ${replicas} desired`);
  page.field(0, 'Pods Status', podsStatus);
  describePodTemplate(page, spec.template);
  describeReasons(page, status?.conditions);
  describeEvents(page, events.value, request.session.sim.now);
  return ok(page.toString());
}
