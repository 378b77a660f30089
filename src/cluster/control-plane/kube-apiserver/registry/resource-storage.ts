/**
 * A stored resource as the handlers see it: its reads (gets, lists, watches, tables); writes go to
 * its store.
 *
 * Models the reading half of k8s.io/apiserver's genericregistry.Store; `Store` is the writing half.
 */
import type { Prng } from '#base/prng';
import { err, ok } from '#base/result';
import { badRequest, notFound } from '#k8s.io/apimachinery/errors';
import type {
  DeleteOptions,
  KubeList,
  KubeObject,
  Status,
  Table,
} from '#k8s.io/apimachinery/meta/v1';
import { etcdListPrefix, groupResource } from '#k8s.io/apimachinery/resources';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import { isCustom } from '../apiextensions/custom-resource-info.ts';
import { printTable } from '../printers/print-table.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { parseSelection, type Selection } from '../storage/selection.ts';
import type {
  GetOptions,
  ListOptions,
  RestStorage,
  StorageResult,
  UpdateResult,
  UpdateTransform,
  WatchOptions,
} from './rest-storage.ts';
import type { Store } from './store.ts';

/** A watch without a timeout ends after this time plus a random share of it. */
const leastWatchSeconds = 1800;

export class ResourceStorage implements RestStorage {
  readonly store: Store;
  readonly #prng: Prng;

  constructor(store: Store) {
    this.store = store;
    this.#prng = store.options.prng;
  }

  create(attrs: RequestAttributes, object: KubeObject): Process<StorageResult<KubeObject>> {
    return this.store.create(attrs, object);
  }

  update(
    attrs: RequestAttributes,
    transform: UpdateTransform,
  ): Process<StorageResult<UpdateResult>> {
    return this.store.update(attrs, transform);
  }

  delete(
    attrs: RequestAttributes,
    options: DeleteOptions,
  ): Process<StorageResult<KubeObject | Status>> {
    return this.store.delete(attrs, options);
  }

  *deleteCollection(
    attrs: RequestAttributes,
    options: DeleteOptions,
    list: ListOptions,
  ): Process<StorageResult<KubeList>> {
    const listed = yield* this.list(attrs, list);
    return listed.ok ? yield* this.store.deleteAll(attrs, options, listed.value) : listed;
  }

  /** Empty resourceVersion: from etcd; otherwise from the watch cache. */
  *get(attrs: RequestAttributes, options: GetOptions): Process<StorageResult<KubeObject>> {
    const { storage, reader, resource } = this.store.options;
    const { key } = this.store.target(attrs);
    const live = options.resourceVersion === '';
    const read = live
      ? ok(yield* storage.get(key))
      : yield* reader.getAt(key, options.resourceVersion);
    if (!read.ok) return read;
    this.#emitRead(attrs, live ? 'etcd' : 'watch-cache', read.value === undefined ? 0 : 1, '');
    if (read.value === undefined) return err(notFound(groupResource(resource), attrs.name));
    return ok(this.store.served(read.value));
  }

  *list(attrs: RequestAttributes, options: ListOptions): Process<StorageResult<KubeList>> {
    const { reader, resource, conversion } = this.store.options;
    const selection = this.#selection(options);
    if (!selection.ok) return selection;
    const { resourceVersion, resourceVersionMatch, limit } = options;
    // A page with a resourceVersion is of exactly that revision, unless the request says otherwise.
    const paged = limit > 0 && resourceVersion !== '' && resourceVersion !== '0';
    const page = yield* reader.listPage({
      prefix: etcdListPrefix(resource, attrs.namespace),
      selection: selection.value,
      limit,
      continue: options.continue,
      resourceVersion,
      exact: resourceVersionMatch === 'Exact' || (paged && resourceVersionMatch === ''),
    });
    if (!page.ok) return page;
    const { objects, remaining, from } = page.value;
    this.#emitRead(attrs, from, objects.length, page.value.resourceVersion);
    return ok({
      kind: `${resource.kind}List`,
      apiVersion: resource.apiVersion,
      metadata: {
        resourceVersion: page.value.resourceVersion,
        ...(page.value.continue !== '' && { continue: page.value.continue }),
        ...(remaining !== undefined && remaining > 0 && { remainingItemCount: remaining }),
      },
      items: conversion === undefined ? objects : objects.map(conversion.fromStorage),
    });
  }

  *watch(attrs: RequestAttributes, options: WatchOptions): Process<StorageResult<WatchStream>> {
    const { reader, resource, conversion } = this.store.options;
    const selection = this.#selection(options);
    if (!selection.ok) return selection;
    const chosen = leastWatchSeconds + this.#prng.nextInt(leastWatchSeconds);
    return yield* reader.openWatch({
      request: attrs.request,
      prefix: etcdListPrefix(resource, attrs.namespace),
      namespace: attrs.namespace,
      selection: selection.value,
      resourceVersion: options.resourceVersion,
      bookmarks: options.allowWatchBookmarks,
      sendInitialEvents: options.sendInitialEvents,
      timeoutSeconds: options.timeoutSeconds === 0 ? chosen : options.timeoutSeconds,
      to: attrs.user.name,
      apiVersion: resource.apiVersion,
      kind: resource.kind,
      convert: formOf(conversion?.fromStorage, options.form),
    });
  }

  convertToTable(object: KubeObject | KubeList): Table {
    const { resource, sim, conversion } = this.store.options;
    if (conversion === undefined) return printTable(resource, object, sim.now);
    const { toStorage } = conversion;
    const stored =
      'items' in object ? { ...object, items: object.items.map(toStorage) } : toStorage(object);
    return printTable(resource, stored, sim.now);
  }

  #selection(options: {
    readonly labelSelector: string;
    readonly fieldSelector: string;
  }): StorageResult<Selection> {
    const custom = isCustom(this.store.options.resource);
    const parsed = parseSelection(options, this.store.strategy.fields, custom);
    return parsed.ok ? parsed : err(badRequest(parsed.error));
  }

  #emitRead(
    { request }: RequestAttributes,
    from: 'watch-cache' | 'etcd',
    items: number,
    resourceVersion: string,
  ): void {
    this.store.options.tracer.emit({
      type: 'ReadServed',
      component: 'kube-apiserver',
      request,
      from,
      items,
      resourceVersion,
    });
  }
}

/** Converts a stored object to the requested version, and then to the requested form. */
function formOf(
  convert: ((object: KubeObject) => KubeObject) | undefined,
  form: ((object: KubeObject) => unknown) | undefined,
): ((object: KubeObject) => KubeObject) | undefined {
  if (form === undefined) return convert;
  // The stream carries the requested form, but its type allows only objects.
  return (object) => form(convert?.(object) ?? object) as KubeObject;
}
