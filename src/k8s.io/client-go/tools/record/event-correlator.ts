/**
 * Keeps repeated events from flooding the API: equal ones are counted, similar ones combined,
 * too many of one source dropped.
 *
 * Models k8s.io/client-go tools/record events_cache.go EventCorrelator: EventAggregate, then
 * eventObserve, then the spam filter, in that order. In: a composed event. Out: a create, a patch
 * of an earlier event, or nothing.
 */
import { type SimTime, second } from '#base/sim-time';
import type { ObjectReference } from '#k8s.io/api/core/v1';
import { type CoreEvent, eventName } from './event-object.ts';

const maxSimilar = 10;
const similarWithin = 600 * second;
const spamBurst = 25;
const spamRefill = 300 * second;
const combinedPrefix = '(combined from similar events): ';

export type Correlated =
  | { readonly action: 'create'; readonly event: CoreEvent; readonly key: string }
  | {
      readonly action: 'patch';
      readonly event: CoreEvent;
      readonly key: string;
      readonly patch: Readonly<Record<string, unknown>>;
    }
  | { readonly action: 'skip' };

interface Similar {
  readonly messages: Set<string>;
  lastAt: SimTime;
}

/** What is remembered of an event that was sent: under which name, since when, how often. */
interface Observation {
  readonly name: string;
  readonly firstTimestamp: string;
  readonly count: number;
}

export class EventCorrelator {
  readonly #similar = new Map<string, Similar>();
  readonly #observed = new Map<string, Observation>();
  /** For each source and object, when its bucket of 25 would be full again. */
  readonly #fullAt = new Map<string, SimTime>();

  correlate(event: CoreEvent, now: SimTime): Correlated {
    const { event: combined, key } = this.#aggregate(event, now);
    const correlated = this.#observe(combined, key);
    return this.#spams(event, now) ? { action: 'skip' } : correlated;
  }

  /** The server took the event: later ones of the same key patch it. */
  updateState(key: string, { metadata, firstTimestamp, count }: CoreEvent): void {
    this.#observed.set(key, { name: metadata.name, firstTimestamp, count });
  }

  #aggregate(event: CoreEvent, now: SimTime): { event: CoreEvent; key: string } {
    const group = groupKey(event);
    let similar = this.#similar.get(group);
    if (similar === undefined || now - similar.lastAt > similarWithin) {
      similar = { messages: new Set(), lastAt: now };
      this.#similar.set(group, similar);
    }
    similar.messages.add(event.message);
    similar.lastAt = now;
    if (similar.messages.size < maxSimilar) return { event, key: eventKey(event) };
    for (const oldest of similar.messages) {
      similar.messages.delete(oldest);
      break;
    }
    const { involvedObject } = event;
    const combined: CoreEvent = {
      ...event,
      metadata: {
        ...event.metadata,
        name: eventName(involvedObject.name ?? '', { at: now, nanos: 0 }),
      },
      message: combinedPrefix + event.message,
      firstTimestamp: event.lastTimestamp,
      // Upstream composes the combined event without naming who reports it.
      reportingComponent: '',
      reportingInstance: '',
    };
    return { event: combined, key: group };
  }

  #observe(event: CoreEvent, key: string): Correlated {
    const earlier = this.#observed.get(key);
    const { name, firstTimestamp } = earlier ?? {
      name: event.metadata.name,
      firstTimestamp: event.firstTimestamp,
    };
    const count = (earlier?.count ?? 0) + 1;
    this.#observed.set(key, { name, firstTimestamp, count });
    if (earlier === undefined) return { action: 'create', event, key };
    const { lastTimestamp, message } = event;
    const again = { ...event, metadata: { ...event.metadata, name }, firstTimestamp, count };
    return { action: 'patch', event: again, key, patch: { count, lastTimestamp, message } };
  }

  #spams(event: CoreEvent, now: SimTime): boolean {
    const key = `${sourceKey(event)}\n${event.type}`;
    const fullAt = Math.max(this.#fullAt.get(key) ?? 0, now);
    if (fullAt + spamRefill > now + spamBurst * spamRefill) return true;
    this.#fullAt.set(key, fullAt + spamRefill);
    return false;
  }
}

const objectKey = ({ kind, namespace, name, uid, apiVersion }: ObjectReference): string =>
  `${kind}\n${namespace}\n${name}\n${uid}\n${apiVersion}`;

/** Source: k8s.io/client-go tools/record/events_cache.go getSpamKey, less the type. */
const sourceKey = ({ source, involvedObject }: CoreEvent): string =>
  `${source.component}\n${source.host}\n${objectKey(involvedObject)}`;

/** Source: k8s.io/client-go tools/record/events_cache.go EventAggregatorByReasonFunc. */
const groupKey = (event: CoreEvent): string =>
  `group\n${sourceKey(event)}\n${event.type}\n${event.reason}`;

/** Source: k8s.io/client-go tools/record/events_cache.go getEventKey. */
const eventKey = (event: CoreEvent): string =>
  `${sourceKey(event)}\n${event.involvedObject.fieldPath}\n${event.type}\n${event.reason}\n${event.message}`;
