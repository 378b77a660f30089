/**
 * One open watch on a resource: its selection, and the stream to its client.
 *
 * Models k8s.io/apiserver pkg/storage/cacher cache_watcher.go convertToWatchEvent: an object that
 * begins to match is ADDED, one that stops matching is DELETED. In: changes. Out: events on the
 * stream, each a `WatchEventSent`.
 */
import type { BookmarkObject, KubeObject, WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import { withResourceVersion } from './codec.ts';
import type { CacheEvent } from './event-window.ts';
import { type Selection, selectsObject } from './selection.ts';

export interface WatcherOptions {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly stream: WatchStream;
  /** `pods`, `deployments.apps`. */
  readonly resource: string;
  /** The apiVersion of bookmarks. */
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty means the whole cluster. */
  readonly namespace: string;
  readonly selection: Selection;
  readonly bookmarks: boolean;
  /** The client. */
  readonly to: string;
  /** Converts from the stored version to the requested one. */
  readonly convert: ((object: KubeObject) => KubeObject) | undefined;
}

export class CacheWatcher {
  readonly #options: WatcherOptions;
  /** The client has all changes up to this revision. */
  #sentTo = 0;

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  get namespace(): string {
    return this.#options.namespace;
  }

  get selection(): Selection {
    return this.#options.selection;
  }

  get stream(): WatchStream {
    return this.#options.stream;
  }

  get bookmarks(): boolean {
    return this.#options.bookmarks;
  }

  /** Sends the initial state: the client then has everything up to `revision`. */
  begin(objects: readonly KubeObject[], revision: number): void {
    const { sim } = this.#options;
    sim.forEach(objects, (object) => this.#send({ type: 'ADDED', object }));
    this.#sentTo = Math.max(this.#sentTo, revision);
  }

  /** Whether the object matches the watch. */
  selects(object: KubeObject): boolean {
    return selectsObject(this.#options.selection, object);
  }

  /** The event of a change for this watcher; undefined when it does not match. */
  eventFor(change: CacheEvent): WatchEvent | undefined {
    if (change.revision <= this.#sentTo) return undefined;
    const { selection } = this.#options;
    const { object, previous } = change;
    const now = change.type !== 'DELETED' && selectsObject(selection, object);
    const before = previous !== undefined && selectsObject(selection, previous);
    if (now) return { type: before ? 'MODIFIED' : 'ADDED', object };
    if (!before) return undefined;
    if (change.type === 'DELETED') return { type: 'DELETED', object };
    return { type: 'DELETED', object: withResourceVersion(previous, change.revision) };
  }

  /** Sends an event from `eventFor`. */
  deliver(event: WatchEvent, revision: number): void {
    if (this.stream.endsAt(revision)) return;
    this.#sentTo = Math.max(this.#sentTo, revision);
    this.#send(event);
  }

  /** Sends the client its progress; `initialEventsEnd` ends the first part of a watch list. */
  bookmark(revision: number, initialEventsEnd = false): void {
    const { apiVersion, kind } = this.#options;
    const resourceVersion = String(Math.max(revision, this.#sentTo));
    const object: BookmarkObject = {
      apiVersion,
      kind,
      metadata: initialEventsEnd
        ? { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } }
        : { resourceVersion },
    };
    this.#send({ type: 'BOOKMARK', object });
  }

  #send(event: WatchEvent): void {
    const { tracer, stream, resource, namespace, to, convert } = this.#options;
    if (stream.closed) return;
    const { type } = event;
    const metadata = type === 'BOOKMARK' || type === 'ERROR' ? undefined : event.object.metadata;
    tracer.emit({
      type: 'WatchEventSent',
      component: 'kube-apiserver',
      request: stream.request,
      event: type,
      ref: {
        resource,
        namespace: metadata?.namespace ?? namespace,
        name: metadata?.name ?? '',
      },
      resourceVersion: event.object.metadata.resourceVersion ?? '',
      to,
    });
    const converted =
      convert === undefined || type === 'BOOKMARK' || type === 'ERROR'
        ? event
        : { type, object: convert(event.object) };
    stream.send(converted);
  }
}
