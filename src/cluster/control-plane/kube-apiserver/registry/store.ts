/**
 * The generic store behind every resource: create, read, update and delete in upstream's order.
 *
 * Models k8s.io/apiserver pkg/registry/generic/registry store.go with pkg/registry/rest create.go
 * and update.go. In: objects as sent by clients. Out: stored objects, or the Status of the failure;
 * `Defaulted`, `Mutated`, `Validated`, `Admitted` and the storage's facts.
 */
import { err, ok, type Result } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import { uuidV4 } from '#base/uuid';
import { applyDefaults } from '#k8s.io/api/defaults/apply-defaults';
import { toStorage } from '#k8s.io/api/to-storage';
import {
  alreadyExists,
  alreadyExistsTerminating,
  badRequest,
  conflict,
  forbidden,
  generateNameConflict,
  invalid,
  isAlreadyExists,
  notFound,
  unknownError,
} from '#k8s.io/apimachinery/errors';
import { type FieldError, fieldErrorMessage, invalidValue } from '#k8s.io/apimachinery/field-error';
import { carryLedger, Ledger } from '#k8s.io/apimachinery/managedfields/ledger';
import type { Managers } from '#k8s.io/apimachinery/managedfields/managers';
import type { DeleteOptions, KubeList, KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { generateName } from '#k8s.io/apimachinery/rand';
import { groupResource, type ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { Process } from '#sim/simulation';
import type { Operation } from '../admission/admission.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { withMetadata } from '../storage/codec.ts';
import type { Target } from '../storage/etcd3.ts';
import { Deleter } from './deleter.ts';
import { shouldDeleteDuringUpdate } from './deletion.ts';
import { ledgerAfter } from './field-ownership.ts';
import { newMetadata, sentMetadata, updatedMetadata } from './metadata.ts';
import { validateObjectMeta, validateObjectMetaUpdate } from './object-meta-validation.ts';
import type { StorageResult, UpdateResult, UpdateTransform } from './rest-storage.ts';
import { type Allocation, type StoreOptions, servedForm, targetOf } from './store-options.ts';
import type { AnyStrategy, UpdateStrategy } from './strategy.ts';

const component = 'kube-apiserver';
/** How many generated names are tried before a conflict is reported. */
const nameAttempts = 8;

/** A marker, never returned to a client: an update returns it when it leads to a deletion. */
const emptiedFinalizers: Status = unknownError('object finalizers were emptied');

/** How a subresource changes its object, and the form in which admission gets it. */
interface ChangeOptions {
  readonly strategy: UpdateStrategy<KubeObject>;
  readonly shown: (object: KubeObject) => KubeObject;
}

const whole = (object: KubeObject): KubeObject => object;

export class Store {
  readonly options: StoreOptions;
  readonly #deleter: Deleter;

  constructor(options: StoreOptions) {
    this.options = options;
    this.#deleter = new Deleter(options);
  }

  get strategy(): AnyStrategy {
    return this.options.strategy;
  }

  target(attrs: RequestAttributes, name = attrs.name): Target {
    return targetOf(this.options, attrs, name);
  }

  /** A stored object in the version that the client requested. */
  served(object: KubeObject): KubeObject {
    return servedForm(this.options, object);
  }

  /** Source: handlers createHandler from decoding on, Store.Create. */
  *create(attrs: RequestAttributes, sent: KubeObject): Process<StorageResult<KubeObject>> {
    const { conversion, resource } = this.options;
    const namespace = sentMetadata(sent).namespace ?? '';
    if (resource.namespaced && namespace !== '' && namespace !== attrs.namespace) {
      return err(badRequest(namespaceMismatch));
    }
    const defaulted = this.#defaulted(attrs, sent, namespaced(sent, attrs, resource));
    const converted = conversion?.toStorage(defaulted) ?? defaulted;
    const ledger = ledgerAfter(attrs, undefined, defaulted, this.options.sim.now);
    const mutated = yield* this.#admit(attrs, 'CREATE', converted, undefined);
    if (!mutated.ok) return mutated;
    const created = yield* this.#createNamed(attrs, mutated.value, ledger);
    return created.ok ? ok(this.served(created.value)) : created;
  }

  /** Tries generated names until one is not taken. Source: Store.Create, RetryGenerateName. */
  *#createNamed(
    attrs: RequestAttributes,
    object: KubeObject,
    ledger: Ledger,
  ): Process<StorageResult<KubeObject>> {
    const { prng, resource } = this.options;
    const { name = '', generateName: base = '', resourceVersion = '' } = sentMetadata(object);
    if (resourceVersion !== '') {
      return err(unknownError('resourceVersion should not be set on objects to be created'));
    }
    for (let attempt = 1; ; attempt++) {
      const chosen = name === '' && base !== '' ? generateName(prng, base) : name;
      const created = yield* this.#createOnce(attrs, object, chosen, ledger);
      if (created.ok || !isAlreadyExists(created.error)) return created;
      if (name !== '' || base === '')
        return err(yield* this.#existing(attrs, chosen, created.error));
      if (attempt === nameAttempts) {
        return err(generateNameConflict(groupResource(resource), chosen));
      }
    }
  }

  *#createOnce(
    attrs: RequestAttributes,
    sent: KubeObject,
    name: string,
    ledger: Ledger,
  ): Process<StorageResult<KubeObject>> {
    const { hooks, storage } = this.options;
    const prepared = this.#prepared(attrs, sent, name, ledger);
    const allocation =
      hooks?.beginCreate === undefined
        ? allocated(prepared)
        : yield* hooks.beginCreate(attrs, prepared);
    if (!allocation.ok) return allocation;
    const { object } = allocation.value;
    const checked = yield* this.#checkNew(attrs, object);
    const created = !checked.ok
      ? checked
      : attrs.dryRun
        ? yield* this.#createDry(attrs, name, object)
        : yield* storage.create(this.target(attrs, name), object);
    if (!created.ok || attrs.dryRun) yield* allocation.value.revert();
    return created;
  }

  /** The new object with the server's metadata and its kind's preparation. */
  #prepared(attrs: RequestAttributes, sent: KubeObject, name: string, ledger: Ledger): KubeObject {
    const { sim, prng, resource } = this.options;
    const metadata = newMetadata(sentMetadata(sent), {
      name,
      namespace: resource.namespaced ? attrs.namespace : '',
      uid: uuidV4(prng),
      creationTimestamp: rfc3339(sim.now),
    });
    carryLedger(metadata, ledger);
    return this.strategy.prepareForCreate(withMetadata(sent, metadata));
  }

  /** Nothing is written, so there is no resourceVersion. Source: registry dryrun.go Create. */
  *#createDry(
    attrs: RequestAttributes,
    name: string,
    object: KubeObject,
  ): Process<StorageResult<KubeObject>> {
    const { resource, storage } = this.options;
    const present = yield* storage.get(this.target(attrs, name).key);
    if (present !== undefined) return err(alreadyExists(groupResource(resource), name));
    const { resourceVersion: _, ...metadata } = object.metadata;
    return ok({ ...object, metadata: metadata as KubeObject['metadata'] });
  }

  #metaErrors({ metadata }: KubeObject): readonly FieldError[] {
    const { namespaced } = this.options.resource;
    return validateObjectMeta(metadata, namespaced, this.strategy);
  }

  /** Source: rest.BeforeCreate, then the validating pass. */
  *#checkNew(attrs: RequestAttributes, object: KubeObject): Process<StorageResult<void>> {
    const { strategy, options } = this;
    const errors = together(this.#metaErrors(object), strategy.validate(object));
    const valid = this.#emitValidated(attrs, object, errors);
    if (!valid.ok) return valid;
    for (const warning of strategy.warningsOnCreate(object)) attrs.warn(warning);
    return yield* options.admission.validate({
      request: attrs,
      operation: 'CREATE',
      object,
      old: undefined,
    });
  }

  /** If the name belongs to an object that is being deleted, the message says so. */
  *#existing(attrs: RequestAttributes, name: string, status: Status): Process<Status> {
    const present = yield* this.options.storage.get(this.target(attrs, name).key);
    const leaving = present?.metadata.deletionTimestamp !== undefined;
    return leaving ? alreadyExistsTerminating(groupResource(this.options.resource), name) : status;
  }

  /**
   * Source: Store.Update. `strategy` differs for the status subresource; `shown` is the form in
   * which the validating pass gets an object, where a subresource has a kind of its own.
   */
  *update(
    attrs: RequestAttributes,
    transform: UpdateTransform,
    strategy: UpdateStrategy<KubeObject> = this.strategy,
    shown: (object: KubeObject) => KubeObject = whole,
  ): Process<StorageResult<UpdateResult>> {
    const { storage, reader } = this.options;
    const target = this.target(attrs);
    let created = false;
    let emptied: KubeObject | undefined;
    const self = this;
    const goes = (object: KubeObject, old: KubeObject): boolean =>
      shouldDeleteDuringUpdate(self.strategy, object, old);
    const change = function* (current: KubeObject | undefined): Process<StorageResult<KubeObject>> {
      created = current === undefined;
      if (current === undefined) return yield* self.#createOnUpdate(attrs, transform);
      const updated = yield* self.#changed(attrs, current, transform, { strategy, shown });
      if (!updated.ok || !goes(updated.value, current)) return updated;
      emptied = updated.value;
      return err(emptiedFinalizers);
    };
    const cached = reader.cached(target.key);
    const written = attrs.dryRun
      ? yield* change(yield* storage.get(target.key))
      : yield* storage.guaranteedUpdate(target, cached, undefined, change);
    if (written.ok) return ok({ object: this.served(written.value), created });
    if (written.error !== emptiedFinalizers || emptied === undefined) return written;
    if (!attrs.dryRun) yield* this.#deleter.deleteNow(attrs, {}, allow);
    return ok({ object: this.served(emptied), created: false });
  }

  /** The new state of an existing object. Source: rest.BeforeUpdate and its callers. */
  *#changed(
    attrs: RequestAttributes,
    current: KubeObject,
    transform: UpdateTransform,
    { strategy, shown }: ChangeOptions,
  ): Process<StorageResult<KubeObject>> {
    const { conversion, admission, hooks } = this.options;
    const transformed = transform(this.served(current));
    if (!transformed.ok) return transformed;
    const defaulted = this.#defaulted(attrs, transformed.value, transformed.value);
    const sent = conversion?.toStorage(defaulted) ?? defaulted;
    const ledger = this.#ledger(attrs, transformed.managers, current, defaulted);
    const stale = this.#staleness(attrs, sent, current);
    if (stale !== undefined) return err(stale);
    const mutated = yield* this.#admit(attrs, 'UPDATE', sent, current);
    if (!mutated.ok) return mutated;
    const metadata = updatedMetadata(sentMetadata(mutated.value), current.metadata);
    carryLedger(metadata, ledger);
    const object = strategy.prepareForUpdate(withMetadata(mutated.value, metadata), current);
    const errors = together(
      validateObjectMetaUpdate(object.metadata, current.metadata, this.strategy),
      strategy.validateUpdate(object, current),
    );
    const valid = this.#emitValidated(attrs, object, errors);
    if (!valid.ok) return valid;
    for (const warning of strategy.warningsOnUpdate?.(object, current) ?? []) attrs.warn(warning);
    const allocation =
      hooks?.beginUpdate === undefined
        ? allocated(object)
        : yield* hooks.beginUpdate(attrs, object, current);
    if (!allocation.ok) return allocation;
    const checked = yield* admission.validate({
      request: attrs,
      operation: 'UPDATE',
      object: shown(allocation.value.object),
      old: shown(current),
    });
    if (checked.ok) return ok(allocation.value.object);
    yield* allocation.value.revert();
    return checked;
  }

  /** The conflict, if the client wrote against an outdated state. */
  #staleness(attrs: RequestAttributes, sent: KubeObject, current: KubeObject): Status | undefined {
    const group = groupResource(this.options.resource);
    const { uid = '', resourceVersion = '' } = sentMetadata(sent);
    const present = current.metadata;
    // A patch is applied to the stored object: validation reports another uid.
    if (uid !== '' && uid !== present.uid && attrs.verb !== 'patch') {
      const detail =
        `Precondition failed: UID in precondition: ${uid}, ` + `UID in object meta: ${present.uid}`;
      return conflict(group, attrs.name, detail);
    }
    if (resourceVersion === '' && !this.strategy.unconditionalUpdate && attrs.verb === 'update') {
      const kind = { group: this.options.resource.group, kind: this.options.resource.kind };
      const missing = 'must be specified for an update';
      return invalid(kind, attrs.name, [invalidValue('metadata.resourceVersion', 0, missing)]);
    }
    if (resourceVersion === '' || resourceVersion === present.resourceVersion) return undefined;
    return conflict(group, attrs.name);
  }

  *#createOnUpdate(
    attrs: RequestAttributes,
    transform: UpdateTransform,
  ): Process<StorageResult<KubeObject>> {
    const { conversion, resource } = this.options;
    // For a patch, the transform decides whether it can create: only server-side apply does.
    if (!this.strategy.createOnUpdate && attrs.verb !== 'patch') {
      return err(notFound(groupResource(resource), attrs.name));
    }
    const transformed = transform(undefined);
    if (!transformed.ok) return transformed;
    const sent = namespaced(transformed.value, attrs, resource);
    const defaulted = this.#defaulted(attrs, transformed.value, sent);
    const converted = conversion?.toStorage(defaulted) ?? defaulted;
    const ledger = this.#ledger(attrs, transformed.managers, undefined, defaulted);
    const mutated = yield* this.#admit(attrs, 'CREATE', converted, undefined);
    if (!mutated.ok) return mutated;
    const object = this.#prepared(attrs, mutated.value, attrs.name, ledger);
    const checked = yield* this.#checkNew(attrs, object);
    return checked.ok ? ok(object) : checked;
  }

  *delete(
    attrs: RequestAttributes,
    options: DeleteOptions,
  ): Process<StorageResult<KubeObject | Status>> {
    const refused = this.strategy.refusesDeletion?.(attrs.name);
    if (refused !== undefined) {
      return err(forbidden(groupResource(this.options.resource), attrs.name, refused));
    }
    return yield* this.#deleter.delete(attrs, options);
  }

  /** Deletes a list of objects in turn. Source: Store.DeleteCollection. */
  *deleteAll(
    attrs: RequestAttributes,
    options: DeleteOptions,
    list: KubeList,
  ): Process<StorageResult<KubeList>> {
    for (const { metadata } of this.options.sim.inTurn(list.items)) {
      const each = { ...attrs, name: metadata.name, namespace: metadata.namespace ?? '' };
      const deleted = yield* this.#deleter.delete(each, options);
      if (!deleted.ok && deleted.error.reason !== 'NotFound') return deleted;
    }
    return ok(list);
  }

  *#admit(
    attrs: RequestAttributes,
    operation: Operation,
    object: KubeObject,
    old: KubeObject | undefined,
  ): Process<StorageResult<KubeObject>> {
    const { admission, conversion } = this.options;
    const admitted = yield* admission.admit({ request: attrs, operation, object, old });
    if (!admitted.ok || admitted.value === object) return admitted;
    return ok(conversion?.readBack?.(admitted.value) ?? admitted.value);
  }

  /** The ledger of the new state: as apply determined it, or with the changes of the write. */
  #ledger(
    attrs: RequestAttributes,
    managers: Managers | undefined,
    current: KubeObject | undefined,
    sent: KubeObject,
  ): Ledger {
    if (managers !== undefined) return Ledger.of(managers);
    const live = current === undefined ? undefined : this.served(current);
    return ledgerAfter(attrs, live, sent, this.options.sim.now);
  }

  /** Adds defaults, converts write-only fields to stored ones, and emits the result. */
  #defaulted(attrs: RequestAttributes, sent: KubeObject, object: KubeObject): KubeObject {
    const defaulted = toStorage(applyDefaults(object));
    if (defaulted !== object || object !== sent) {
      this.options.tracer.emit({
        type: 'Defaulted',
        component,
        request: attrs.request,
        object: defaulted,
      });
    }
    return defaulted;
  }

  #emitValidated(
    attrs: RequestAttributes,
    object: KubeObject,
    errors: readonly FieldError[],
  ): Result<void, Status> {
    this.options.tracer.emit({
      type: 'Validated',
      component,
      request: attrs.request,
      errors: errors.length === 0 ? noTexts : errors.map(fieldErrorMessage),
    });
    if (errors.length === 0) return ok(undefined);
    const { group, kind } = this.options.resource;
    return err(invalid({ group, kind }, object.metadata.name, errors));
  }
}

/**
 * Admission allowed the update that empties the finalizers; the deletion after it needs no check.
 */
function* allow(): Process<Result<void, Status>> {
  return ok(undefined);
}

const noTexts: readonly string[] = [];

const together = (a: readonly FieldError[], b: readonly FieldError[]): readonly FieldError[] =>
  b.length === 0 ? a : [...a, ...b];

const namespaceMismatch =
  'the namespace of the provided object does not match the namespace sent on the request';

/** The object with the namespace of the request, or without a namespace. */
function namespaced(
  object: KubeObject,
  attrs: RequestAttributes,
  resource: ResourceInfo,
): KubeObject {
  const metadata = sentMetadata(object);
  if (!resource.namespaced || metadata.namespace === attrs.namespace) return object;
  return {
    ...object,
    metadata: { ...metadata, namespace: attrs.namespace } as KubeObject['metadata'],
  };
}

const allocated = (object: KubeObject): Result<Allocation, Status> =>
  ok({ object, revert: revertNothing });

function* revertNothing(): Process {
  // Nothing was allocated.
}
