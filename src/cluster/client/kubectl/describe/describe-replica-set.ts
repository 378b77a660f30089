/** `kubectl describe replicaset`. Source: describe.go ReplicaSetDescriber. */
import { ok } from '#base/result';
import type { ReplicaSet } from '#k8s.io/api/apps/v1';
import type { Pod } from '#k8s.io/api/core/v1';
import {
  formatLabelSelector,
  formatSelector,
  labelSelectorAsSelector,
} from '#k8s.io/apimachinery/labels';
import type { KubeList, KubeObject, LabelSelector } from '#k8s.io/apimachinery/meta/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import { failureMessage, type Outcome } from '../failure.ts';
import { describeReasons } from './describe-deployment.ts';
import { controllerOf } from './describe-pod.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';
import { describePodTemplate } from './pod-template.ts';

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
  const controller = controllerOf(set.value);
  if (controller !== undefined) page.field(0, 'Controlled By', controller);
  const current = status?.replicas ?? 0;
  page.field(0, 'Replicas', `${current} current / ${spec.replicas ?? 0} desired`);
  page.field(0, 'Pods Status', podsStatus);
  describePodTemplate(page, spec.template);
  describeReasons(page, status?.conditions);
  describeEvents(page, events.value, request.session.sim.now);
  return ok(page.toString());
}

/** How many pods of a controller are in which phase. Source: getPodStatusForController. */
function* podsStatusText(
  { session, namespace, chunkSize }: DescribeRequest,
  owner: KubeObject,
  selector: LabelSelector,
): Process<string> {
  const labelSelector = formatSelector(labelSelectorAsSelector(selector));
  const query = { labelSelector, limit: chunkSize };
  const list = yield* session.client.get<KubeList<Pod>>(podsResource, { namespace, query });
  if (!list.ok) return `error in fetching pods: ${failureMessage(list.error)}`;
  const own = list.value.items.filter(({ metadata }) =>
    metadata.ownerReferences?.some(
      ({ controller, uid }) => controller === true && uid === owner.metadata.uid,
    ),
  );
  const count = (phase: string): number =>
    own.filter(({ status }) => status?.phase === phase).length;
  return (
    `${count('Running')} Running / ${count('Pending')} Waiting / ` +
    `${count('Succeeded')} Succeeded / ${count('Failed')} Failed`
  );
}
