/**
 * Counts repeated events of the events.k8s.io form as series.
 *
 * Models k8s.io/client-go tools/events event_broadcaster.go recordToSink, refreshExistingEventSeries
 * and finishSeries: the first event is created, the second of the same kind patches it into a
 * series of two, later ones are only counted and written every now and then.
 */
import { minute, type SimTime } from '#base/sim-time';
import type { MicroTime } from '#k8s.io/apimachinery/meta/v1';
import type { NewApiEvent } from './event-object.ts';

export const finishInterval = 6 * minute;
export const refreshInterval = 30 * minute;

interface Known {
  event: NewApiEvent;
  lastSeen: SimTime;
}

export class EventSeriesCache {
  readonly #known = new Map<string, Known>();

  get size(): number {
    return this.#known.size;
  }

  /** Takes an event in; returns what to write now, if anything. */
  observe(event: NewApiEvent, at: SimTime, time: MicroTime): NewApiEvent | undefined {
    const key = seriesKey(event);
    const known = this.#known.get(key);
    if (known === undefined) {
      this.#known.set(key, { event, lastSeen: at });
      return event;
    }
    const isNewSeries = known.event.series === undefined;
    const count = (known.event.series?.count ?? 1) + 1;
    known.event = { ...known.event, series: { count, lastObservedTime: time } };
    known.lastSeen = at;
    return isNewSeries ? known.event : undefined;
  }

  /** The series to write again so that the server does not let them expire. */
  refresh(): readonly NewApiEvent[] {
    return [...this.#known.values()].map(({ event }) => event).filter(({ series }) => series);
  }

  /** Forgets what was not seen for six minutes; returns the series that ended, to write once. */
  finish(now: SimTime): readonly NewApiEvent[] {
    const ended: NewApiEvent[] = [];
    for (const [key, { event, lastSeen }] of this.#known) {
      if (lastSeen >= now - finishInterval) continue;
      this.#known.delete(key);
      if (event.series !== undefined) ended.push(event);
    }
    return ended;
  }
}

/** Source: k8s.io/client-go tools/events/event_broadcaster.go getKey. */
function seriesKey(event: NewApiEvent): string {
  const { regarding, related } = event;
  const about = `${regarding.uid}\n${regarding.name}\n${regarding.resourceVersion}`;
  const said = `${event.type}\n${event.action}\n${event.reason}`;
  return `${said}\n${event.reportingController}\n${about}\n${regarding.fieldPath}\n${related?.uid}`;
}
