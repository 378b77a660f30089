/**
 * The versioned key space of etcd: the present value of every key, and its history.
 *
 * Models etcd's server/storage/mvcc: one counter for the whole store that grows by one with each
 * write, and for every key its create revision, mod revision and version. In: puts and deletes.
 * Out: key values, ranges (also of older revisions) and the events of any interval of revisions.
 * Independent of time and trace.
 *
 * Keys are kept sorted by directory (`/registry/pods/`), so that a range reads only its own
 * directory.
 */
import { assert } from '#base/assert';
import { SortedMap } from '#base/sorted-map';
import type {
  EtcdWatchEvent,
  KeyValue,
  RangeRequest,
  RangeResponse,
  TxnRequest,
} from './client.ts';

type Directory = SortedMap<KeyValue>;

/** An empty cluster begins at revision 1. */
const firstRevision = 1;

export class MvccStore {
  #revision = firstRevision;
  #compacted = 0;
  readonly #directories = new Map<string, Directory>();
  /** One event for each revision after the last compacted one. */
  #log: EtcdWatchEvent[] = [];
  #logStart = firstRevision + 1;

  get revision(): number {
    return this.#revision;
  }

  /** Revisions up to and including this one can no longer be read. */
  get compactRevision(): number {
    return this.#compacted;
  }

  get(key: string): KeyValue | undefined {
    return this.#directories.get(directoryOf(key))?.get(key);
  }

  /** Writes one key whose precondition the caller has checked, at the next revision. */
  apply(request: Pick<TxnRequest, 'op' | 'key' | 'value' | 'lease'>): EtcdWatchEvent {
    return request.op === 'put'
      ? this.#put(request.key, request.value, request.lease ?? 0)
      : this.#delete(request.key);
  }

  #put(key: string, value: unknown, lease: number): EtcdWatchEvent {
    const directory = this.#directory(key);
    const prevKv = directory.get(key);
    const modRevision = ++this.#revision;
    const kv: KeyValue = {
      key,
      value,
      createRevision: prevKv?.createRevision ?? modRevision,
      modRevision,
      version: (prevKv?.version ?? 0) + 1,
      lease,
    };
    directory.set(key, kv);
    return this.#record({ type: 'PUT', kv, prevKv });
  }

  #delete(key: string): EtcdWatchEvent {
    const directory = this.#directory(key);
    const prevKv = directory.get(key);
    assert(prevKv !== undefined, `${key} is deleted but not there`);
    directory.delete(key);
    const modRevision = ++this.#revision;
    const kv = { key, value: undefined, createRevision: 0, modRevision, version: 0, lease: 0 };
    return this.#record({ type: 'DELETE', kv, prevKv });
  }

  #record(event: EtcdWatchEvent): EtcdWatchEvent {
    this.#log.push(event);
    return event;
  }

  /** Source: etcd rangeKeys. */
  range(request: RangeRequest): RangeResponse {
    const past = request.revision ?? 0;
    if (past !== 0 && past < this.#compacted) {
      return { kvs: [], count: 0, revision: this.#revision, compactRevision: this.#compacted };
    }
    const all =
      past === 0 || past >= this.#revision ? this.#present(request) : this.#past(request, past);
    const from = request.from;
    const kvs = from === undefined ? all : all.filter((kv) => kv.key >= from);
    const limit = request.limit ?? 0;
    return {
      kvs: limit > 0 && kvs.length > limit ? kvs.slice(0, limit) : kvs,
      count: kvs.length,
      revision: this.#revision,
    };
  }

  #present({ key, prefix }: RangeRequest): readonly KeyValue[] {
    if (prefix !== true) {
      const kv = this.get(key);
      return kv === undefined ? [] : [kv];
    }
    return this.#directoriesUnder(key).flatMap((directory) => directory.under(key));
  }

  /** Reads at an older revision: the present state with the later events undone. */
  #past(request: RangeRequest, revision: number): readonly KeyValue[] {
    const { key, prefix } = request;
    const state = new Map(this.#present(request).map((kv) => [kv.key, kv]));
    for (let i = this.#log.length - 1; i >= 0; i--) {
      const event = this.#log[i] as EtcdWatchEvent;
      if (event.kv.modRevision <= revision) break;
      if (prefix === true ? !event.kv.key.startsWith(key) : event.kv.key !== key) continue;
      if (event.prevKv === undefined) state.delete(event.kv.key);
      else state.set(event.kv.key, event.prevKv);
    }
    return [...state.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** The events from `revision` on, oldest first. */
  eventsFrom(revision: number): readonly EtcdWatchEvent[] {
    return this.#log.slice(Math.max(0, revision - this.#logStart));
  }

  /** Drops the history up to and including `revision`; the present values stay. */
  compact(revision: number): void {
    if (revision <= this.#compacted || revision > this.#revision) return;
    this.#compacted = revision;
    this.#log = this.#log.slice(Math.max(0, revision + 1 - this.#logStart));
    this.#logStart = Math.max(this.#logStart, revision + 1);
  }

  #directory(key: string): Directory {
    const name = directoryOf(key);
    let directory = this.#directories.get(name);
    if (directory === undefined) {
      directory = new SortedMap();
      this.#directories.set(name, directory);
    }
    return directory;
  }

  #directoriesUnder(prefix: string): readonly Directory[] {
    const name = directoryOf(prefix);
    if (prefix.startsWith(name) && name !== '') {
      const directory = this.#directories.get(name);
      return directory === undefined ? [] : [directory];
    }
    return [...this.#directories]
      .filter(([directory]) => directory.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, directory]) => directory);
  }
}

/** `/registry/pods/` of `/registry/pods/default/nginx`; empty for a key without a directory. */
export function directoryOf(key: string): string {
  const second = key.indexOf('/', 1);
  const third = second < 0 ? -1 : key.indexOf('/', second + 1);
  return third < 0 ? '' : key.slice(0, third + 1);
}
