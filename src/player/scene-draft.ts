/**
 * A scene while facts are folded into it: each map is copied at its first change and not before, so
 * that a fold over many facts copies only what it changes, and only once.
 */
import type { FactOf } from '#trace/facts';
import type {
  CacheScene,
  CommandScene,
  ComponentScene,
  ControllerScene,
  CutLink,
  EtcdScene,
  NodeScene,
  PodScene,
  QueueScene,
  RequestScene,
  Scene,
  SchedulerScene,
  StoredKey,
  WatchScene,
} from './scene.ts';

/** A map that copies itself when it is first written to. */
export class MapDraft<K, V> {
  readonly #base: ReadonlyMap<K, V>;
  #copy: Map<K, V> | undefined;

  constructor(base: ReadonlyMap<K, V>) {
    this.#base = base;
  }

  get(key: K): V | undefined {
    return (this.#copy ?? this.#base).get(key);
  }

  set(key: K, value: V): void {
    this.#copy ??= new Map(this.#base);
    this.#copy.set(key, value);
  }

  delete(key: K): void {
    if (!(this.#copy ?? this.#base).has(key)) return;
    this.#copy ??= new Map(this.#base);
    this.#copy.delete(key);
  }

  values(): IterableIterator<V> {
    return (this.#copy ?? this.#base).values();
  }

  /** The finished map: the original one if nothing changed. */
  done(): ReadonlyMap<K, V> {
    return this.#copy ?? this.#base;
  }
}

export class SceneDraft {
  readonly #base: Scene;
  readonly components: MapDraft<string, ComponentScene>;
  readonly requests: MapDraft<number, RequestScene>;
  readonly senders: MapDraft<string, number>;
  readonly watches: MapDraft<number, WatchScene>;
  readonly keys: MapDraft<string, StoredKey>;
  readonly members: MapDraft<string, FactOf<'RaftRoleChanged'>>;
  readonly watchCaches: MapDraft<string, CacheScene>;
  readonly informers: MapDraft<string, CacheScene>;
  readonly queues: MapDraft<string, QueueScene>;
  readonly controllers: MapDraft<string, ControllerScene>;
  readonly assumed: MapDraft<string, string>;
  readonly bound: MapDraft<string, string>;
  readonly pods: MapDraft<string, PodScene>;
  readonly nodes: MapDraft<string, NodeScene>;
  revision: number;
  returned: number;
  scheduler: SchedulerScene;
  commands: readonly CommandScene[];
  cutLinks: readonly CutLink[];
  outside: string;
  #events: FactOf<'EventRecorded'>[] | undefined;

  constructor(base: Scene) {
    this.#base = base;
    this.components = new MapDraft(base.components);
    this.requests = new MapDraft(base.requests);
    this.senders = new MapDraft(base.senders);
    this.watches = new MapDraft(base.watches);
    this.keys = new MapDraft(base.etcd.keys);
    this.members = new MapDraft(base.etcd.members);
    this.watchCaches = new MapDraft(base.watchCaches);
    this.informers = new MapDraft(base.informers);
    this.queues = new MapDraft(base.queues);
    this.controllers = new MapDraft(base.controllers);
    this.assumed = new MapDraft(base.scheduler.assumed);
    this.bound = new MapDraft(base.scheduler.bound);
    this.pods = new MapDraft(base.pods);
    this.nodes = new MapDraft(base.nodes);
    this.revision = base.etcd.revision;
    this.returned = base.returned;
    this.scheduler = base.scheduler;
    this.commands = base.commands;
    this.cutLinks = base.cutLinks;
    this.outside = base.outside;
  }

  addEvent(event: FactOf<'EventRecorded'>): void {
    this.#events ??= [...this.#base.events];
    this.#events.push(event);
  }

  /** The scene after the last fact that was folded in. */
  finish(cursor: number, at: number): Scene {
    const base = this.#base;
    return {
      cursor,
      at,
      components: this.components.done(),
      requests: this.requests.done(),
      returned: this.returned,
      senders: this.senders.done(),
      watches: this.watches.done(),
      etcd: this.#etcd(),
      watchCaches: this.watchCaches.done(),
      informers: this.informers.done(),
      queues: this.queues.done(),
      controllers: this.controllers.done(),
      scheduler: this.#scheduler(),
      pods: this.pods.done(),
      nodes: this.nodes.done(),
      cutLinks: this.cutLinks,
      commands: this.commands,
      outside: this.outside,
      events: this.#events ?? base.events,
    };
  }

  #etcd(): EtcdScene {
    const { etcd } = this.#base;
    const [keys, members] = [this.keys.done(), this.members.done()];
    const same = keys === etcd.keys && members === etcd.members && this.revision === etcd.revision;
    return same ? etcd : { revision: this.revision, keys, members };
  }

  #scheduler(): SchedulerScene {
    const assumed = this.assumed.done();
    const bound = this.bound.done();
    const { scheduler } = this;
    if (assumed === scheduler.assumed && bound === scheduler.bound) return scheduler;
    return { ...scheduler, assumed, bound };
  }
}
