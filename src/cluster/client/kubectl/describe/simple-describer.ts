/** The frame of most descriptions: read the object, print its fields, end with its events. */
import { ok } from '#base/result';
import type { Event } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { type DescribeRequest, type Describer, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';

/** Writes all lines but the events. */
export type Fill<T> = (page: Page, object: T, request: DescribeRequest) => void;

export interface FrameOptions {
  /** Secrets, roles and the like have no events in their descriptions. */
  readonly events?: false;
}

export const simpleDescriber = <T extends KubeObject>(
  fill: Fill<T>,
  options: FrameOptions = {},
): Describer =>
  function* describe(request) {
    const object = yield* getObject<T>(request);
    if (!object.ok) return object;
    let found: readonly Event[] | undefined;
    if (options.events !== false) {
      const events = yield* searchEvents(request, subjectOf(object.value, request.resource.kind));
      if (!events.ok) return events;
      found = events.value;
    }
    const page = new Page();
    fill(page, object.value, request);
    describeEvents(page, found, request.session.sim.now);
    return ok(page.toString());
  };

/** Name, namespace, labels and annotations, with which most descriptions begin. */
export function describeMetadata(page: Page, { metadata }: KubeObject): void {
  page.field(0, 'Name', metadata.name);
  if (metadata.namespace !== undefined) page.field(0, 'Namespace', metadata.namespace);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
}

/** `a=b,c=d` in the order of the keys, `<none>` for nothing. Source: labels.FormatLabels. */
export const pairsText = (pairs: Readonly<Record<string, string>> = {}): string =>
  Object.keys(pairs)
    .sort()
    .map((key) => `${key}=${pairs[key]}`)
    .join(',') || '<none>';

/** Source: describe.go printBoolPtr. */
export const boolText = (value: boolean | undefined): string => {
  if (value === undefined) return '<unset>';
  return value ? 'True' : 'False';
};
