/**
 * The events of an object, at the end of its description.
 *
 * Models k8s.io/kubectl pkg/describe describe.go searchEvents and DescribeEvents.
 */
import { defined } from '#base/defined';
import { ok } from '#base/result';
import type { SimTime } from '#base/sim-time';
import type { Event } from '#k8s.io/api/core/v1';
import type { KubeList, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { events as eventsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { since } from './dates.ts';
import type { DescribeRequest } from './describer.ts';
import type { Page } from './page.ts';

/** The selected events; undefined fields are not part of the selector. */
export interface EventSubject {
  readonly name: string;
  /** Empty for cluster-scoped objects, whose events may be in any namespace. */
  readonly namespace: string;
  readonly kind?: string;
  readonly uid: string;
}

/** The subject of an object as typed clients see it, whose kind is empty for some. */
export const subjectOf = ({ metadata }: KubeObject, kind?: string): EventSubject => ({
  name: metadata.name,
  namespace: metadata.namespace ?? '',
  uid: metadata.uid,
  ...defined({ kind }),
});

/** The events of a subject; undefined when they are not to be shown. */
export function* searchEvents(
  { session, showEvents, chunkSize }: DescribeRequest,
  { name, namespace, kind, uid }: EventSubject,
): Process<Outcome<readonly Event[] | undefined>> {
  if (!showEvents) return ok(undefined);
  const terms = [
    `involvedObject.name=${name}`,
    `involvedObject.namespace=${namespace}`,
    ...(kind === undefined ? [] : [`involvedObject.kind=${kind}`]),
    `involvedObject.uid=${uid}`,
  ];
  const found: Event[] = [];
  let next: string | undefined;
  do {
    const query = { continue: next, fieldSelector: terms.join(','), limit: chunkSize };
    const list = yield* session.client.get<KubeList<Event>>(eventsResource, { namespace, query });
    // A failed event list does not fail the description.
    if (!list.ok) return ok(undefined);
    found.push(...list.value.items);
    next = list.value.metadata.continue;
  } while (next !== undefined && next !== '');
  return ok(found);
}

/** The last block of a description. */
export function describeEvents(
  page: Page,
  events: readonly Event[] | undefined,
  now: SimTime,
): void {
  if (events === undefined) return;
  if (events.length === 0) {
    page.line(0, 'Events:\t<none>');
    return;
  }
  page.line(0, 'Events:');
  page.line(1, 'Type\tReason\tAge\tFrom\tMessage');
  page.line(1, '----\t------\t----\t----\t-------');
  const sorted = [...events].sort((a, b) => order(lastTime(a), lastTime(b)));
  for (const event of sorted) {
    const { type = '', reason = '', message = '' } = event;
    const source = event.source?.component || (event.reportingComponent ?? '');
    // The container's name comes before the event's message.
    const { fieldPath = '' } = event.involvedObject;
    const text = fieldPath === '' ? message.trim() : `${fieldPath}: ${message.trim()}`;
    const cells = [type, reason, interval(event, now), source, text];
    page.line(1, cells.join('\t'));
  }
}

/** Events of the newer API have no last time and come first. */
const lastTime = ({ lastTimestamp }: Event): string => lastTimestamp ?? '';
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function interval(event: Event, now: SimTime): string {
  const { eventTime, firstTimestamp, lastTimestamp, series, count = 0 } = event;
  const first = since(now, eventTime ?? firstTimestamp);
  if (series !== undefined) {
    return `${since(now, series.lastObservedTime)} (x${series.count ?? 0} over ${first})`;
  }
  return count > 1 ? `${since(now, lastTimestamp)} (x${count} over ${first})` : first;
}
