/**
 * `kubectl describe replicaset` and `replicationcontroller`, the older form of it.
 * Source: describe.go ReplicaSetDescriber, ReplicationControllerDescriber.
 */
import { ok } from '#base/result';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { ReplicationController } from '#k8s.io/api/core/replication-controller';
import { formatLabelSelector, formatLabels } from '#k8s.io/apimachinery/labels';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { describeReasons } from './describe-deployment.ts';
import { controllerText } from './describe-pod.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { orNone, Page } from './page.ts';
import { describePodTemplate } from './pod-template.ts';
import { podsStatusText } from './pods-status.ts';

export function* describeReplicaSet(request: DescribeRequest): Process<Outcome<string>> {
  const set = yield* getObject<ReplicaSet>(request);
  if (!set.ok) return set;
  const { metadata, spec, status } = set.value;
  const podsStatus = yield* podsStatusText(request, set.value, spec.selector);
  const events = yield* searchEvents(request, subjectOf(set.value, 'ReplicaSet'));
  if (!events.ok) return events;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  page.field(0, 'Selector', formatLabelSelector(spec.selector));
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  const controller = controllerText(set.value);
  if (controller !== undefined) page.field(0, 'Controlled By', controller);
  const current = status?.replicas ?? 0;
  page.field(0, 'Replicas', `${current} current / ${spec.replicas ?? 0} desired`);
  page.field(0, 'Pods Status', podsStatus);
  describePodTemplate(page, spec.template);
  describeReasons(page, status?.conditions);
  describeEvents(page, events.value, request.session.sim.now);
  return ok(page.toString());
}

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
