/**
 * The watch cache of one resource: all its objects and their recent changes in memory, fed by one
 * watch on etcd; it serves every list and watch of every client.
 *
 * Models k8s.io/apiserver pkg/storage/cacher cacher.go and watch_cache.go. In: etcd watch events.
 * Out: lists and watch streams by resourceVersion; `WatchCacheUpdated` for each change. A reader
 * that wants the latest state asks etcd for its revision and waits until the cache has reached it.
 */
import { assert } from '#base/assert';
import { err, ok } from '#base/result';
import { type Duration, minute, second, seconds } from '#base/sim-time';
import { SortedMap } from '#base/sorted-map';
import {
  type EtcdClient,
  EtcdError,
  type EtcdWatch,
  type EtcdWatchEvent,
  type KeyValue,
} from '#cluster/control-plane/etcd/client';
import { expired, tooLargeResourceVersion } from '#k8s.io/apimachinery/errors';
import type { KubeObject, WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import { begins } from '#k8s.io/client-go/tools/cache/running-caches';
import { firstOf, Signal } from '#sim/signal';
import { type Process, type Simulation, sleep } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import { CacheWatcher } from './cache-watcher.ts';
import { decode, withResourceVersion } from './codec.ts';
import { type CacheEvent, EventWindow } from './event-window.ts';
import { cutPage, listFromEtcd } from './pages.ts';
import type { ListPage, ListQuery, Reader, WatchQuery } from './reader.ts';
import type { CacheHandler, ResourceCache } from './resource-cache.ts';
import { WatcherIndex } from './watcher-index.ts';

const component = 'kube-apiserver';
/** How long a read waits for the cache to reach a revision. */
const blockTimeout: Duration = seconds(3);
const bookmarkInterval: Duration = minute;
/** How long the cacher's reflector waits when etcd cannot answer its list. */
const relistDelay: Duration = second;
/** A watch gets a last bookmark this long before its timeout. */
const finalBookmark: Duration = seconds(2);

export interface CacherOptions {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly etcd: EtcdClient;
  /** `/registry/pods/` */
  readonly prefix: string;
  /** `pods`, `deployments.apps`. */
  readonly resource: string;
  /** The field by which watchers are indexed, besides the name. */
  readonly triggerField: string | undefined;
}

export class Cacher implements Reader, ResourceCache {
  readonly #options: CacherOptions;
  readonly #state = new SortedMap<KeyValue>();
  #window = new EventWindow();
  readonly #watchers: WatcherIndex;
  /** Notified when the cache has reached a later revision. */
  readonly #advanced: Signal;
  readonly #handlers: CacheHandler[] = [];
  #watch: EtcdWatch | undefined;
  #revision = 0;
  #listedAt = 0;
  #bookmarking = false;

  constructor(options: CacherOptions) {
    this.#options = options;
    this.#watchers = new WatcherIndex(options.triggerField);
    this.#advanced = new Signal(options.sim);
  }

  /** The cache includes everything up to this revision; 0 before its first list. */
  get revision(): number {
    return this.#revision;
  }

  /** Lists once, then follows etcd. Source: the cacher's own reflector. */
  *run(): Process {
    const { sim, resource, prefix } = this.#options;
    const isSynced = (): boolean => this.#revision > 0;
    const ends = begins(sim, {
      component,
      resource,
      prefix,
      get synced() {
        return isSynced();
      },
      list: () => this.list(),
      misplaced: () => undefined,
    });
    try {
      for (;;) yield* this.#listAndFollow();
    } finally {
      ends();
    }
  }

  *#listAndFollow(): Process {
    try {
      const watch = yield* this.#listAndWatch();
      if (watch === undefined) return;
      yield* this.#follow(watch);
      this.#restart();
    } catch (error) {
      if (!(error instanceof EtcdError)) throw error;
      yield* sleep(relistDelay);
    }
  }

  /** Lists, and opens a watch from there; `undefined` when etcd has compacted that revision. */
  *#listAndWatch(): Process<EtcdWatch | undefined> {
    const { etcd, prefix } = this.#options;
    const listed = yield* etcd.range({ key: prefix, prefix: true });
    this.#replace(listed.kvs);
    this.#listedAt = listed.revision;
    const watch = yield* etcd.watch(prefix, listed.revision + 1);
    if (!('events' in watch)) return undefined;
    this.#watch = watch;
    this.#advance(listed.revision);
    return watch;
  }

  /** What a list says, in place of what was known. Source: watchCache.Replace. */
  #replace(kvs: readonly KeyValue[]): void {
    const tell = (object: KubeObject | undefined, previous: KubeObject | undefined): void => {
      for (const handle of this.#handlers) handle(object, previous);
    };
    const listed = new Set(kvs.map(({ key }) => key));
    for (const known of [...this.#state.under(this.#options.prefix)]) {
      if (listed.has(known.key)) continue;
      this.#state.delete(known.key);
      tell(undefined, decode(known));
    }
    for (const kv of kvs) {
      const known = this.#state.get(kv.key);
      if (known?.modRevision === kv.modRevision) continue;
      this.#state.set(kv.key, kv);
      tell(decode(kv), known && decode(known));
    }
  }

  /**
   * The watch on etcd has ended, because what comes next was compacted: changes are missed. Clients
   * must begin anew, and reads wait for the next list. Source: Cacher.terminateAllWatchers.
   */
  #restart(): void {
    this.#options.sim.forEach(this.#watchers.all(), ({ stream }) => stream.close());
    this.#window = new EventWindow();
    this.#revision = 0;
  }

  *#follow(watch: EtcdWatch): Process {
    for (;;) {
      const event = yield* watch.events.receive();
      if (event === undefined) return;
      if (event.type === 'PROGRESS') this.#advance(event.revision);
      else this.#process(event);
    }
  }

  #advance(revision: number): void {
    if (revision <= this.#revision) return;
    this.#revision = revision;
    this.#advanced.notifyAll();
  }

  /** Applies one change and sends it to the watchers. Source: watchCache.processEvent. */
  #process({ kv, prevKv, type }: EtcdWatchEvent): void {
    const { tracer, sim, resource } = this.#options;
    const previous = prevKv === undefined ? undefined : decode(prevKv);
    const object =
      type === 'PUT' ? decode(kv) : withResourceVersion(previous as KubeObject, kv.modRevision);
    if (type === 'PUT') this.#state.set(kv.key, kv);
    else this.#state.delete(kv.key);
    const change: CacheEvent = {
      type: type === 'DELETE' ? 'DELETED' : previous === undefined ? 'ADDED' : 'MODIFIED',
      key: kv.key,
      object,
      previous,
      revision: kv.modRevision,
      at: sim.now,
    };
    this.#window.push(change);
    const deliveries: { readonly watcher: CacheWatcher; readonly event: WatchEvent }[] = [];
    for (const watcher of this.#watchers.candidates(object, previous)) {
      const event = watcher.eventFor(change);
      if (event !== undefined) deliveries.push({ watcher, event });
    }
    for (const handle of this.#handlers) handle(type === 'PUT' ? object : undefined, previous);
    const { name, namespace = '' } = object.metadata;
    tracer.emit({
      type: 'WatchCacheUpdated',
      component,
      event: change.type,
      ref: { resource, namespace, name },
      resourceVersion: object.metadata.resourceVersion,
      watchers: deliveries.length,
    });
    for (const { watcher, event } of sim.each(deliveries)) {
      watcher.deliver(event, change.revision);
    }
    this.#advance(change.revision);
  }

  cached(key: string): KeyValue | undefined {
    return this.#state.get(key);
  }

  *getAt(key: string, resourceVersion: string): Process<ApiResult<KubeObject | undefined>> {
    const fresh = yield* this.#waitFor(Number(resourceVersion));
    if (!fresh.ok) return fresh;
    const kv = this.#state.get(key);
    return ok(kv === undefined ? undefined : decode(kv));
  }

  /** Reads `namespace/name`, or `name`, within the process. */
  get(key: string): KubeObject | undefined {
    const kv = this.#state.get(this.#options.prefix + key);
    return kv === undefined ? undefined : decode(kv);
  }

  get size(): number {
    return this.#state.size;
  }

  list(): readonly KubeObject[] {
    return this.#state.under(this.#options.prefix).map(decode);
  }

  /** The only index: `namespace`. */
  byIndex(index: string, value: string): readonly KubeObject[] {
    assert(index === 'namespace', `no index ${index}`);
    return this.#state.under(`${this.#options.prefix}${value}/`).map(decode);
  }

  indexValues(index: string): readonly string[] {
    assert(index === 'namespace', `no index ${index}`);
    return [...new Set(this.list().map(({ metadata }) => metadata.namespace ?? ''))];
  }

  addHandler(handler: CacheHandler): void {
    for (const object of this.list()) handler(object, undefined);
    this.#handlers.push(handler);
  }

  /** Waits until the first list has been read. */
  *ready(): Process {
    while (this.#revision === 0) yield* this.#advanced.wait();
  }

  *listPage(query: ListQuery): Process<ApiResult<ListPage>> {
    const { resourceVersion } = query;
    if (query.continue !== '' || query.exact) {
      return yield* listFromEtcd(this.#options.etcd, query);
    }
    const wanted = resourceVersion === '' ? yield* this.#latestRevision() : Number(resourceVersion);
    const fresh = yield* this.#waitFor(wanted);
    if (!fresh.ok) return fresh;
    // A list at any revision is complete, whatever the limit.
    const limit = resourceVersion === '0' ? 0 : query.limit;
    const kvs = this.#state.under(query.prefix);
    return ok({ ...cutPage(kvs, { ...query, limit }, this.#revision), from: 'watch-cache' });
  }

  *openWatch(query: WatchQuery): Process<ApiResult<WatchStream>> {
    const { sim, tracer, resource } = this.#options;
    const stream = new WatchStream(sim, query.request, resource);
    const watcher = new CacheWatcher({ ...query, sim, tracer, stream, resource });
    const start = Number(query.resourceVersion);
    const wanted =
      query.sendInitialEvents && query.resourceVersion === ''
        ? yield* this.#latestRevision()
        : query.sendInitialEvents || start === 0
          ? start
          : 0;
    const fresh = yield* this.#waitFor(wanted);
    if (!fresh.ok) return fresh;
    const oldest = this.#window.oldestStart(this.#listedAt);
    if (start > 0 && !query.sendInitialEvents && start < oldest) {
      stream.send({
        type: 'ERROR',
        object: expired(`too old resource version: ${start} (${oldest})`),
      });
      stream.close();
      return ok(stream);
    }
    this.#begin(watcher, query, start);
    this.#open(watcher, query.timeoutSeconds);
    return ok(stream);
  }

  /** The first events of a new watcher: the present state, or the changes that it missed. */
  #begin(watcher: CacheWatcher, query: WatchQuery, start: number): void {
    const { sim } = this.#options;
    if (query.sendInitialEvents || start === 0) {
      const page = cutPage(this.#state.under(query.prefix), unlimited(query), this.#revision);
      watcher.begin(page.objects, this.#revision);
      if (query.sendInitialEvents && query.bookmarks) {
        sim.aside(() => watcher.bookmark(this.#revision, true));
      }
    } else {
      watcher.begin([], start);
      for (const change of sim.each(this.#window.after(start))) {
        if (!change.key.startsWith(query.prefix)) continue;
        const event = watcher.eventFor(change);
        if (event !== undefined) watcher.deliver(event, change.revision);
      }
    }
  }

  #open(watcher: CacheWatcher, timeoutSeconds: number): void {
    const { sim, tracer } = this.#options;
    this.#watchers.add(watcher);
    watcher.stream.onClose(() => this.#watchers.delete(watcher));
    if (watcher.bookmarks && !this.#bookmarking) {
      this.#bookmarking = true;
      sim.spawn('watch cache bookmarks', this.#sendBookmarks());
    }
    if (timeoutSeconds === 0) return;
    const timeout = timeoutSeconds * second;
    if (watcher.bookmarks && timeout > finalBookmark) {
      sim.after(timeout - finalBookmark, () => {
        tracer.timer(component, 'watch-bookmark');
        watcher.bookmark(this.#revision);
      });
    }
    sim.after(timeout, () => watcher.stream.close());
  }

  *#sendBookmarks(): Process {
    const { sim, tracer } = this.#options;
    for (;;) {
      yield* sleep(bookmarkInterval);
      tracer.timer(component, 'watch-bookmark');
      for (const watcher of sim.each(this.#watchers.all())) {
        if (watcher.bookmarks) watcher.bookmark(this.#revision);
      }
    }
  }

  /** Etcd's present revision. Source: store.GetCurrentResourceVersion. */
  *#latestRevision(): Process<number> {
    const { revision } = yield* this.#options.etcd.range({ key: this.#options.prefix });
    return revision;
  }

  /** Waits until the cache includes everything up to `revision`. Source: waitUntilFreshAndBlock. */
  *#waitFor(revision: number): Process<ApiResult<void>> {
    const { sim } = this.#options;
    while (this.#revision === 0) yield* sim.asideProcess(this.#advanced.wait());
    const deadline = sim.now + blockTimeout;
    if (this.#revision < revision) {
      assert(this.#watch !== undefined, 'a cache that was listed has its watch');
      this.#watch.requestProgress();
    }
    while (this.#revision < revision && sim.now < deadline) {
      yield* sim.asideProcess(firstOf(sim, [this.#advanced], deadline - sim.now));
    }
    if (this.#revision >= revision) return ok(undefined);
    return err(tooLargeResourceVersion(revision, this.#revision));
  }
}

const unlimited = (query: WatchQuery): ListQuery => ({
  prefix: query.prefix,
  selection: query.selection,
  limit: 0,
  continue: '',
  resourceVersion: '',
  exact: false,
});
