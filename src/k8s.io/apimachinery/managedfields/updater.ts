/**
 * What a write does to the ownership of fields.
 *
 * Models sigs.k8s.io/structured-merge-diff merge/update.go with the managers that
 * k8s.io/apimachinery pkg/util/managedfields/internal lays around it (stripmeta.go,
 * managedfieldsupdater.go). Pure: managers and two states in, managers out.
 */
import type { JsonValue } from '../json-value.ts';
import { type Comparison, compare } from './compare.ts';
import {
  difference,
  emptySet,
  type FieldSet,
  intersection,
  isEmptySet,
  recursiveDifference,
  setOf,
  union,
} from './field-set.ts';
import { cappedManagers, fieldsOf, type Manager, type Managers, managerId } from './managers.ts';
import { merge, removeItems, withNamedFields } from './merge.ts';
import { toFieldSet } from './to-field-set.ts';
import type { Atom } from './typed.ts';

/** Narrows a set to the fields that a request may own: a status write owns no spec. */
export type FieldFilter = (set: FieldSet) => FieldSet;

const meta = (name: string): readonly string[] => ['f:metadata', `f:${name}`];

/** What nobody owns. Source: stripmeta.go. */
const stripped = setOf(
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'clusterName',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map(meta),
);

const withoutMeta = (set: FieldSet): FieldSet => difference(set, stripped);

/** Leaves out the fields below these paths. Source: fieldpath ExcludeSetFilter. */
export const excluding = (...paths: readonly (readonly string[])[]): FieldFilter => {
  const excluded = setOf(...paths);
  return (set) => recursiveDifference(set, excluded);
};

function filtered({ added, removed, modified }: Comparison, filter: FieldFilter): Comparison {
  return { added: filter(added), removed: filter(removed), modified: filter(modified) };
}

/** Who wrote. */
export type Writer = Omit<Manager, 'fields'>;

/** Source: Updater.Update within managedFieldsUpdater.Update. */
export function managersAfterUpdate(
  managers: Managers,
  atom: Atom,
  live: JsonValue,
  sent: JsonValue,
  writer: Writer,
  filter: FieldFilter,
): Managers {
  const changes = filtered(compare(atom, live, sent), filter);
  const taken = union(changes.modified, changes.added);
  if (isEmptySet(taken) && isEmptySet(changes.removed)) return managers;
  const after = released(managers, taken, changes.removed, undefined);
  const own = withoutMeta(taken);
  if (isEmptySet(own)) return after;
  const id = managerId(writer);
  const grown = new Map(after);
  grown.set(id, { ...writer, fields: union(own, fieldsOf(after, id)) });
  return cappedManagers(grown);
}

/** Others lose what was taken and what is gone; who is left with nothing is no manager. */
function released(
  managers: Managers,
  taken: FieldSet,
  removed: FieldSet,
  except: string | undefined,
): Managers {
  const left = new Map<string, Manager>();
  for (const [id, manager] of managers) {
    const fields =
      id === except ? manager.fields : difference(difference(manager.fields, taken), removed);
    if (fields === manager.fields) left.set(id, manager);
    else if (!isEmptySet(fields)) left.set(id, { ...manager, fields });
  }
  return left;
}

export interface Conflict {
  readonly manager: Manager;
  readonly fields: FieldSet;
}

export type Applied =
  | { readonly conflicts: readonly Conflict[] }
  | { readonly object: JsonValue; readonly managers: Managers };

export interface Application {
  readonly managers: Managers;
  readonly atom: Atom;
  readonly live: JsonValue;
  readonly configuration: JsonValue;
  readonly writer: Writer;
  readonly force: boolean;
  readonly filter: FieldFilter;
}

/** Source: Updater.Apply. */
export function applyConfiguration(application: Application): Applied {
  const { atom, live, configuration, writer, force, filter } = application;
  const id = managerId(writer);
  const last = fieldsOf(application.managers, id);
  const fields = filter(toFieldSet(atom, configuration));
  const managers = new Map(application.managers);
  managers.set(id, { ...writer, fields });
  const merged = merge(atom, live, configuration) ?? null;
  const object = prune(atom, merged, managers, last);
  const changes = filtered(compare(atom, live, object), filter);
  const taken = union(changes.modified, changes.added);
  const conflicts = force ? [] : conflictsWith(managers, taken, id);
  if (conflicts.length > 0) return { conflicts };
  const after = new Map(released(managers, taken, changes.removed, id));
  const own = withoutMeta(fields);
  // Source: managedFieldsUpdater.Apply: only what changes the object gets the time of now.
  const same = isEmptySet(taken) && isEmptySet(changes.removed);
  const time = same ? (application.managers.get(id)?.time ?? '') : writer.time;
  if (isEmptySet(own)) after.delete(id);
  else after.set(id, { ...writer, time, fields: own });
  return { object, managers: after };
}

function conflictsWith(managers: Managers, taken: FieldSet, self: string): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  for (const [id, manager] of managers) {
    if (id === self) continue;
    const fields = intersection(manager.fields, taken);
    if (!isEmptySet(fields)) conflicts.push({ manager, fields });
  }
  return conflicts;
}

/**
 * Removes what the manager applied last time, not this time, and what nobody else claims.
 * Source: Updater.prune, addBackOwnedItems, addBackDanglingItems.
 */
function prune(atom: Atom, merged: JsonValue, managers: Managers, last: FieldSet): JsonValue {
  if (isEmptySet(last)) return merged;
  const named = (set: FieldSet): FieldSet => withNamedFields(atom, set);
  const setOfValue = (value: JsonValue): FieldSet => named(toFieldSet(atom, value));
  const without = (set: FieldSet): JsonValue => removeItems(atom, merged, set) ?? null;
  const lastNamed = named(last);
  const mergedSet = setOfValue(merged);
  let claimed: FieldSet = emptySet;
  for (const { fields } of managers.values()) claimed = union(claimed, fields);
  const kept = union(setOfValue(without(lastNamed)), named(claimed));
  const pruned = without(difference(mergedSet, kept));
  return without(intersection(difference(mergedSet, setOfValue(pruned)), lastNamed));
}
