/**
 * Event objects as they are first composed, in both API forms.
 *
 * Models k8s.io/client-go tools/record event.go makeEvent with tools/reference GetReference, and
 * tools/events event_recorder.go. In: what an event regards and says. Out: the body of its create.
 */
import type { Building } from '#base/building';
import { defined } from '#base/defined';
import { rfc3339, rfc3339Micro, runEpoch, type SimTime } from '#base/sim-time';
import type { ObjectReference } from '#k8s.io/api/core/v1';
import type { KubeObject, MicroTime, Time } from '#k8s.io/apimachinery/meta/v1';

export type EventType = 'Normal' | 'Warning';

/** Who reports: `source.component` and `source.host`, or controller and instance. */
export interface EventSourceNames {
  readonly component: string;
  readonly host?: string;
}

/** A core/v1 Event as a client composes it. */
export interface CoreEvent {
  readonly kind: 'Event';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly involvedObject: ObjectReference;
  readonly reason: string;
  readonly message: string;
  readonly source: EventSourceNames;
  readonly firstTimestamp: Time;
  readonly lastTimestamp: Time;
  readonly count: number;
  readonly type: EventType;
  readonly eventTime: null;
  readonly reportingComponent: string;
  readonly reportingInstance: string;
}

/** An events.k8s.io/v1 Event as a client composes it. */
export interface NewApiEvent {
  readonly kind: 'Event';
  readonly apiVersion: 'events.k8s.io/v1';
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly eventTime: MicroTime;
  readonly series?: { readonly count: number; readonly lastObservedTime: MicroTime };
  readonly reportingController: string;
  readonly reportingInstance: string;
  readonly action: string;
  readonly reason: string;
  readonly regarding: ObjectReference;
  readonly related?: ObjectReference;
  readonly note: string;
  readonly type: EventType;
  readonly deprecatedSource: Readonly<Record<string, never>>;
  readonly deprecatedFirstTimestamp: null;
  readonly deprecatedLastTimestamp: null;
}

/**
 * A reference to an object, as events carry it.
 * Source: k8s.io/client-go tools/reference GetReference.
 */
export function referenceTo(object: KubeObject, fieldPath?: string): ObjectReference {
  const { namespace, name, uid, resourceVersion } = object.metadata;
  const made: Building<Partial<ObjectReference>> = { kind: object.kind };
  if (namespace !== undefined) made.namespace = namespace;
  made.name = name;
  made.uid = uid;
  made.apiVersion = object.apiVersion;
  if (resourceVersion !== '') made.resourceVersion = resourceVersion;
  if (fieldPath !== undefined) made.fieldPath = fieldPath;
  return made;
}

/** When an event was recorded; `nanos` tells events of one microsecond apart. */
export interface Moment {
  readonly at: SimTime;
  readonly nanos: number;
}

/** `{name}.{nanoseconds since 1970 in hexadecimal}`: the name of a new Event. */
export const eventName = (name: string, { at, nanos }: Moment): string =>
  `${name}.${(BigInt(runEpoch + at) * 1000n + BigInt(nanos)).toString(16)}`;

/** Events of objects outside namespaces live in `default`. */
const eventNamespace = (reference: ObjectReference): string =>
  reference.namespace === undefined || reference.namespace === '' ? 'default' : reference.namespace;

/** Source: k8s.io/client-go tools/record/event.go recorderImpl.makeEvent. */
export function makeCoreEvent(
  involvedObject: ObjectReference,
  said: { readonly type: EventType; readonly reason: string; readonly message: string },
  source: EventSourceNames,
  moment: Moment,
): CoreEvent {
  const time = rfc3339(moment.at);
  return {
    kind: 'Event',
    apiVersion: 'v1',
    metadata: {
      name: eventName(involvedObject.name ?? '', moment),
      namespace: eventNamespace(involvedObject),
    },
    involvedObject,
    reason: said.reason,
    message: said.message,
    source,
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type: said.type,
    eventTime: null,
    reportingComponent: source.component,
    reportingInstance: source.host ?? '',
  };
}

/** Source: k8s.io/client-go tools/events/event_recorder.go recorderImpl.makeEvent. */
export function makeNewApiEvent(
  regarding: ObjectReference,
  said: { readonly type: EventType; readonly reason: string; readonly message: string },
  reporter: { readonly controller: string; readonly instance: string; readonly action: string },
  related: ObjectReference | undefined,
  moment: Moment,
): NewApiEvent {
  return {
    kind: 'Event',
    apiVersion: 'events.k8s.io/v1',
    metadata: {
      name: eventName(regarding.name ?? '', moment),
      namespace: eventNamespace(regarding),
    },
    eventTime: rfc3339Micro(moment.at),
    reportingController: reporter.controller,
    reportingInstance: reporter.instance,
    action: reporter.action,
    reason: said.reason,
    regarding,
    ...defined({ related }),
    note: said.message,
    type: said.type,
    deprecatedSource: {},
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: null,
  };
}
