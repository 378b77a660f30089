/**
 * metadata.managedFields, worked out when somebody reads it.
 *
 * An object of the server carries a ledger: who wrote it, and from which state to which. Only a
 * reader (a GET in JSON, server-side apply, a patch of managedFields) folds it into entries, so the
 * many writes of controllers pay for one small record each. The ledger stands under a symbol in the
 * metadata: it goes along when metadata is spread, into etcd and back, and JSON does not show it.
 * Folding is pure: what comes out does not depend on when, or whether, it was read before.
 */
import { rfc3339, type SimTime } from '#base/sim-time';
import { decodeObject } from '../decode.ts';
import { asJson, type JsonObject } from '../json-value.ts';
import type { KubeObject, ManagedFieldsEntry, ObjectMeta } from '../meta/v1.ts';
import { encodeManagers, type Managers, noManagers, sameOwnership } from './managers.ts';
import { changedValues, hasSigned, signedAgain } from './repeated-change.ts';
import { type Atom, atomOfKind } from './typed.ts';
import { type FieldFilter, managersAfterUpdate, type Writer } from './updater.ts';

const ledgerKey: unique symbol = Symbol('managedFields');

interface Carrying {
  [ledgerKey]?: Ledger;
}

/** A write that is not counted yet. */
export interface PendingUpdate {
  readonly previous: Ledger | undefined;
  /** Undefined: the write made the object. */
  readonly live: KubeObject | undefined;
  readonly sent: KubeObject;
  readonly writer: Omit<Writer, 'time'>;
  readonly at: SimTime;
  readonly filter: FieldFilter;
  /** What the kind consists of; absent: as its Go type says. */
  readonly atom?: Atom | undefined;
}

/**
 * So many writes are kept uncounted: three hours of a lease's heartbeats. With more, the next
 * reader of the object would wait too long. The old states are held by the trace in any case.
 */
const maxPending = 1024;

export class Ledger {
  #managers: Managers | undefined;
  #pending: PendingUpdate | undefined;
  readonly #depth: number;
  #entries: readonly ManagedFieldsEntry[] | undefined;
  /**
   * The owners were given explicitly, by an apply or by a client, and not worked out from changes.
   */
  readonly explicit: boolean;

  private constructor(managers: Managers | undefined, pending: PendingUpdate | undefined) {
    this.#managers = managers;
    this.#pending = pending;
    this.explicit = managers !== undefined;
    this.#depth = pending?.previous === undefined ? 0 : pending.previous.#depth + 1;
  }

  static of(managers: Managers): Ledger {
    return new Ledger(managers, undefined);
  }

  static after(pending: PendingUpdate): Ledger {
    const { previous } = pending;
    if (previous !== undefined && previous.#depth >= maxPending) {
      return new Ledger(undefined, { ...pending, previous: Ledger.of(previous.managers) });
    }
    return new Ledger(undefined, pending);
  }

  get managers(): Managers {
    if (this.#managers !== undefined) return this.#managers;
    const chain: Ledger[] = [];
    let at: Ledger | undefined = this;
    while (at !== undefined && at.#managers === undefined) {
      chain.push(at);
      at = at.#pending?.previous;
    }
    let managers = at?.managers ?? noManagers;
    const fold = new Fold();
    for (const ledger of chain.reverse()) {
      if (ledger.#pending !== undefined) managers = fold.count(managers, ledger.#pending);
      ledger.#managers = managers;
      ledger.#pending = undefined;
    }
    return managers;
  }

  get entries(): readonly ManagedFieldsEntry[] {
    this.#entries ??= encodeManagers(this.managers);
    return this.#entries;
  }
}

/** Counts one write after the other; one that repeats the last only moves its time. */
class Fold {
  /** The last write and the values it changed, if it changed nothing else and left an entry. */
  #last: { readonly pending: PendingUpdate; readonly values: string } | undefined;

  count(managers: Managers, pending: PendingUpdate): Managers {
    const { live, sent, at, filter, atom = atomOfKind(sent.apiVersion, sent.kind) } = pending;
    // After a client has taken all ownership away, nothing is counted until the next apply.
    if (live !== undefined && managers.size === 0) return managers;
    const writer = { ...pending.writer, time: rfc3339(at) };
    const values = live === undefined ? undefined : changedValues(asJson(live), asJson(sent));
    if (values !== undefined && this.#repeats(pending, values))
      return signedAgain(managers, writer);
    const { apiVersion, kind } = sent;
    const before = live === undefined ? emptyObject(apiVersion, kind) : asJson(live);
    const after = managersAfterUpdate(managers, atom, before, asJson(sent), writer, filter);
    const signed = values !== undefined && hasSigned(managers, after, writer);
    this.#last = signed ? { pending, values } : undefined;
    return after;
  }

  #repeats({ sent, writer, filter }: PendingUpdate, values: string): boolean {
    if (this.#last === undefined || this.#last.values !== values) return false;
    const { pending } = this.#last;
    return (
      pending.filter === filter &&
      pending.writer.name === writer.name &&
      pending.writer.operation === writer.operation &&
      pending.writer.apiVersion === writer.apiVersion &&
      pending.writer.subresource === writer.subresource &&
      pending.sent.apiVersion === sent.apiVersion &&
      pending.sent.kind === sent.kind
    );
  }
}

const emptyObjects = new Map<string, JsonObject>();

/** A Go value of the kind before anything is set: structs are there, what may be absent is not. */
export function emptyObject(apiVersion: string, kind: string): JsonObject {
  const key = `${apiVersion}/${kind}`;
  let empty = emptyObjects.get(key);
  if (empty === undefined) {
    const decoded = decodeObject({ apiVersion, kind });
    empty = decoded.ok ? decoded.value.object : { apiVersion, kind };
    emptyObjects.set(key, empty);
  }
  return empty;
}

/** Undefined for what the server does not store, which may come without metadata. */
export const ledgerOf = ({ metadata }: { readonly metadata?: object }): Ledger | undefined =>
  (metadata as Carrying | undefined)?.[ledgerKey];

/** Puts a ledger into metadata that was just built and that nobody else has seen. */
export function carryLedger(metadata: ObjectMeta, ledger: Ledger | undefined): ObjectMeta {
  if (ledger !== undefined) (metadata as Carrying)[ledgerKey] = ledger;
  return metadata;
}

/** Whether a write sets the owners of fields explicitly, and to others than before. */
export function ownershipChanged(object: KubeObject, old: KubeObject): boolean {
  const ledger = ledgerOf(object);
  if (ledger === undefined || !ledger.explicit) return false;
  const before = ledgerOf(old);
  return ledger !== before && !sameOwnership(ledger.managers, before?.managers ?? noManagers);
}

/** Who manages which fields of an object that came from the server. */
export const managedFieldsOf = (object: KubeObject): readonly ManagedFieldsEntry[] =>
  object.metadata.managedFields ?? ledgerOf(object)?.entries ?? [];

// Keyed by identity of an immutable object; what it holds never depends on when it was filled.
const writtenOut = new WeakMap<KubeObject, KubeObject>();

/**
 * The object as JSON shows it, with its managedFields written out; of the same object the same one
 * again.
 */
export function withManagedFields<T extends KubeObject>(object: T): T {
  const ledger = ledgerOf(object);
  if (ledger === undefined || object.metadata.managedFields !== undefined) return object;
  const known = writtenOut.get(object);
  if (known !== undefined) return known as T;
  const { entries } = ledger;
  if (entries.length === 0) return object;
  const written = { ...object, metadata: { ...object.metadata, managedFields: entries } };
  writtenOut.set(object, written);
  return written;
}
