/**
 * A version of a custom resource whose objects a webhook converts.
 *
 * Models what the codec of k8s.io/apiextensions-apiserver customresource_handler.go does around the
 * generic store. Objects are stored in the storage version of the time of their last write; the
 * store works with that version, and each object is converted on its way in and out.
 */
import { err, ok } from '#base/result';
import type { CustomResourceDefinitionVersion } from '#k8s.io/api/apiextensions/v1';
import { badRequest, conflict, invalid } from '#k8s.io/apimachinery/errors';
import type { FieldError } from '#k8s.io/apimachinery/field-error';
import type {
  DeleteOptions,
  KubeList,
  KubeObject,
  Status,
  Table,
} from '#k8s.io/apimachinery/meta/v1';
import { groupResource } from '#k8s.io/apimachinery/resources';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process, Simulation } from '#sim/simulation';
import { ResourceStorage } from '../registry/resource-storage.ts';
import type {
  GetOptions,
  ListOptions,
  StorageResult,
  UpdateResult,
  UpdateTransform,
  WatchOptions,
} from '../registry/rest-storage.ts';
import type { Store } from '../registry/store.ts';
import type { AnyStrategy } from '../registry/strategy.ts';
import type { RequestAttributes } from '../request-attributes.ts';
import { parseSelection, type Selection, selectsObject } from '../storage/selection.ts';
import { customTable } from './custom-columns.ts';
import type { Convert } from './webhook-converter.ts';

export interface ConvertedParts {
  readonly sim: Simulation;
  readonly version: CustomResourceDefinitionVersion;
  /** `stable.example.com/v1`: in which objects are written now. */
  readonly storageVersion: string;
  /** Checks and selects objects of this version. */
  readonly strategy: AnyStrategy;
  /** Fits an object to the schema of this version. */
  readonly shaped: (object: KubeObject) => KubeObject;
  readonly convert: Convert;
}

/** How often an update begins again because another write came first. */
const attempts = 5;

export class ConvertedStorage extends ResourceStorage {
  readonly #parts: ConvertedParts;

  constructor(store: Store, parts: ConvertedParts) {
    super(store);
    this.#parts = parts;
  }

  override *create(
    attrs: RequestAttributes,
    object: KubeObject,
  ): Process<StorageResult<KubeObject>> {
    const { shaped, strategy } = this.#parts;
    const own = shaped(object);
    const stored = yield* this.#toStorage(attrs, own, strategy.validate(own));
    if (!stored.ok) return stored;
    const created = yield* super.create(attrs, stored.value);
    return created.ok ? yield* this.#served(attrs, created.value) : created;
  }

  override *get(attrs: RequestAttributes, options: GetOptions): Process<StorageResult<KubeObject>> {
    const found = yield* super.get(attrs, options);
    return found.ok ? yield* this.#served(attrs, found.value) : found;
  }

  override *list(attrs: RequestAttributes, options: ListOptions): Process<StorageResult<KubeList>> {
    const selection = this.#selectionOf(options);
    if (!selection.ok) return selection;
    const listed = yield* super.list(attrs, { ...options, fieldSelector: '' });
    if (!listed.ok) return listed;
    const { convert, shaped } = this.#parts;
    const converted = yield* convert(attrs.request, listed.value.items, this.#apiVersion);
    if (!converted.ok) return converted;
    const items = converted.value.map(shaped);
    const selected = items.filter((item) => selectsObject(selection.value, item));
    return ok({ ...listed.value, items: selected });
  }

  override *update(
    attrs: RequestAttributes,
    transform: UpdateTransform,
  ): Process<StorageResult<UpdateResult>> {
    const raced = conflict(groupResource(this.store.options.resource), attrs.name);
    for (let attempt = 0; attempt < attempts; attempt++) {
      const current = yield* super.get(attrs, { resourceVersion: '' });
      if (!current.ok && attrs.verb !== 'patch') return current;
      const old = current.ok ? yield* this.#served(attrs, current.value) : undefined;
      if (old?.ok === false) return old;
      const transformed = transform(old?.value);
      if (!transformed.ok) return transformed;
      const { shaped, strategy } = this.#parts;
      const own = shaped(transformed.value);
      const errors =
        old === undefined ? strategy.validate(own) : strategy.validateUpdate(own, old.value);
      const stored = yield* this.#toStorage(attrs, own, errors);
      if (!stored.ok) return stored;
      const seen = old?.value.metadata.resourceVersion;
      const written = yield* super.update(attrs, (now) => {
        if (now?.metadata.resourceVersion !== seen) return err(raced);
        const { managers } = transformed;
        return { ...stored, ...(managers !== undefined && { managers }) };
      });
      if (!written.ok && written.error === raced) continue;
      if (!written.ok) return written;
      const served = yield* this.#served(attrs, written.value.object);
      return served.ok ? ok({ ...written.value, object: served.value }) : served;
    }
    return err(raced);
  }

  override *delete(
    attrs: RequestAttributes,
    options: DeleteOptions,
  ): Process<StorageResult<KubeObject | Status>> {
    const deleted = yield* super.delete(attrs, options);
    if (!deleted.ok || deleted.value.kind === 'Status') return deleted;
    return yield* this.#served(attrs, deleted.value as KubeObject);
  }

  override *watch(
    attrs: RequestAttributes,
    options: WatchOptions,
  ): Process<StorageResult<WatchStream>> {
    const selection = this.#selectionOf(options);
    if (!selection.ok) return selection;
    const { form = (object: KubeObject) => object, ...rest } = options;
    const opened = yield* super.watch(attrs, { ...rest, fieldSelector: '' });
    if (!opened.ok) return opened;
    const stored = opened.value;
    const { sim } = this.#parts;
    const stream = new WatchStream(sim, attrs.request);
    stream.onClose(() => stored.close());
    sim.spawn('converted watch', this.#forward(attrs, stored, stream, selection.value, form));
    return ok(stream);
  }

  override convertToTable(object: KubeObject | KubeList): Table {
    const { version, sim } = this.#parts;
    return customTable(version.additionalPrinterColumns, object, sim.now);
  }

  get #apiVersion(): string {
    return this.store.options.resource.apiVersion;
  }

  #selectionOf(options: {
    readonly labelSelector: string;
    readonly fieldSelector: string;
  }): StorageResult<Selection> {
    const parsed = parseSelection(options, this.#parts.strategy.fields, true);
    return parsed.ok ? parsed : err(badRequest(parsed.error));
  }

  /** An object of this version, if it is valid, in the version that is stored. */
  *#toStorage(
    { request, name }: RequestAttributes,
    object: KubeObject,
    errors: readonly FieldError[],
  ): Process<StorageResult<KubeObject>> {
    const { group, kind } = this.store.options.resource;
    if (errors.length > 0) {
      return err(invalid({ group, kind }, name === '' ? object.metadata.name : name, errors));
    }
    const { convert, storageVersion } = this.#parts;
    const stored = yield* convert(request, [object], storageVersion);
    return stored.ok ? ok(stored.value[0] ?? object) : stored;
  }

  /** A stored object in this version. */
  *#served({ request }: RequestAttributes, object: KubeObject): Process<StorageResult<KubeObject>> {
    const { convert, shaped } = this.#parts;
    const served = yield* convert(request, [object], this.#apiVersion);
    return served.ok ? ok(shaped(served.value[0] ?? object)) : served;
  }

  *#forward(
    attrs: RequestAttributes,
    stored: WatchStream,
    stream: WatchStream,
    selection: Selection,
    form: (object: KubeObject) => unknown,
  ): Process {
    const selected = new Set<string>();
    for (;;) {
      const event = yield* stored.receive();
      if (event === undefined || stream.closed) break;
      if (event.type === 'BOOKMARK' || event.type === 'ERROR') {
        stream.send(event);
        continue;
      }
      const served = yield* this.#served(attrs, event.object as KubeObject);
      if (!served.ok) {
        stream.send({ type: 'ERROR', object: served.error });
        break;
      }
      const type = typeFor(event.type, served.value, selection, selected);
      if (type !== undefined) stream.send({ type, object: form(served.value) as KubeObject });
    }
    stream.close();
  }
}

type Change = 'ADDED' | 'MODIFIED' | 'DELETED';

/** What a change means for those who see only selected objects; `undefined`: nothing. */
function typeFor(
  type: Change,
  object: KubeObject,
  selection: Selection,
  selected: Set<string>,
): Change | undefined {
  if (selection.all) return type;
  const { uid = '' } = object.metadata;
  const was = selected.has(uid);
  const is = type !== 'DELETED' && selectsObject(selection, object);
  if (is) selected.add(uid);
  else selected.delete(uid);
  if (is) return was ? 'MODIFIED' : 'ADDED';
  return was ? 'DELETED' : undefined;
}
