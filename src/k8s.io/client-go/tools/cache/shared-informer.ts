/**
 * One cache of one resource in one process, kept by a watch, shared by all who register.
 *
 * Models k8s.io/client-go tools/cache shared_informer.go with its reflector: WatchList first
 * (`sendInitialEvents`), then the stream; a lost watch is resumed at the last version, an expired
 * one starts over. Handlers run in the order in which they registered, each event once.
 */

import { defined } from '#base/defined';
import type { Prng } from '#base/prng';
import { type Duration, ms, second } from '#base/sim-time';
import type { BookmarkObject, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { firstOf, Signal } from '#sim/signal';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import { groupResource, type Resource } from '../../rest/resource.ts';
import type { RestClient } from '../../rest/rest-client.ts';
import type { WatchStream } from '../../rest/watch-stream.ts';
import { begins, type RunningCache } from './running-caches.ts';
import { Indexer, type IndexFunc, type Lister, metaNamespaceKey } from './store.ts';

/** What a controller wants to hear. Callbacks must not wait. */
export interface ResourceEventHandler<T> {
  readonly onAdd?: (object: T, isInInitialList: boolean) => void;
  readonly onUpdate?: (old: T, object: T) => void;
  readonly onDelete?: (object: T) => void;
}

export interface InformerOptions {
  readonly resource: Resource;
  readonly namespace?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}

const initialEventsEnd = 'k8s.io/initial-events-end';

export class SharedInformer<T extends KubeObject = KubeObject> {
  readonly #sim: Simulation;
  readonly #tracer: Tracer;
  readonly #client: RestClient;
  readonly #prng: Prng;
  readonly #options: InformerOptions;
  readonly #indexer = new Indexer<T>();
  readonly #handlers: ResourceEventHandler<T>[] = [];
  readonly #syncedSignal: Signal;
  #synced = false;
  #request = 0;
  #resourceVersion = '';

  constructor(
    sim: Simulation,
    tracer: Tracer,
    client: RestClient,
    prng: Prng,
    options: InformerOptions,
  ) {
    this.#sim = sim;
    this.#tracer = tracer;
    this.#client = client;
    this.#prng = prng;
    this.#options = options;
    this.#syncedSignal = new Signal(sim);
  }

  get lister(): Lister<T> {
    return this.#indexer;
  }

  get synced(): boolean {
    return this.#synced;
  }

  /** The version up to which the cache is complete. */
  get lastSyncResourceVersion(): string {
    return this.#resourceVersion;
  }

  addIndex(name: string, of: IndexFunc<T>): void {
    this.#indexer.addIndex(name, of);
  }

  /** Registers a handler; objects already in the cache are added to it at once. */
  addEventHandler(handler: ResourceEventHandler<T>): void {
    this.#handlers.push(handler);
    for (const object of this.#indexer.list()) handler.onAdd?.(object, true);
  }

  /** Waits until the first list is in the cache, or until `timeout` has passed. */
  *waitForSync(timeout?: Duration): Process {
    const deadline = timeout === undefined ? undefined : this.#sim.now + timeout;
    while (!this.#synced) {
      const left = deadline === undefined ? undefined : deadline - this.#sim.now;
      if (left !== undefined && left <= 0) return;
      yield* firstOf(this.#sim, [this.#syncedSignal], left);
    }
  }

  /**
   * The reflector: lists and watches for ever.
   * Source: k8s.io/client-go tools/cache/reflector.go ListAndWatchWithContext; backoff 0.8 s to
   * 30 s, doubled, with full jitter.
   */
  *run(): Process {
    const ends = begins(this.#sim, this.#running());
    let backoff = ms(800);
    try {
      for (;;) {
        const startedAt = this.#sim.now;
        const stream = yield* this.#openWatch();
        if (stream !== undefined) {
          let ended = false;
          try {
            ended = yield* this.#consume(stream);
          } finally {
            // Also when the reflector is cancelled: the server must not keep on sending.
            stream.close();
          }
          const lasted = this.#sim.now - startedAt;
          if (lasted > 120 * second) backoff = ms(800);
          // A watch that ended by itself goes on at once; one that was very short does not.
          if (ended && lasted >= second && this.#resourceVersion !== '') continue;
        }
        yield* sleep(backoff + this.#prng.nextInt(backoff));
        this.#tracer.timer(this.#client.config.component, 'reflector-backoff');
        backoff = Math.min(backoff * 2, 30 * second);
      }
    } finally {
      ends();
    }
  }

  /** Its cache, as an observer outside sees it. */
  #running(): RunningCache {
    const { resource, ...selection } = this.#options;
    const isSynced = (): boolean => this.#synced;
    return {
      component: this.#client.config.component,
      resource: groupResource(resource),
      ...selection,
      get synced() {
        return isSynced();
      },
      list: () => this.#indexer.list(),
      misplaced: () => this.#indexer.misplaced(),
    };
  }

  *#openWatch(): Process<WatchStream | undefined> {
    const { resource, namespace, fieldSelector, labelSelector } = this.#options;
    const fresh = this.#resourceVersion === '';
    const answer = yield* this.#client.watch(resource, {
      ...defined({ namespace }),
      query: {
        allowWatchBookmarks: true,
        fieldSelector,
        labelSelector,
        resourceVersion: this.#resourceVersion,
        ...(fresh ? { resourceVersionMatch: 'NotOlderThan', sendInitialEvents: true } : {}),
        timeoutSeconds: this.#prng.between(300, 599),
      },
    });
    if (!answer.ok) {
      if (answer.error.code === 410) this.#resourceVersion = '';
      return undefined;
    }
    this.#request = answer.value.stream?.request ?? 0;
    return answer.value.stream;
  }

  /**
   * Applies events until the stream ends; whether it ended without an error. Initial events are
   * gathered and replace the cache.
   */
  *#consume(stream: WatchStream): Process<boolean> {
    let initial: Map<string, T> | undefined = this.#resourceVersion === '' ? new Map() : undefined;
    for (;;) {
      const event = yield* stream.receive();
      if (event === undefined) return true;
      if (event.type === 'ERROR') {
        if (event.object.code === 410) this.#resourceVersion = '';
        stream.close();
        return false;
      }
      if (event.type === 'BOOKMARK') {
        this.#resourceVersion = event.object.metadata.resourceVersion;
        if (initial !== undefined && isInitialEnd(event.object)) {
          this.#replace(initial);
          initial = undefined;
        }
        continue;
      }
      const object = event.object as T;
      if (initial !== undefined) {
        initial.set(metaNamespaceKey(object), object);
        continue;
      }
      this.#resourceVersion = object.metadata.resourceVersion;
      this.#apply(event.type, object);
    }
  }

  #replace(objects: ReadonlyMap<string, T>): void {
    for (const key of [...this.#indexer.keys()]) {
      const old = this.#indexer.get(key);
      if (objects.has(key) || old === undefined) continue;
      this.#indexer.delete(key);
      for (const handler of this.#handlers) handler.onDelete?.(old);
    }
    const { component } = this.#client.config;
    this.#tracer.emit({
      type: 'InformerSynced',
      component,
      resource: groupResource(this.#options.resource),
      items: objects.size,
      resourceVersion: this.#resourceVersion,
    });
    const first = !this.#synced;
    for (const [key, object] of this.#sim.each(objects)) {
      const old = this.#indexer.get(key);
      this.#indexer.set(key, object);
      if (old?.metadata.resourceVersion === object.metadata.resourceVersion) continue;
      this.#notify(old, object, first);
    }
    this.#synced = true;
    this.#syncedSignal.notifyAll();
  }

  #apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): void {
    const key = metaNamespaceKey(object);
    this.#emitReceived(type, object);
    if (type === 'DELETED') {
      this.#indexer.delete(key);
      this.#sim.forEach(this.#handlers, (handler) => handler.onDelete?.(object));
      return;
    }
    const old = this.#indexer.get(key);
    this.#indexer.set(key, object);
    this.#notify(old, object, false);
  }

  #notify(old: T | undefined, object: T, initial: boolean): void {
    for (const handler of this.#sim.each(this.#handlers)) {
      if (old === undefined) handler.onAdd?.(object, initial);
      else handler.onUpdate?.(old, object);
    }
  }

  #emitReceived(event: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): number {
    const { namespace = '', name, resourceVersion } = object.metadata;
    const ref = { resource: groupResource(this.#options.resource), namespace, name };
    const { component } = this.#client.config;
    return this.#tracer.emit({
      type: 'WatchEventReceived',
      component,
      request: this.#request,
      event,
      ref,
      resourceVersion,
    });
  }
}

const isInitialEnd = (object: BookmarkObject): boolean =>
  object.metadata.annotations?.[initialEventsEnd] === 'true';
