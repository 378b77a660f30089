/**
 * One resource's objects in etcd.
 *
 * Models k8s.io/apiserver pkg/storage/etcd3/store.go: Create, GuaranteedUpdate, Delete, Get, each
 * as an optimistic transaction on one key. In: keys and objects. Out: objects with their
 * resourceVersion, or the Status for the client.
 */
import { err, ok } from '#base/result';
import type { EtcdClient, KeyValue } from '#cluster/control-plane/etcd/client';
import { alreadyExists, conflict, type GroupResource, notFound } from '#k8s.io/apimachinery/errors';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { ownershipChanged } from '#k8s.io/apimachinery/managedfields/ledger';
import type { KubeObject, Preconditions } from '#k8s.io/apimachinery/meta/v1';
import type { ApiResult } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import type { RequestId } from '#trace/facts/client-go';
import type { Tracer } from '#trace/tracer';
import { decode, encode, type StoredObject, withResourceVersion } from './codec.ts';
import type { LeaseManager } from './lease-manager.ts';

/** The request of a change, and the key that it changes. */
export interface Target {
  readonly request: RequestId;
  readonly key: string;
  /** The name that errors show. */
  readonly name: string;
}

/** Builds the new state from the present one; undefined: there is none. */
export type Update = (current: KubeObject | undefined) => Process<ApiResult<KubeObject>>;

export interface Etcd3Options {
  readonly tracer: Tracer;
  readonly etcd: EtcdClient;
  readonly leases: LeaseManager;
  readonly groupResource: GroupResource;
  /** Seconds until a written object expires; 0: never. */
  readonly ttlSeconds: number;
}

/** The state of a key, and whether etcd may have a newer one. */
interface KeyState {
  readonly kv: KeyValue | undefined;
  readonly cached: boolean;
}

export class Etcd3Store {
  readonly #options: Etcd3Options;

  constructor(options: Etcd3Options) {
    this.#options = options;
  }

  /** The present object, by a linearizable read. */
  *get(key: string): Process<KubeObject | undefined> {
    const kv = yield* this.#read(key);
    return kv === undefined ? undefined : decode(kv);
  }

  /** Stores a new object. Source: store.Create. */
  *create(target: Target, object: KubeObject): Process<ApiResult<KubeObject>> {
    const written = yield* this.#put(target, encode(object), 0);
    if (written.succeeded) return ok(decode(written.kv as KeyValue));
    return err(alreadyExists(this.#options.groupResource, target.name));
  }

  /**
   * Changes an object, and tries again until no other write came first. It begins with `cached`, if
   * given; if that fails or changes nothing, it tries once more on live data. Source:
   * store.GuaranteedUpdate.
   */
  *guaranteedUpdate(
    target: Target,
    cached: KeyValue | undefined,
    preconditions: Preconditions | undefined,
    update: Update,
  ): Process<ApiResult<KubeObject>> {
    let state = yield* this.#initialState(target.key, cached);
    for (;;) {
      const current = state.kv === undefined ? undefined : decode(state.kv);
      const failed = this.#failedPrecondition(target, current, preconditions);
      const updated = failed ?? (yield* update(current));
      const value = updated.ok ? encode(updated.value) : undefined;
      const unchanged =
        updated.ok &&
        current !== undefined &&
        deepEqual(value, state.kv?.value) &&
        !ownershipChanged(updated.value, current);
      if (!updated.ok || value === undefined || unchanged) {
        const live = state.cached ? yield* this.#read(target.key) : state.kv;
        if (live === state.kv) return updated.ok ? ok(current as KubeObject) : updated;
        state = { kv: live, cached: false };
        continue;
      }
      const written = yield* this.#put(target, value, state.kv?.modRevision ?? 0);
      if (written.succeeded) return ok(decode(written.kv as KeyValue));
      state = { kv: written.kv, cached: false };
    }
  }

  /**
   * Removes an object if `check` allows it. Returns its last state with the revision of the
   * deletion. Source: store.Delete.
   */
  *delete(
    target: Target,
    cached: KeyValue | undefined,
    preconditions: Preconditions | undefined,
    check: (object: KubeObject) => Process<ApiResult<void>>,
  ): Process<ApiResult<KubeObject>> {
    let state = yield* this.#initialState(target.key, cached);
    for (;;) {
      const { kv } = state;
      if (kv === undefined) return err(notFound(this.#options.groupResource, target.name));
      const object = decode(kv);
      const failed =
        this.#failedPrecondition(target, object, preconditions) ?? (yield* check(object));
      if (!failed.ok) {
        const live = state.cached ? yield* this.#read(target.key) : kv;
        if (live === kv) return failed;
        state = { kv: live, cached: false };
        continue;
      }
      this.#announce(target, object.apiVersion, kv.modRevision);
      const expectedRevision = kv.modRevision;
      const answer = yield* this.#options.etcd.txn({
        op: 'delete',
        key: target.key,
        expectedRevision,
      });
      if (answer.succeeded) return ok(withResourceVersion(object, answer.revision));
      state = { kv: answer.kv, cached: false };
    }
  }

  *#initialState(key: string, cached: KeyValue | undefined): Process<KeyState> {
    if (cached !== undefined) return { kv: cached, cached: true };
    return { kv: yield* this.#read(key), cached: false };
  }

  *#read(key: string): Process<KeyValue | undefined> {
    const response = yield* this.#options.etcd.range({ key });
    return response.kvs[0];
  }

  *#put(target: Target, value: StoredObject, expectedRevision: number) {
    const { etcd, leases, ttlSeconds } = this.#options;
    const lease = ttlSeconds > 0 ? yield* leases.leaseFor(ttlSeconds) : 0;
    this.#announce(target, value.apiVersion, expectedRevision);
    return yield* etcd.txn({ op: 'put', key: target.key, expectedRevision, value, lease });
  }

  #announce(target: Target, storageVersion: string, expectedRevision: number): void {
    this.#options.tracer.emit({
      type: 'StorageWriteStarted',
      component: 'kube-apiserver',
      request: target.request,
      key: target.key,
      storageVersion,
      expectedRevision,
    });
  }

  /** Source: storage.Preconditions.Check, registry storage InterpretUpdateError. */
  #failedPrecondition(
    target: Target,
    object: KubeObject | undefined,
    preconditions: Preconditions | undefined,
  ): ApiResult<never> | undefined {
    if (preconditions === undefined || object === undefined) return undefined;
    const { uid, resourceVersion } = object.metadata;
    const wanted = preconditions;
    const failure =
      wanted.uid !== undefined && wanted.uid !== uid
        ? `UID in precondition: ${wanted.uid}, UID in object meta: ${uid}`
        : wanted.resourceVersion !== undefined && wanted.resourceVersion !== resourceVersion
          ? `ResourceVersion in precondition: ${wanted.resourceVersion}, ` +
            `ResourceVersion in object meta: ${resourceVersion}`
          : undefined;
    if (failure === undefined) return undefined;
    const detail =
      `StorageError: invalid object, Code: 4, Key: ${target.key}, ResourceVersion: 0, ` +
      `AdditionalErrorMsg: Precondition failed: ${failure}`;
    return err(conflict(this.#options.groupResource, target.name, detail));
  }
}
