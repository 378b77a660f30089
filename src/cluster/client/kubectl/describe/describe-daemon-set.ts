/** `kubectl describe daemonset`. Source: describe.go DaemonSetDescriber. */
import { ok } from '#base/result';
import type { DaemonSet } from '#k8s.io/api/apps/v1';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';
import { describePodTemplate } from './pod-template.ts';
import { podsStatusText } from './pods-status.ts';

export function* describeDaemonSet(request: DescribeRequest): Process<Outcome<string>> {
  const set = yield* getObject<DaemonSet>(request);
  if (!set.ok) return set;
  const { metadata, spec, status } = set.value;
  const podsStatus = yield* podsStatusText(request, set.value, spec.selector);
  const events = yield* searchEvents(request, subjectOf(set.value, 'DaemonSet'));
  if (!events.ok) return events;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  page.field(0, 'Selector', formatLabelSelector(spec.selector));
  const nodes = Object.entries(spec.template.spec?.nodeSelector ?? {}).map((pair) =>
    pair.join('='),
  );
  page.field(0, 'Node-Selector', nodes.sort().join(',') || '<none>');
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  // These lines are not in columns.
  const counts: readonly (readonly [string, number | undefined])[] = [
    ['Desired Number of Nodes Scheduled', status?.desiredNumberScheduled],
    ['Current Number of Nodes Scheduled', status?.currentNumberScheduled],
    ['Number of Nodes Scheduled with Up-to-date Pods', status?.updatedNumberScheduled],
    ['Number of Nodes Scheduled with Available Pods', status?.numberAvailable],
    ['Number of Nodes Misscheduled', status?.numberMisscheduled],
  ];
  for (const [name, count = 0] of counts) page.line(0, `${name}: ${count}`);
  page.field(0, 'Pods Status', podsStatus);
  describePodTemplate(page, spec.template);
  describeEvents(page, events.value, request.session.sim.now);
  return ok(page.toString());
}
