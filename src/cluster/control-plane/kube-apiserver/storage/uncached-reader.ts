/**
 * Reads of a resource without a watch cache. Only events have none, as they change too often.
 * Source: kubernetes pkg/kubeapiserver DefaultWatchCacheSizes.
 */
import { ok } from '#base/result';
import { second } from '#base/sim-time';
import type {
  EtcdClient,
  EtcdWatch,
  EtcdWatchEvent,
  KeyValue,
} from '#cluster/control-plane/etcd/client';
import { expired } from '#k8s.io/apimachinery/errors';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process, Simulation } from '#sim/simulation';
import type { Tracer } from '#trace/tracer';
import { CacheWatcher } from './cache-watcher.ts';
import { decode, withResourceVersion } from './codec.ts';
import type { CacheEvent } from './event-window.ts';
import { listFromEtcd } from './pages.ts';
import type { ListPage, ListQuery, Reader, WatchQuery } from './reader.ts';

export interface UncachedOptions {
  readonly sim: Simulation;
  readonly tracer: Tracer;
  readonly etcd: EtcdClient;
  readonly resource: string;
}

export class UncachedReader implements Reader {
  readonly #options: UncachedOptions;

  constructor(options: UncachedOptions) {
    this.#options = options;
  }

  *run(): Process {
    // It has no state.
  }

  cached(): undefined {
    return undefined;
  }

  *getAt(key: string): Process<ApiResult<KubeObject | undefined>> {
    const { kvs } = yield* this.#options.etcd.range({ key });
    return ok(kvs[0] === undefined ? undefined : decode(kvs[0]));
  }

  *listPage(query: ListQuery): Process<ApiResult<ListPage>> {
    return yield* listFromEtcd(this.#options.etcd, query);
  }

  *openWatch(query: WatchQuery): Process<ApiResult<WatchStream>> {
    const { sim, tracer, etcd, resource } = this.#options;
    const stream = new WatchStream(sim, query.request);
    const watcher = new CacheWatcher({ ...query, sim, tracer, stream, resource });
    let start = Number(query.resourceVersion);
    let initial: readonly KeyValue[] | undefined;
    if (query.sendInitialEvents || start === 0) {
      const state = yield* etcd.range({ key: query.prefix, prefix: true });
      initial = state.kvs;
      start = state.revision;
    }
    const watch = yield* etcd.watch(query.prefix, start + 1);
    if (!('events' in watch)) {
      const object = expired('The resourceVersion for the provided watch is too old.');
      stream.send({ type: 'ERROR', object });
      stream.close();
      return ok(stream);
    }
    this.#begin(watcher, query, initial, start);
    stream.onClose(() => watch.cancel());
    sim.spawn('etcd watch', this.#follow(watcher, watch));
    if (query.timeoutSeconds > 0) {
      sim.after(query.timeoutSeconds * second, () => stream.close());
    }
    return ok(stream);
  }

  #begin(
    watcher: CacheWatcher,
    query: WatchQuery,
    initial: readonly KeyValue[] | undefined,
    revision: number,
  ): void {
    const { sim } = this.#options;
    const objects = (initial ?? []).map(decode);
    watcher.begin(
      objects.filter((object) => watcher.selects(object)),
      revision,
    );
    if (query.sendInitialEvents && query.bookmarks) {
      sim.aside(() => watcher.bookmark(revision, true));
    }
  }

  *#follow(watcher: CacheWatcher, watch: EtcdWatch): Process {
    for (;;) {
      const event = yield* watch.events.receive();
      if (event === undefined) return;
      if (event.type === 'PROGRESS') continue;
      const sent = watcher.eventFor(changeOf(event, this.#options.sim.now));
      if (sent !== undefined) watcher.deliver(sent, event.kv.modRevision);
    }
  }
}

function changeOf({ type, kv, prevKv }: EtcdWatchEvent, at: number): CacheEvent {
  const previous = prevKv === undefined ? undefined : decode(prevKv);
  const { key, modRevision: revision } = kv;
  if (type === 'PUT') {
    const object = decode(kv);
    return { type: previous ? 'MODIFIED' : 'ADDED', key, object, previous, revision, at };
  }
  const object = withResourceVersion(previous as KubeObject, revision);
  return { type: 'DELETED', key, object, previous, revision, at };
}
