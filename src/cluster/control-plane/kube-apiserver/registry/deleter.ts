/**
 * Deletes one object of a store: at once, after its grace period, or once its finalizers are gone.
 *
 * Models k8s.io/apiserver pkg/registry/generic/registry store.go Delete and
 * updateForGracefulDeletionAndFinalizers.
 */
import { err, ok } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import { conflict, notFound, unknownError } from '#k8s.io/apimachinery/errors';
import type { DeleteOptions, KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { groupResource } from '#k8s.io/apimachinery/resources';
import type { Process } from '#sim/simulation';
import type { RequestAttributes } from '../request-attributes.ts';
import { beforeDelete, deletionFinalizers, markAsDeleting, withFinalizers } from './deletion.ts';
import type { StorageResult } from './rest-storage.ts';
import { type StoreOptions, servedForm, targetOf } from './store-options.ts';

// Two ways in which marking an object ends without a write; they are compared by identity.
const deleteNow: Status = unknownError('delete now');
const alreadyDeleting: Status = unknownError('already deleting');

export class Deleter {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  *delete(
    attrs: RequestAttributes,
    options: DeleteOptions,
  ): Process<StorageResult<KubeObject | Status>> {
    const { storage, admission, resource, sim } = this.#options;
    const target = targetOf(this.#options, attrs);
    const present = yield* storage.get(target.key);
    if (present === undefined) return err(notFound(groupResource(resource), attrs.name));
    const admittedChange = yield* admission.admit({
      request: attrs,
      operation: 'DELETE',
      object: present,
      old: present,
    });
    if (!admittedChange.ok) return admittedChange;
    const unmet = this.#unmetPrecondition(present, options);
    if (unmet !== undefined) return err(unmet);
    const { strategy } = this.#options;
    const held = strategy.holdDeletion?.(present, rfc3339(sim.now));
    if (held !== undefined) return yield* this.#hold(attrs, present, held);
    const graceful = beforeDelete(strategy, present, options, sim.now);
    if (graceful.kind === 'pending') return ok(servedForm(this.#options, present));
    const finalizers = deletionFinalizers(strategy, present, options);
    const { uid, finalizers: before = [] } = present.metadata;
    if (graceful.kind === 'marked' || finalizers.length > 0 || before.length > 0) {
      const marked = yield* this.#mark(attrs, options);
      if (!marked.ok && marked.error !== deleteNow) {
        return marked.error === alreadyDeleting ? ok(servedForm(this.#options, present)) : marked;
      }
      if (marked.ok && !goesNow(marked.value)) return ok(servedForm(this.#options, marked.value));
      // The mark changed the resourceVersion; from here on only the uid must match.
      if (marked.ok) return yield* this.#deleteMarked(attrs, marked.value, { uid });
    }
    return yield* this.deleteNow(attrs, options);
  }

  /** Another client that saw the mark may have deleted the object first: that is a success too. */
  *#deleteMarked(
    attrs: RequestAttributes,
    marked: KubeObject,
    preconditions: { readonly uid: string },
  ): Process<StorageResult<KubeObject | Status>> {
    const deleted = yield* this.deleteNow(attrs, { preconditions });
    return !deleted.ok && deleted.error.code === 404 ? ok(this.#answer(marked)) : deleted;
  }

  /** Marks an object that its kind still holds back. Source: namespace storage Delete. */
  *#hold(
    attrs: RequestAttributes,
    present: KubeObject,
    held: KubeObject,
  ): Process<StorageResult<KubeObject>> {
    if (held === present) return ok(present);
    const { storage, sim, admission, resource, reader } = this.#options;
    const { strategy } = this.#options;
    const target = targetOf(this.#options, attrs);
    const update = function* (current: KubeObject | undefined): Process<StorageResult<KubeObject>> {
      if (current === undefined) return err(notFound(groupResource(resource), attrs.name));
      const checked = yield* admission.validate({
        request: attrs,
        operation: 'DELETE',
        object: current,
        old: current,
      });
      if (!checked.ok) return checked;
      return ok(strategy.holdDeletion?.(current, rfc3339(sim.now)) ?? current);
    };
    if (attrs.dryRun) return yield* update(present);
    return yield* storage.guaranteedUpdate(target, reader.cached(target.key), undefined, update);
  }

  /** Writes the deletion into the object and checks the preconditions again. */
  *#mark(attrs: RequestAttributes, options: DeleteOptions): Process<StorageResult<KubeObject>> {
    const { storage, reader, sim, admission } = this.#options;
    const { strategy } = this.#options;
    const target = targetOf(this.#options, attrs);
    const self = this;
    let validated = false;
    const update = function* (current: KubeObject | undefined): Process<StorageResult<KubeObject>> {
      const { resource } = self.#options;
      if (current === undefined) return err(notFound(groupResource(resource), attrs.name));
      const unmet = self.#unmetPrecondition(current, options);
      if (unmet !== undefined) return err(unmet);
      const graceful = beforeDelete(strategy, current, options, sim.now);
      if (graceful.kind === 'pending') return err(alreadyDeleting);
      const finalizers = deletionFinalizers(strategy, current, options);
      if (graceful.kind === 'none' && finalizers.length === 0) return err(deleteNow);
      if (!validated) {
        validated = true;
        const checked = yield* admission.validate({
          request: attrs,
          operation: 'DELETE',
          object: current,
          old: current,
        });
        if (!checked.ok) return checked;
      }
      const marked =
        graceful.kind === 'marked' ? graceful.object : markAsDeleting(current, sim.now);
      return ok(withFinalizers(marked, finalizers));
    };
    if (attrs.dryRun) return yield* update(yield* storage.get(target.key));
    return yield* storage.guaranteedUpdate(target, reader.cached(target.key), undefined, update);
  }

  /** Removes the object from the store; returns it or a Status, depending on the kind. */
  *deleteNow(
    attrs: RequestAttributes,
    { preconditions }: DeleteOptions,
    check: (object: KubeObject) => Process<StorageResult<void>> = (object) =>
      this.#options.admission.validate({
        request: attrs,
        operation: 'DELETE',
        object,
        old: object,
      }),
  ): Process<StorageResult<KubeObject | Status>> {
    const { storage, reader, hooks } = this.#options;
    const target = targetOf(this.#options, attrs);
    const deleted = attrs.dryRun
      ? yield* this.#dryDelete(attrs, check)
      : yield* storage.delete(target, reader.cached(target.key), preconditions, check);
    if (!deleted.ok) return deleted;
    if (!attrs.dryRun && hooks?.afterDelete !== undefined) {
      yield* hooks.afterDelete(attrs, deleted.value);
    }
    return ok(this.#answer(deleted.value));
  }

  #answer(deleted: KubeObject): KubeObject | Status {
    const { strategy } = this.#options;
    return strategy.returnDeletedObject
      ? servedForm(this.#options, deleted)
      : this.#success(deleted);
  }

  *#dryDelete(
    attrs: RequestAttributes,
    check: (object: KubeObject) => Process<StorageResult<void>>,
  ): Process<StorageResult<KubeObject>> {
    const { storage, resource } = this.#options;
    const present = yield* storage.get(targetOf(this.#options, attrs).key);
    if (present === undefined) return err(notFound(groupResource(resource), attrs.name));
    const checked = yield* check(present);
    return checked.ok ? ok(present) : checked;
  }

  /** Source: rest.BeforeDelete. */
  #unmetPrecondition({ metadata }: KubeObject, options: DeleteOptions): Status | undefined {
    const { preconditions } = options;
    const group = groupResource(this.#options.resource);
    const { uid, resourceVersion } = preconditions ?? {};
    if (uid !== undefined && uid !== metadata.uid) {
      return conflict(
        group,
        metadata.name,
        `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}).` +
          ' The object might have been deleted and then recreated',
      );
    }
    if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
      return conflict(
        group,
        metadata.name,
        `the ResourceVersion in the precondition (${resourceVersion}) does not match the ` +
          `ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
      );
    }
    return undefined;
  }

  #success({ metadata }: KubeObject): Status {
    const { group, plural: kind } = this.#options.resource;
    const { name, uid } = metadata;
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name, ...(group !== '' && { group }), kind, uid },
    };
  }
}

/** No finalizer holds the object and its grace period is zero. */
const goesNow = ({ metadata }: KubeObject): boolean =>
  (metadata.finalizers ?? []).length === 0 && (metadata.deletionGracePeriodSeconds ?? 0) === 0;
