/**
 * Reports what a component did: composes Event objects and sends them without making the component
 * wait.
 *
 * Models k8s.io/client-go tools/record (EventRecorder, EventBroadcaster, recordToSink) for core/v1
 * and tools/events for events.k8s.io/v1. In: calls of `event`. Out: creates and patches of Events
 * by the process `run`, and the fact EventRecorded.
 */
import { type Duration, type SimTime, second } from '#base/sim-time';
import type { ObjectReference } from '#k8s.io/api/core/v1';
import {
  hasStatusCause,
  isAlreadyExists,
  isForbidden,
  isNotFound,
} from '#k8s.io/apimachinery/errors';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { resourceForKind } from '#k8s.io/apimachinery/resources';
import { Channel } from '#sim/signal';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { ObjectRef } from '#trace/fact';
import type { Tracer } from '#trace/tracer';
import { events, newEvents } from '../../rest/resource.ts';
import type { ApiResult, RestClient } from '../../rest/rest-client.ts';
import { type Correlated, EventCorrelator } from './event-correlator.ts';
import {
  type CoreEvent,
  type EventSourceNames,
  type EventType,
  type Moment,
  makeCoreEvent,
  makeNewApiEvent,
  type NewApiEvent,
  referenceTo,
} from './event-object.ts';
import { EventSeriesCache, finishInterval, refreshInterval } from './event-series.ts';

const queueLength = 1000;
const triesPerEvent = 12;
const sleepBetweenTries: Duration = 10 * second;

export interface RecorderOptions {
  /** `replicaset-controller`; with events.k8s.io the reporting controller. */
  readonly component: string;
  /** The node it runs on, for `source.host`; with events.k8s.io the reporting instance. */
  readonly host?: string;
  readonly api: 'core' | 'events.k8s.io';
  /** The time that events carry; absent: the virtual time. */
  readonly clock?: () => SimTime;
}

/** What only some events carry. */
export interface EventExtra {
  /** `spec.containers{nginx}` */
  readonly fieldPath?: string;
  /** events.k8s.io only: what the reporter was doing (`Binding`). */
  readonly action?: string;
  readonly related?: KubeObject | ObjectReference;
}

type Queued =
  | { readonly api: 'core'; readonly event: CoreEvent }
  | {
      readonly api: 'events.k8s.io';
      readonly event: NewApiEvent;
      readonly at: SimTime;
    };

export class EventRecorder {
  readonly #sim: Simulation;
  readonly #tracer: Tracer;
  readonly #client: RestClient;
  readonly #options: RecorderOptions;
  readonly #source: EventSourceNames;
  readonly #queue: Channel<Queued>;
  readonly #correlator = new EventCorrelator();
  readonly #series = new EventSeriesCache();
  #last: Moment = { at: -1, nanos: 0 };

  constructor(
    env: { readonly sim: Simulation; readonly tracer: Tracer },
    client: RestClient,
    options: RecorderOptions,
  ) {
    this.#sim = env.sim;
    this.#tracer = env.tracer;
    this.#client = client;
    this.#options = options;
    const { component, host } = options;
    this.#source = host === undefined ? { component } : { component, host };
    this.#queue = new Channel(env.sim);
  }

  /**
   * Records an event and returns at once; the caller's chain of causes goes on as before.
   * When a thousand wait to be sent, further ones are dropped, as upstream does.
   */
  event(
    regarding: KubeObject | ObjectReference,
    type: EventType,
    reason: string,
    message: string,
    extra: EventExtra = {},
  ): void {
    const reference = asReference(regarding, extra.fieldPath);
    this.#sim.aside(() => {
      this.#tracer.emit({
        type: 'EventRecorded',
        component: this.#client.config.component,
        regarding: traceRef(reference),
        eventType: type,
        reason,
        message,
      });
      if (this.#queue.length >= queueLength) return;
      this.#queue.send(this.#compose(reference, { type, reason, message }, extra));
    });
  }

  /** Sends what is recorded, for ever. */
  *run(): Process {
    if (this.#options.api === 'events.k8s.io') {
      const { component } = this.#options;
      this.#sim.spawn(`${component} event series`, this.#tendSeries());
    }
    for (;;) {
      const queued = yield* this.#queue.receive();
      if (queued === undefined) return;
      if (queued.api === 'core') {
        const correlated = this.#correlator.correlate(queued.event, this.#sim.now);
        if (correlated.action !== 'skip') yield* this.#record(correlated);
      } else {
        // Each event of this form is written by a process of its own, so they may overtake.
        const time = queued.event.eventTime;
        const event = this.#series.observe(queued.event, queued.at, time);
        if (event !== undefined) this.#sim.spawn('record event', this.#recordNewApi(event));
      }
    }
  }

  #compose(
    regarding: ObjectReference,
    said: { readonly type: EventType; readonly reason: string; readonly message: string },
    extra: EventExtra,
  ): Queued {
    const at = this.#options.clock?.() ?? this.#sim.now;
    // A real clock moves on between two calls; the virtual one does not.
    this.#last = { at, nanos: at === this.#last.at ? this.#last.nanos + 1 : 0 };
    if (this.#options.api === 'core') {
      return { api: 'core', event: makeCoreEvent(regarding, said, this.#source, this.#last) };
    }
    const related = extra.related === undefined ? undefined : asReference(extra.related);
    const { component: controller, host: instance = controller } = this.#options;
    const reporter = { controller, instance, action: extra.action ?? said.reason };
    const event = makeNewApiEvent(regarding, said, reporter, related, this.#last);
    return { api: 'events.k8s.io', event, at };
  }

  /** Source: k8s.io/client-go tools/record/event.go recordToSink and recordEvent. */
  *#record(correlated: Exclude<Correlated, { action: 'skip' }>): Process {
    const { event, key } = correlated;
    for (let tries = 0; tries < triesPerEvent; tries++) {
      const answer = yield* this.#write(correlated);
      if (answer.ok) {
        this.#correlator.updateState(key, event);
        return;
      }
      if (answer.error.code !== 0) return; // the server refused it: trying again does not help
      yield* sleep(sleepBetweenTries);
    }
  }

  *#write(correlated: Exclude<Correlated, { action: 'skip' }>): Process<ApiResult<unknown>> {
    const { event } = correlated;
    const { namespace, name } = event.metadata;
    if (correlated.action === 'patch') {
      const type = 'application/strategic-merge-patch+json';
      const target = { namespace, name };
      const answer = yield* this.#client.patch(events, type, correlated.patch, target);
      if (answer.ok || !isNotFound(answer.error)) return answer;
    }
    return yield* this.#client.create(events, event, { namespace });
  }

  /** Source: k8s.io/client-go tools/events/event_broadcaster.go attemptRecording. */
  *#recordNewApi(event: NewApiEvent): Process {
    const { namespace, name } = event.metadata;
    const { series } = event;
    for (let tries = 0; tries < triesPerEvent; tries++) {
      if (series !== undefined) {
        const type = 'application/strategic-merge-patch+json';
        const target = { namespace, name };
        const answer = yield* this.#client.patch(newEvents, type, { series }, target);
        if (answer.ok || isFinal(answer.error)) return;
      }
      const answer = yield* this.#client.create(newEvents, event, { namespace });
      if (answer.ok || isFinal(answer.error)) return;
      yield* sleep(sleepBetweenTries);
    }
  }

  *#tendSeries(): Process {
    const { component } = this.#client.config;
    let untilRefresh = refreshInterval;
    for (;;) {
      yield* sleep(finishInterval);
      this.#tracer.timer(component, 'event-series');
      untilRefresh -= finishInterval;
      const due = [...this.#series.finish(this.#sim.now)];
      if (untilRefresh <= 0) {
        untilRefresh = refreshInterval;
        due.push(...this.#series.refresh());
      }
      for (const event of due) this.#sim.spawn('record event', this.#recordNewApi(event));
    }
  }
}

/** Whether the server said something that another try would not change. */
const isFinal = (status: Status): boolean =>
  status.code !== 0 &&
  (isAlreadyExists(status) ||
    (isForbidden(status) && hasStatusCause(status, 'NamespaceTerminating')) ||
    !isNotFound(status));

function asReference(of: KubeObject | ObjectReference, fieldPath?: string): ObjectReference {
  if ('metadata' in of) return referenceTo(of, fieldPath);
  return fieldPath === undefined ? of : { ...of, fieldPath };
}

function traceRef({ apiVersion = 'v1', kind = '', namespace, name }: ObjectReference): ObjectRef {
  const info = resourceForKind(apiVersion, kind);
  const resource = info?.plural ?? kind.toLowerCase();
  const group = info?.group ?? '';
  return {
    resource: group === '' ? resource : `${resource}.${group}`,
    namespace: namespace ?? '',
    name: name ?? '',
  };
}
